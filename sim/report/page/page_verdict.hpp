#pragma once
/// What a comparison comes to, in sentences.

#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// The verdict, what it rests on, and what keeps other designs from it, as HTML; empty where the
/// comparison was stopped before it.
std::string verdict_html(const PageComparison& of);

}  // namespace gpuscape
