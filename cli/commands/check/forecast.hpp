#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"

namespace gpuscape {

/// Processor time to read and check the chosen design, and all of the file.
struct OpeningTimes {
  Seconds one{0.0};
  Seconds all{0.0};
};

/// What `gpuscape run` of the chosen design takes, and `gpuscape compare` of all where there are
/// several: a line each, from trials of parts of them. None at detail "step", and where nothing can
/// be run. `varied`: by variant, how many values its cost varies by.
[[nodiscard]] std::vector<std::string> forecast_lines(
    const CheckedFile& file, const OpeningTimes& opening,
    const std::map<std::string, std::size_t>& varied);

}  // namespace gpuscape
