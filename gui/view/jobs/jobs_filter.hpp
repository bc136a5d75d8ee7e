#pragma once
/// The text above the table of jobs, as a test of jobs.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape::gui {

struct JobsFilter {
  /// All of them must hold; none: every job passes.
  std::vector<std::function<bool(std::uint32_t job)>> tests;
  std::string fault;  ///< what is wrong with the text; empty: nothing is
  [[nodiscard]] bool passes(std::uint32_t job) const {
    for (const auto& test : tests)
      if (!test(job)) return false;
    return true;
  }
};

/// See JobsTable::filter. The run must outlive it.
JobsFilter parse_filter(const RunResult& run, std::string_view text);

}  // namespace gpuscape::gui
