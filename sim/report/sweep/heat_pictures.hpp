#pragma once

#include <string>

#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

/// What decides over two axes: of each pair of their values the best design that has both, whatever
/// its other axes are; where none meets what is asked, the one that misses it by least. Empty where
/// no design has a value. `id` is that of the picture in its page.
[[nodiscard]] std::string heat_picture(const SweepReport& report, const AxisSpec& first,
                                       const AxisSpec& second, const std::string& id);

}  // namespace gpuscape
