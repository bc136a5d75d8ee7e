#pragma once

#include <span>

namespace gpuscape {

/// The p-quantile of values in rising order, by linear interpolation between order statistics (type
/// 7 of Hyndman and Fan 1996, the default of R and numpy). NaN for no values; `p` within [0, 1].
double quantile(std::span<const double> sorted, double p);

/// The arithmetic mean; NaN for no values.
double mean(std::span<const double> values);

}  // namespace gpuscape
