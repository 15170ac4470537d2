#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <libsched/base/random.hpp>

namespace libsched::workload {

/// A law of non-negative real numbers (milliseconds, sizes): what the scenario file writes as a number or `{dist:
/// ...}`. Each sample is one `Draw`, so laws can be exchanged without moving anybody else's numbers.
class Distribution {
 public:
  struct Constant {
    double value;
  };
  struct Exponential {
    double mean;
  };
  struct Erlang {
    double mean;
    int k;
  };
  struct Gamma {
    double mean;
    double cv;
  };
  struct Lognormal {
    double mean;
    double cv;
  };
  struct Hyperexponential {
    std::vector<double> probabilities;
    std::vector<double> means;
  };
  struct Uniform {
    double low;
    double high;
  };
  struct Geometric {
    double mean;
  };  ///< on {1, 2, ...}
  struct Empirical {
    std::vector<double> sorted;
  };  ///< each value equally likely
  using Law =
      std::variant<Constant, Exponential, Erlang, Gamma, Lognormal, Hyperexponential, Uniform, Geometric, Empirical>;

  Distribution() : law_{Constant{0.0}} {}
  Distribution(Law law) : law_{std::move(law)} {}  // NOLINT(google-explicit-constructor)
  static Distribution constant(double value) { return Law{Constant{value}}; }

  /// Expected value, in the unit of the parameters.
  double mean() const;
  /// Squared coefficient of variation, Var/mean^2; 0 for a constant.
  double scv() const;
  /// True where every sample is the same.
  bool is_constant() const { return std::holds_alternative<Constant>(law_); }
  /// One sample.
  double sample(Draw& draw) const;
  /// Samples `first` to `first` + 3 of `key` for `purpose`: what one by one gives, in half the time.
  std::array<double, 4> sample_four(RandomKey key, Purpose purpose, std::uint64_t first) const;
  /// The same law with every value multiplied by `factor` > 0.
  Distribution scaled(double factor) const;
  const Law& law() const { return law_; }

 private:
  Law law_;
};

}  // namespace libsched::workload
