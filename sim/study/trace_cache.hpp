#pragma once
/// Logs that were read once for as many runs as ask for them.

#include <map>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>

#include "sim/run/run.hpp"

namespace gpuscape {

/// Keyed by what a workload resolves to and by the size and date of every file that it names: a
/// file that has changed is read again, and what was read of it before is dropped.
class TraceCache {
 public:
  /// As load_traces gives them, with the same exceptions.
  RunInputs inputs(const ScenarioSpec& scenario, const std::stop_token& stop);
  /// Drops what none of these scenarios reads.
  void keep_only(std::span<const ScenarioSpec* const> scenarios);
  /// How often logs were read.
  [[nodiscard]] std::size_t reads() const { return reads_; }

 private:
  struct Entry {
    bool is_read = false;
    std::string files;  // with sizes and dates
    RunInputs inputs;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by the resolved workload
  std::size_t reads_ = 0;
};

}  // namespace gpuscape
