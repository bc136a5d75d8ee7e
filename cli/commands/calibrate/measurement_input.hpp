#pragma once

#include <string>
#include <vector>

#include "sim/calibration/measurement.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// What a file holds; a fault, with what would write one, where it is not there or cannot be read.
std::string content_of(const std::string& path, const std::string& hint, ReadingContext& context);

/// Throws ScenarioError for everything that is wrong with the files. Those of the set are named
/// without their folders: a profile holds no folders of whoever measured.
MeasurementSet read_measurement_files(const std::vector<std::string>& paths);

}  // namespace gpuscape
