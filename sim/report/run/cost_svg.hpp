#pragma once
/// The picture of a cost: what is paid by year, item upon item, and what the inputs decide.

#include <string>

#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// cost.svg, of a run with a cost. The lower panel, a tornado, is there where inputs have ranges.
std::string cost_svg(const StudyResult& result);

}  // namespace gpuscape
