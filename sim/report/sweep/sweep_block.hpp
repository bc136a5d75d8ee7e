#pragma once

#include <string>

#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

/// A sweep as part of a page: what it was of, the answer, pictures, a table of designs. HTML
/// without a heading of its own; headings in it are of `level`. `id` stands before ids in it.
[[nodiscard]] std::string sweep_block(const SweepReport& report, int level, const std::string& id);

}  // namespace gpuscape
