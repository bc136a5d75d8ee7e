#pragma once
/// How Kubernetes starts pods, as the scenario gives it. What is not given is as in Kubernetes
/// itself: kube-scheduler's podInitialBackoffSeconds (1) and podMaxBackoffSeconds (10), 20 requests
/// per second of kube-controller-manager (--kube-api-qps), and the delays of 10 s that double up to
/// 6 minutes before a Job's failed pods are made anew. That a job is left after six rounds is ours.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/fields/object_reader.hpp"

namespace gpuscape::kubernetes {

struct PriorityClass {
  std::string name;
  std::int64_t value = 0;
};

struct Settings {
  bool gangs = false;          ///< all pods of a job start together, or none does
  bool several_nodes = true;   ///< jobs may be on several nodes
  Seconds pod_interval{0.05};  ///< from one pod of a job to its next, as they are made
  Seconds first_backoff{1.0};  ///< of a pod that found no node; doubles each time
  Seconds longest_backoff{10.0};
  std::optional<Seconds> gives_up_after = {};  ///< none: a job keeps the pods that it has
  std::vector<PriorityClass> priorities = {};  ///< by QOS; others have 0
  bool preempts = true;                        ///< pods of a lower one leave for those of a higher
  Seconds grace{30.0};                         ///< terminationGracePeriodSeconds
  [[nodiscard]] bool stops_pods() const { return preempts && !priorities.empty(); }

  static constexpr int kMostRetries = 6;  ///< of a job that gave its pods up
  static constexpr Seconds kFirstRetry{10.0};
  static constexpr Seconds kLongestRetry{360.0};
};

/// `base` is what holds where the scenario says nothing.
Settings read_settings(ObjectReader& reader, const Settings& base);

}  // namespace gpuscape::kubernetes
