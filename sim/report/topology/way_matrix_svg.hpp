#pragma once

#include <cstddef>
#include <string>

#include "sim/model/transfers/way_matrix.hpp"

namespace gpuscape {

/// Of more devices the squares are too small for numbers.
inline constexpr std::size_t kMostDrawnDevices = 32;

/// Latency and bandwidth of each pair as heat maps, and the classes of pairs below them. For at
/// most kMostDrawnDevices.
std::string way_matrix_svg(const WayMatrix& matrix);

}  // namespace gpuscape
