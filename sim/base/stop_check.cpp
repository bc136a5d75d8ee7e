#include "sim/base/stop_check.hpp"

#include "sim/base/interrupted.hpp"

namespace gpuscape {

void StopCheck::interrupt() { throw Interrupted("interrupted while statistics were taken"); }

}  // namespace gpuscape
