#pragma once

#include <vector>

namespace libsched::analytic {

/// A class of requests under weighted sharing: while others are present each of its requests gets weight / (sum of
/// weights) of the GPU. Exponential service, Poisson arrivals, any one unit of time.
struct WeightedClass {
  double arrival_rate = 0;
  double mean_service = 0;
  double weight = 1;
};

/// Mean time of each class under discriminatory processor sharing, in the same order; infinity where the total load is
/// 1 or more. Fayolle, Mitrani & Iasnogorodski (J. ACM 1980): one linear equation per class. O(n^3).
std::vector<double> discriminatory_ps(const std::vector<WeightedClass>& classes);

}  // namespace libsched::analytic
