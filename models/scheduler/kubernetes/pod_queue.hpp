#pragma once
/// Pods that wait for a node, in the order in which kube-scheduler tries them: by falling priority,
/// then by their last attempt. A pod that found no node is tried again when nodes were given back
/// since, and its back-off is over.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scheduling/pods/pod_claims.hpp"

namespace gpuscape::kubernetes {

struct Pod {
  std::uint32_t job = 0;
  std::uint32_t shape = 0;  ///< equal ones find the same nodes
  std::int64_t priority = 0;
  Seconds made{0.0};
  bool whole = true;  ///< it is all of its job
  PodKind kind = PodKind::rest;
  // Of its attempts so far.
  std::uint32_t attempts = 0;
  std::uint64_t epoch = 0;  ///< of the last one
  Seconds ready{0.0};       ///< its back-off is over
};

class PodQueue {
 public:
  PodQueue(Seconds first_backoff, Seconds longest_backoff)
      : first_(first_backoff), longest_(longest_backoff) {}

  /// `made` may lie ahead.
  void add(const Pod& pod);
  /// None of the job's pods waits any more.
  void forget(std::uint32_t job);
  /// Offers pods that may be tried now to `placed`, which says whether it found a node. `freed`:
  /// nodes were given back since the last sweep.
  void sweep(Seconds now, bool freed, const std::function<bool(const Pod&)>& placed);
  /// When there is more to try, whatever else happens; none: nothing.
  [[nodiscard]] std::optional<Seconds> wake() const;

 private:
  /// Those of one priority that have been made, by their last attempt.
  struct Active {
    std::vector<Pod> pods = {};
    std::size_t fresh = 0;  ///< from here on none was tried yet
  };
  void make_due(Seconds now);
  void sweep(Active& active, std::size_t from, Seconds now,
             const std::function<bool(const Pod&)>& placed);
  [[nodiscard]] Seconds backoff(std::uint32_t attempts) const;

  Seconds first_;
  Seconds longest_;
  std::map<std::tuple<Seconds, std::uint32_t, std::uint32_t>, Pod> to_be_made_;  // by date and job
  std::map<std::int64_t, Active, std::greater<>> active_;                        // by priority
  std::vector<Pod> failed_;                                                      // scratch
  std::uint64_t epoch_ = 1;
  std::uint32_t made_ = 0;
  Seconds next_ready_ = kForever;
};

}  // namespace gpuscape::kubernetes
