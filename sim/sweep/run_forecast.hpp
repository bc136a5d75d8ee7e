#pragma once
/// What the study of one design takes, before it is begun: a trial of a part of it.

#include <optional>

#include "sim/base/units/quantity.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

struct RunForecast {
  Seconds time{0.0};         ///< processor time of all its replications and their statistics
  bool is_at_least = false;  ///< how many replications it takes is not known before, or reading
                             ///< alone took all the time allowed
  Bytes memory{0.0};         ///< what it takes beside what this process had before
  double share = 1.0;        ///< of replication 0, that the trial ran
  std::optional<StudyOutcome> trial = {};  ///< none: nothing was run
};

/// Runs the study on this thread for at most `most`. Nothing where it cannot be run.
[[nodiscard]] std::optional<RunForecast> forecast_run(const CheckedScenario& scenario,
                                                      TraceCache& traces, Seconds most);

}  // namespace gpuscape
