#pragma once
/// What a live reader wants of a run that goes on: the clock, the timeline so far, and which job
/// runs where. A value of its own, so that it can be handed to another thread. What it costs grows
/// with the jobs that run and the intervals of the timeline, not with the jobs that ended.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

struct RunView {
  struct Running {
    std::uint32_t job = 0;
    std::uint32_t first_span = 0;  ///< into `spans`
    std::uint32_t span_count = 0;
    Seconds started{0.0};  ///< on this allocation
  };

  Seconds now{0.0};
  std::int64_t submitted = 0;
  std::int64_t waiting = 0;
  std::int64_t ended = 0;
  Timeline timeline;             ///< up to the last event
  std::vector<Running> running;  ///< by rising job
  std::vector<AllocationSpan> spans;

  [[nodiscard]] std::span<const AllocationSpan> spans_of(const Running& job) const {
    return std::span(spans).subspan(job.first_span, job.span_count);
  }
};

}  // namespace gpuscape
