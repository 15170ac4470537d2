#include <libsched/analytic/discriminatory.hpp>

#include <Eigen/Dense>
#include <limits>

namespace libsched::analytic {

std::vector<double> discriminatory_ps(const std::vector<WeightedClass>& classes) {
  double load = 0;
  for (const WeightedClass& one : classes) load += one.arrival_rate * one.mean_service;
  if (load >= 1) return std::vector<double>(classes.size(), std::numeric_limits<double>::infinity());

  // T_k - sum_j c_kj (T_k + T_j) = 1/mu_k with c_kj = lambda_j g_j / (mu_j g_j + mu_k g_k).
  const auto n = static_cast<Eigen::Index>(classes.size());
  Eigen::MatrixXd system = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd right(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const WeightedClass& own = classes[static_cast<std::size_t>(k)];
    for (Eigen::Index j = 0; j < n; ++j) {
      const WeightedClass& other = classes[static_cast<std::size_t>(j)];
      const double c =
          other.arrival_rate * other.weight / (other.weight / other.mean_service + own.weight / own.mean_service);
      system(k, k) -= c;
      system(k, j) -= c;
    }
    right(k) = own.mean_service;
  }
  const Eigen::VectorXd mean = system.partialPivLu().solve(right);
  return {mean.data(), mean.data() + n};
}

}  // namespace libsched::analytic
