#pragma once
/// What a node draws, by how far jobs bring it from idle to its maximum.

#include <algorithm>

namespace gpuscape {

/// W above idle at a load of 0 (idle) to 1 (maximum).
inline double power_above_idle(double idle, double most, double load) {
  return load * (std::max(most, idle) - idle);
}

}  // namespace gpuscape
