#pragma once
/// A profile as the terminal shows it.

#include <string>

#include "sim/calibration/profile.hpp"

namespace gpuscape {

/// Every path with its regimes, range, residual and verdict, then calls and tables.
std::string calibration_text(const Profile& profile);

/// "2.1 us + n / 11.8 GB/s".
std::string regime_text(const LawRegime& regime);

/// Fits that were refused and for which there is no table either.
std::size_t refused_without_table(const Profile& profile);

}  // namespace gpuscape
