#pragma once
/// From times by size to a law: regimes of α + n/β, found, fitted and judged.

#include <string>
#include <variant>
#include <vector>

#include "sim/calibration/profile.hpp"

namespace gpuscape {

/// All repetitions of one size.
struct FitPoint {
  double size = 0.0;
  std::vector<double> seconds;  ///< one for each repetition, rising; at least one
  double median = 0.0;
};

struct FitOptions {
  double bound = 0.10;  ///< largest median relative residual that passes
  int most_regimes = 4;
  int resamples = 200;
};

/// Fewest sizes that make a law, and a regime.
inline constexpr std::size_t kLeastPoints = 3;

/// `points` by rising size. The law has key, regimes, range, and residuals, points and rows of its
/// grounds; or why there is none.
std::variant<PathLaw, std::string> fit_law(const LawKey& key, const std::vector<FitPoint>& points,
                                           const FitOptions& options);

}  // namespace gpuscape
