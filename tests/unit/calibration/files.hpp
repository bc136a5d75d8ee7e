#pragma once
/// Files of measurements, from the fixtures and made up.

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "sim/calibration/measurement.hpp"
#include "test_paths.hpp"

namespace gpuscape {

inline MeasurementText fixture(const std::string& name) {
  const std::ifstream file(std::string(GPUSCAPE_SOURCE_DIR) + "/tests/fixtures/measurements/" +
                           name);
  std::ostringstream text;
  text << file.rdbuf();
  return {name, text.str()};
}

/// One row of gpuscape-bench, further members before `time`, which is JSON too.
inline std::string own_row(const std::string& members, const std::string& time) {
  return fmt::format(R"({{"run_type": "iteration", "family": "cuda", {}, "real_time": {},
                         "time_unit": "ns"}})",
                     members, time);
}

inline std::string own_text(const std::string& rows, const std::string& host = "node17",
                            const std::string& more = "") {
  return fmt::format(
      R"({{"context": {{"gpuscape": {{"machine": {{"host": "{}"}}{}}}}}, "benchmarks": [{}]}})",
      host, more, rows);
}

/// What reading gives, and the messages of its faults in `faults`.
inline MeasurementSet read(const std::vector<MeasurementText>& texts,
                           std::string* faults = nullptr) {
  ReadingContext context;
  MeasurementSet set = read_measurements(texts, context);
  if (faults != nullptr) *faults = format_issues(context.sorted_issues());
  if (faults == nullptr) context.throw_if_issues();
  return set;
}

inline std::string faults_of(const std::vector<MeasurementText>& texts) {
  std::string faults;
  read(texts, &faults);
  return faults;
}

}  // namespace gpuscape
