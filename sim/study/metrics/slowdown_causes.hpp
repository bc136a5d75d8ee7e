#pragma once
/// What made jobs take longer than on GPUs of their own below one switch, as shares of the GPU time
/// that they held.

#include <limits>

#include "sim/study/metrics/gpu_time_metrics.hpp"

namespace gpuscape {

/// GPU time of the jobs that completed and count, and what of it was no progress that GPUs of their
/// own would have needed.
struct SlowdownCauses {
  GpuSeconds held{0.0};
  GpuSeconds network{0.0};          ///< sharing links with others, and longer routes
  GpuSeconds calls{0.0};            ///< to lent GPUs
  GpuSeconds copies{0.0};           ///< to and from them, that nothing hid
  GpuSeconds attaching{0.0};        ///< until clients had their GPUs
  GpuSeconds input{0.0};            ///< waiting for what they are trained on
  GpuSeconds held_by_readers{0.0};  ///< of `held`: by jobs that read from a store
};

/// Over jobs submitted in the window. Throws Interrupted.
[[nodiscard]] SlowdownCauses slowdown_causes(const RunResult& run, const MetricWindow& window,
                                             const StopCheck& stop = {});

namespace metric_functions {

template <GpuSeconds SlowdownCauses::* Part>
double cause_share(const MetricInput& of) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (of.run.remote.empty() && !of.run.traffic && !of.run.input) return kNone;
  const SlowdownCauses causes = slowdown_causes(of.run, of.window, of.stop);
  return causes.held > GpuSeconds(0.0) ? causes.*Part / causes.held : kNone;
}

inline double input_stall_share(const MetricInput& of) {
  const SlowdownCauses causes = slowdown_causes(of.run, of.window, of.stop);
  return causes.held_by_readers > GpuSeconds(0.0) ? causes.input / causes.held_by_readers
                                                  : std::numeric_limits<double>::quiet_NaN();
}

/// In the whole run: what is lost before the window is lost.
inline double data_losses(const MetricInput& of) {
  std::int64_t times = 0;
  for (const StoreLoss& store : of.run.store_losses) times += store.data_losses;
  return static_cast<double>(times);
}

inline constexpr Metric kCauseMetrics[] = {
    share_lost("slowed_by_network_share",
               "of the GPU time held by jobs that completed: sharing the network with others, and "
               "longer routes; the next three are of the same time",
               cause_share<&SlowdownCauses::network>, Needs::traffic),
    share_lost("slowed_by_calls_share", "calls to lent GPUs, of jobs with an application",
               cause_share<&SlowdownCauses::calls>, Needs::lent_gpus),
    share_lost("slowed_by_copies_share", "copies to and from them that nothing hid",
               cause_share<&SlowdownCauses::copies>, Needs::lent_gpus),
    share_lost("slowed_by_attaching_share", "from a job's start until its clients had the GPUs",
               cause_share<&SlowdownCauses::attaching>, Needs::lent_gpus),
    share_lost("slowed_by_input_share", "waiting for what jobs are trained on, read from stores",
               cause_share<&SlowdownCauses::input>, Needs::input),
    {.key = "input_stall_share",
     .about = "of the GPU time held by jobs that completed and read from a store: waiting for it",
     .print = MetricPrint::share,
     .needs = Needs::input,
     .of_window = input_stall_share,
     .method = "no interval: 1 replication",
     .range = {0.0, 1.0},
     .compared = 16,
     .label = "waiting for input",
     .decides = 4},
    {.key = "data_losses",
     .about = "times that a store lost data, in the whole run: more of its machines or drives were "
              "missing at once than its protection survives",
     .print = MetricPrint::amount,
     .needs = Needs::store_losses,
     .of_window = data_losses,
     .method = "no interval: 1 replication"},
};

}  // namespace metric_functions

}  // namespace gpuscape
