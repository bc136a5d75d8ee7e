#pragma once

#include <string>

#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

struct TextOptions {
  bool colour = false;    ///< terminal escapes around verdicts
  std::size_t width = 0;  ///< columns that there are; 0: as many as it takes
};

/// The answer as the command prints it. A line or column stands only where the scenario asks for it
/// and something was modelled behind it. Equal results give equal text.
std::string text_report(const StudyResult& result, const TextOptions& options = {});

}  // namespace gpuscape
