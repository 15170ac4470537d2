#pragma once

namespace libsched::analytic {

// c equal servers behind one queue: whole GPUs, or equal MIG slices. Any unit of time. Kleinrock vol. 1 ch. 3.

/// Erlang B: probability that all `servers` are taken where nobody waits; `offered` = rate x mean service.
double erlang_b(int servers, double offered);
/// Erlang C: probability that an arrival waits in M/M/c; 1 where the system is unstable.
double erlang_c(int servers, double offered);
/// Mean wait before service in M/M/c; infinity where unstable.
double mmc_wait_mean(int servers, double arrival_rate, double mean_service);
/// Mean time in M/M/c. The same for M/G/c-PS, where a client alone runs at 1/c of the device, whatever the service law
/// (Cohen, Acta Informatica 1979).
double mmc_mean(int servers, double arrival_rate, double mean_service);
/// Quantile `p` (0 <= p < 1) of the time in M/M/c FCFS, within 1e-12 relative.
double mmc_quantile(int servers, double arrival_rate, double mean_service, double p);

}  // namespace libsched::analytic
