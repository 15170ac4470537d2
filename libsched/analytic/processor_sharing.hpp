#pragma once

namespace libsched::analytic {

// Processor sharing: ideal time-slicing, slices and switches of no length. Any unit of time.

/// Mean time in M/G/1-PS, the same for every service law. Sakata, Noguchi & Oizumi (1971); Kleinrock vol. 2 ch. 4.
double ps_mean(double arrival_rate, double mean_service);
/// Variance of the time in M/M/1-PS. Coffman, Muntz & Trotter (J. ACM 1970).
double mm1_ps_variance(double arrival_rate, double mean_service);
/// Quantile `p` (0 < p < 1) of the time in M/M/1-PS, which has no closed form: a phase-type chain of one tagged request
/// (state = others present), solved by uniformization. Within 1e-6 relative for loads up to 0.95; slow beyond.
double mm1_ps_quantile(double arrival_rate, double mean_service, double p);
/// Variance of the time in M/D/1-PS. From Yashkov (1983) and Ott (1984) with W(t) = (1-load) exp(rate t) on [0, D].
double md1_ps_variance(double arrival_rate, double service);

/// M/G/1-PS with room for at most `limit` requests, others lost (admission by memory). Insensitive to the service law.
struct LimitedPs {
  double loss = 0;  ///< probability that an arrival is lost
  double mean = 0;  ///< mean time of the admitted
};
LimitedPs limited_ps(double arrival_rate, double mean_service, int limit);

/// Generalised PS where n residents slow each other down by 1 + width (n-1) (MPS): total rate n / (1 + width (n-1)).
/// width 1 is processor sharing, 0 is no interference. Insensitive; the number present is negative binomial.
struct InterferencePs {
  double mean_present = 0;
  double mean = 0;  ///< mean time of a request
  double busy = 0;  ///< probability that somebody is present
};
InterferencePs interference_ps(double arrival_rate, double mean_service, double width);

}  // namespace libsched::analytic
