#pragma once
/// How long the jobs of each user, account, size, … wait in two runs.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/stop_check.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// By what jobs are grouped. "size" is the number of GPUs (of cores where a run counts those), by
/// powers of two.
inline constexpr std::string_view kGroupings[] = {"user", "account", "partition",   "qos",
                                                  "size", "stream",  "application", "queue"};

/// One of them.
enum class Grouping : std::uint8_t {
  user,
  account,
  partition,
  qos,
  size,
  stream,
  application,
  queue
};

/// Throws InternalError for a name that is not in kGroupings.
[[nodiscard]] Grouping grouping_of(std::string_view name);

/// Waits of one group in seconds, of jobs that started; NaN where none did.
struct GroupWaits {
  std::string name;
  std::int64_t jobs = 0;   ///< at the baseline
  double gpu_share = 0.0;  ///< of the GPU time (core time) asked for at the baseline
  double p50_before = 0.0, p50_after = 0.0;
  double p95_before = 0.0, p95_after = 0.0;
};

/// All groups that either run has, of jobs submitted from `from` on: those first whose p95 grows
/// most, then by p50, then by name. Throws Interrupted.
[[nodiscard]] std::vector<GroupWaits> group_waits(const RunResult& baseline,
                                                  const RunResult& variant, Grouping by,
                                                  Seconds from, const StopCheck& stop = {});

}  // namespace gpuscape
