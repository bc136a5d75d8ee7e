#pragma once
/// One published figure, run.

#include "sim/validation/validate.hpp"

namespace gpuscape {

/// Runs its experiments. Not yet whether it is scored.
ValidatedFigure run_figure(const PublishedFigure& figure, const Registry& registry);

}  // namespace gpuscape
