#pragma once

namespace libsched::analytic {

/// P(wait <= t) in M/D/1 FCFS; `t` and `service` in one unit of time. 0 everywhere if the queue is unstable.
/// Erlang (1909) and Crommelin (1932) sum alternating terms that cancel; this is the sum of positive terms of Franx,
/// "A simple solution for the M/D/c waiting time distribution" (Operations Research Letters 29, 2001).
/// O(n^2), n = t / service.
double md1_wait_cdf(double arrival_rate, double service, double t);

/// Quantile `p` (0 <= p < 1) of the wait before service in M/D/1 FCFS, within 1e-12 relative; infinity if unstable.
double md1_wait_quantile(double arrival_rate, double service, double p);

}  // namespace libsched::analytic
