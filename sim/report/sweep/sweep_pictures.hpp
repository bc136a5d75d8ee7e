#pragma once

#include <string>
#include <vector>

#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

struct SweepPicture {
  std::string name;    ///< "axis-2-nodes"
  std::string title;   ///< "total cost (USD) by nodes"
  std::string figure;  ///< as a page has it
};

/// What there is to draw of a sweep: for each axis of two or more values a bar for each of them,
/// what decides of the best design that has it, with its interval; for pairs of such axes the same
/// as a map; and cost against p95 queue wait of all designs. Without `find` the best design is the
/// one with the shortest p95 wait. `id` stands before the ids of the pictures in a page.
[[nodiscard]] std::vector<SweepPicture> sweep_pictures(const SweepReport& report,
                                                       const std::string& id = "");

/// As an SVG file of its own.
[[nodiscard]] std::string picture_file(const SweepPicture& picture);

}  // namespace gpuscape
