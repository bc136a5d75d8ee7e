#pragma once
/// Whose jobs end later and whose sooner, by design.

#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// Those who lose and those who gain, at most ten of each of a design. Empty where jobs are not the
/// same, and nothing can be said.
[[nodiscard]] std::string groups_html(const PageComparison& of);

}  // namespace gpuscape
