#pragma once
/// How much of the GPU time that jobs hold is progress that they keep, and where the rest goes.

#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// GPU time (or core time) that a job held while it was on nodes, standbys aside.
[[nodiscard]] GpuSeconds held_on_nodes(const RunResult& run, std::size_t job);

/// GPU time of the jobs that completed, or that failures stopped too often; the parts add up to
/// what they held.
struct GpuTimeSplit {
  GpuSeconds held{0.0};
  GpuSeconds useful{0.0};      ///< their run times
  GpuSeconds redone{0.0};      ///< work that interruptions lost
  GpuSeconds saving{0.0};      ///< waiting for checkpoints
  GpuSeconds starting{0.0};    ///< start-up, attaching, restarts
  GpuSeconds standby{0.0};     ///< of nodes that were not worked on
  GpuSeconds straggling{0.0};  ///< they went slower, for nodes that were
  GpuSeconds slowed{0.0};      ///< the rest: they went slower than their run times say
  GpuSeconds failed{0.0};      ///< all of jobs that failures stopped too often
};
/// `window`: of the jobs that count in it; null: of all.
GpuTimeSplit gpu_time_split(const RunResult& run, const MetricWindow* window = nullptr,
                            const StopCheck& stop = {});

/// One of the parts ÷ held GPU time, of jobs that count in the window; NaN where nothing is held.
double share_of_held(const RunResult& run, const MetricWindow& window,
                     GpuSeconds GpuTimeSplit::* part, const StopCheck& stop = {});
/// Of jobs that completed, by GPUs: time between interruptions and the next start ÷ time from first
/// start to end; NaN where there are none.
double waiting_for_nodes_share(const RunResult& run, const MetricWindow& window,
                               const StopCheck& stop = {});

/// Useful ÷ held GPU time in the window; NaN where nothing is held.
double goodput_share(const RunResult& run, const MetricWindow& window, const StopCheck& stop = {});
/// Of jobs that completed, by GPUs: run time ÷ time from first start to end, waits for nodes after
/// interruptions in it; NaN where there are none.
double effective_time_share(const RunResult& run, const MetricWindow& window,
                            const StopCheck& stop = {});
/// Times that failures stopped jobs in the window.
double interruptions(const RunResult& run, const MetricWindow& window, const StopCheck& stop = {});
/// GPUs in service ÷ all, averaged over the window.
double gpus_up_share(const RunResult& run, const MetricWindow& window);

}  // namespace gpuscape
