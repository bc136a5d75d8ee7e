#pragma once
/// What made jobs take longer than on GPUs of their own below one switch, as shares of the GPU time
/// that they held.

#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

/// GPU time of the jobs that completed and count, and what of it was no progress that GPUs of their
/// own would have needed.
struct SlowdownCauses {
  GpuSeconds held{0.0};
  GpuSeconds network{0.0};    ///< sharing links with others, and longer routes
  GpuSeconds calls{0.0};      ///< to lent GPUs
  GpuSeconds copies{0.0};     ///< to and from them, that nothing hid
  GpuSeconds attaching{0.0};  ///< until clients had their GPUs
};

/// Over jobs submitted in the window. Throws Interrupted.
[[nodiscard]] SlowdownCauses slowdown_causes(const RunResult& run, const MetricWindow& window,
                                             const StopCheck& stop = {});

namespace metric_functions {

template <GpuSeconds SlowdownCauses::* Part>
double cause_share(const MetricInput& of) {
  const SlowdownCauses causes = slowdown_causes(of.run, of.window, of.stop);
  return causes.held > GpuSeconds(0.0) ? causes.*Part / causes.held
                                       : std::numeric_limits<double>::quiet_NaN();
}

constexpr Metric slowed_by(std::string_view key, std::string_view about, Needs needs,
                           OfWindow taken) {
  return {.key = key,
          .about = about,
          .print = MetricPrint::share,
          .needs = needs,
          .of_window = taken,
          .method = "no interval: 1 replication",
          .range = {0.0, 1.0}};
}

inline constexpr Metric kCauseMetrics[] = {
    slowed_by("slowed_by_network_share",
              "of the GPU time held by jobs that completed: sharing the network with others, and "
              "longer routes; the next three are of the same time",
              Needs::traffic, cause_share<&SlowdownCauses::network>),
    slowed_by("slowed_by_calls_share", "calls to lent GPUs, of jobs with an application",
              Needs::lent_gpus, cause_share<&SlowdownCauses::calls>),
    slowed_by("slowed_by_copies_share", "copies to and from them that nothing hid",
              Needs::lent_gpus, cause_share<&SlowdownCauses::copies>),
    slowed_by("slowed_by_attaching_share", "from a job's start until its clients had the GPUs",
              Needs::lent_gpus, cause_share<&SlowdownCauses::attaching>),
};

}  // namespace metric_functions

}  // namespace gpuscape
