#pragma once
/// What share of each row of nodes jobs hold over time.

#include <cmath>
#include <cstdint>
#include <vector>

#include "gui/view/gantt_view.hpp"

namespace gpuscape::gui {

/// Which row each node is in, from the frame's first node on.
using RowOfNode = std::vector<std::uint32_t>;

/// Fills in the boxes of a view whose rows are known.
void add_shares(const RunResult& run, const RowOfNode& row_of_node, GanttView& view);

/// What a job holds of each node of an allocation: GPUs, or its share of cores.
[[nodiscard]] inline double held_on(const RunResult& run, std::size_t job,
                                    const AllocationSpan& span, std::size_t spans) {
  return run.counts_cores ? run.held(job) / static_cast<double>(spans)
                          : run.jobs.gpus_held(job, span);
}

/// When a segment or a stay ends, at the latest with the run.
template <class Stretch>
[[nodiscard]] Seconds end_of(const Stretch& stretch, const RunResult& run) {
  return std::isnan(stretch.end.value()) ? run.end : stretch.end;
}

}  // namespace gpuscape::gui
