#pragma once

namespace libsched::analytic {

// Units: any unit of time, as long as rates are per that unit. An unstable queue (load >= 1) answers infinity.

/// The first three moments of a service time S: E[S], E[S^2], E[S^3].
struct Moments {
  double first = 0;
  double second = 0;
  double third = 0;

  double variance() const { return second - first * first; }
  static Moments constant(double value) { return {value, value * value, value * value * value}; }
  static Moments exponential(double mean) { return {mean, 2 * mean * mean, 6 * mean * mean * mean}; }
  static Moments erlang(double mean, int k);
  static Moments uniform(double low, double high);
  /// `a` with probability `p`, else `b`: mixtures of moments are mixtures of laws.
  static Moments mixture(double p, const Moments& a, const Moments& b);
};

/// Mean time in an M/M/1 FCFS system. Kleinrock, Queueing Systems vol. 1 (1975) ch. 3.
double mm1_mean(double arrival_rate, double mean_service);
/// Quantile `p` (0 <= p < 1) of the time in an M/M/1 FCFS system, which is exponential. Same source.
double mm1_quantile(double arrival_rate, double mean_service, double p);

/// Mean wait before service in M/G/1 FCFS (Pollaczek-Khinchine). Kleinrock vol. 1 ch. 5.
double mg1_wait_mean(double arrival_rate, const Moments& service);
/// Variance of that wait (Takacs).
double mg1_wait_variance(double arrival_rate, const Moments& service);
/// Mean time in the system, wait plus service.
double mg1_mean(double arrival_rate, const Moments& service);
/// Variance of the time in the system; FCFS wait and own service are independent.
double mg1_variance(double arrival_rate, const Moments& service);

/// Mean time in M^[X]/M/1 FCFS: batches at `batch_rate`, of a size with the mean and second moment given.
/// Gross & Harris, Fundamentals of Queueing Theory, ch. 3.
double batch_mm1_mean(double batch_rate, double mean_size, double second_moment_of_size, double mean_service);
/// E[X^2] of a geometric size on {1, 2, ...} with this mean.
double geometric_second_moment(double mean);

}  // namespace libsched::analytic
