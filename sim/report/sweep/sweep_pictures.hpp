#pragma once

#include <string>
#include <vector>

#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

struct SweepPicture {
  std::string name;  ///< "axis-2-nodes.svg"
  std::string svg;
};

/// What there is to draw of a sweep: for each axis of two or more values a bar for each of them,
/// what decides of the best design that has it, with its interval; and cost against p95 queue wait
/// of all designs. Without `find` the best design is the one with the shortest p95 wait.
[[nodiscard]] std::vector<SweepPicture> sweep_pictures(const SweepReport& report);

}  // namespace gpuscape
