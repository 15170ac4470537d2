#pragma once

#include <string>

namespace libsched {

/// A number nobody knows exactly: the range it lies in, the value to use, and where both come from.
struct Estimate {
  double low = 0;
  double nominal = 0;
  double high = 0;
  std::string source;

  /// A number the user gave: it has no uncertainty.
  static Estimate exact(double value, std::string source) { return {value, value, value, std::move(source)}; }
  bool uncertain() const { return low < nominal || nominal < high; }
};

}  // namespace libsched
