#pragma once
/// Real logs and reference answers lie beside the checkout, not in it: a machine may lack them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "test_paths.hpp"

namespace gpuscape {

/// Marks the running test as skipped, or as failed where CI=true demands that everything runs.
inline void report_unable(std::string_view why) {
  const char* ci = std::getenv("CI");  // NOLINT(concurrency-mt-unsafe): tests set no variable
  if (ci != nullptr && std::string_view(ci) == "true") {
    FAIL() << why << ", which is required when CI=true";
  }
  GTEST_SKIP() << why;
}

inline void report_missing(const std::filesystem::path& file) {
  report_unable("there is no " + file.string());
}

/// The file or folder `relative` to the shared data; none, with the test marked, where it is
/// absent. A test begins with `const auto file = shared_file("data/…"); if (!file) return;`
inline std::optional<std::filesystem::path> shared_file(std::string_view relative) {
  const std::filesystem::path file = std::filesystem::path(GPUSCAPE_SHARED_DIR) / relative;
  if (std::filesystem::exists(file)) return file;
  report_missing(file);
  return std::nullopt;
}

/// The file or folder `relative` to the root of the checkout.
inline std::filesystem::path source_file(std::string_view relative) {
  return std::filesystem::path(GPUSCAPE_SOURCE_DIR) / relative;
}

}  // namespace gpuscape
