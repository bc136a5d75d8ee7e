#pragma once
/// Part of shaping a log: more users, more jobs, longer jobs, by the entries of a stream's `scale`.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/job_table.hpp"

namespace gpuscape {

/// Moves submissions by whole weeks, or by whole days where the log spans less than four weeks, and
/// around its end to its beginning: the hour of the day stays, and the weekday where it can.
class WholeShifts {
 public:
  /// `span`: from date 0 to the last submission.
  explicit WholeShifts(Seconds span);
  /// How many different shifts there are: each moves every date. 0: the log is too short.
  [[nodiscard]] std::int64_t count() const { return slots_ - 1; }
  /// `shift` from 1 to count().
  [[nodiscard]] Seconds moved(Seconds date, std::int64_t shift) const;

 private:
  Seconds span_;
  Seconds period_;
  std::int64_t slots_;  // periods that every hour of the day (and weekday) has at least
};

struct ScaleKey {
  std::string stream;
  std::uint64_t seed = 1;
};

/// Applies the entries one after the other; a copy is selected as its original is.
/// Copies get ids of their own and, where users are scaled, users of their own: "ada+1". What
/// happened is said in the report. Draws depend on seed, stream, entry and user or job alone: a
/// larger factor adds to what a smaller one adds. Throws ScenarioError where a log is too short to
/// be shifted, or what is wanted is more than can be held.
void scale_rows(std::vector<TableRow>& rows, const std::vector<ScaleSpec>& entries,
                const ScaleKey& key, OriginTable& origins, ReadReport& report);

}  // namespace gpuscape
