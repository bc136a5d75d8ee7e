#pragma once
/// What compare takes for a difference that nobody notices.

#include <map>
#include <string>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// How large a difference between two designs must be to count: the larger of a part of either side
/// and an absolute size, or what is given for a single metric.
struct NegligibleSpec {
  double relative = 0.01;
  Seconds time{1.0};     ///< clocks of logs have no more
  double share = 0.001;  ///< as printed: 0.1 %
  double number = 0.01;
  std::map<std::string, double> by_metric = {};  ///< s, or a number; instead of all others
  friend bool operator==(const NegligibleSpec&, const NegligibleSpec&) = default;
};

}  // namespace gpuscape
