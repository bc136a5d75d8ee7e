#pragma once
/// The scheduler of Kubernetes: it tries one pod after the other, and no pod waits for those before
/// it. Jobs on several nodes have a pod on each.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/scheduler/kubernetes/pod_queue.hpp"
#include "models/scheduler/kubernetes/settings.hpp"
#include "models/scheduler/queues/nodes_that_hold.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape::kubernetes {

class Policy final : public Scheduler, public JobRules {
 public:
  Policy(Settings settings, std::string note)
      : settings_(std::move(settings)),
        note_(std::move(note)),
        pods_(settings_.first_backoff, settings_.longest_backoff) {}

  [[nodiscard]] PolicyParts parts() override {
    return {.rules = this,
            .preempts = settings_.stops_pods(),
            .picks = true,
            .claims = settings_.several_nodes && !settings_.gangs};
  }
  [[nodiscard]] double rank(const WaitingJob& job) const override {
    arrived_.push_back(job);
    return 0.0;
  }
  void schedule(SchedulingPass& pass) override;
  [[nodiscard]] std::optional<Seconds> wake() const override { return wake_; }

  std::size_t bind(const PolicyContext& context) override;
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

 private:
  using NodeOfGroup = std::pair<std::size_t, std::uint32_t>;
  using ShapeKey = std::tuple<Demand, bool, bool>;
  struct LessShape {
    bool operator()(const ShapeKey& a, const ShapeKey& b) const;
  };
  /// How many nodes of the group it has, of those that will do.
  /// Its pods, where it has several; none: one pod is all of it.
  [[nodiscard]] std::optional<Gang> gang_of(const SchedulingPass& pass, const Demand& demand) const;
  void make_pods(const SchedulingPass& pass, const WaitingJob& job, Seconds from);
  void make_lost_pods_anew(const SchedulingPass& pass);
  /// True when some job gave its pods up.
  bool give_up(SchedulingPass& pass);
  bool try_pod(SchedulingPass& pass, const Pod& pod);
  // Who leaves for whom: policy_preempts.cpp.
  /// Has jobs of lower priorities leave for it; true where it started by that.
  bool preempt(SchedulingPass& pass, const Pod& pod, const WaitingJob& job,
               const NodeFilter* filter);
  /// Those for whom others have left come before all other pods.
  void start_nominated(SchedulingPass& pass);
  [[nodiscard]] std::int64_t priority_of(const WaitingJob& job) const {
    return job.origin < priority_of_.size() ? priority_of_[job.origin] : 0;
  }
  std::uint32_t shape_of(const Demand& demand, bool whole, PodKind kind);
  void wake_at(Seconds date) { wake_ = std::min(wake_.value_or(date), date); }

  Settings settings_;
  std::string note_;
  PodQueue pods_;
  mutable std::vector<WaitingJob> arrived_;  // since the last pass
  std::vector<std::int64_t> priority_of_;    // by origin
  NodesThatHold nodes_;
  mutable std::int64_t refused_ = 0;      // jobs on several nodes
  mutable std::uint32_t counted_ = 0;     // jobs before that number
  std::map<std::uint32_t, int> retries_;  // by job that gave its pods up
  std::int64_t left_ = 0;                 // jobs that did so too often
  Seconds next_give_up_{0.0};
  std::map<ShapeKey, std::uint32_t, LessShape> shapes_;
  std::vector<std::uint64_t> refused_in_;  // by shape: the pass in which no node had room
  struct Nomination {
    std::int64_t priority = 0;
    Seconds until{0.0};                  // by then those have left
    std::optional<NodeOfGroup> at = {};  // that they leave; none: not on one node
  };
  /// As long as others leave for a job, none of a lower priority takes what they leave.
  class KeptNodes final : public NodeFilter {
   public:
    [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                              const Demand& /*share*/) const override {
      return std::ranges::find(nodes, NodeOfGroup(group, node)) == nodes.end();
    }
    std::vector<NodeOfGroup> nodes = {};
    bool all = false;  ///< they leave several nodes, or nobody says which
  };
  [[nodiscard]] KeptNodes kept_from(Seconds now, std::int64_t priority) const;
  /// The one node that running jobs leave, where one is all that whoever they leave for needs.
  [[nodiscard]] std::optional<NodeOfGroup> node_of(const RunningJobs& running,
                                                   std::span<const std::uint32_t> jobs,
                                                   const Demand& demand) const;
  std::map<std::uint32_t, Nomination> nominated_;  // jobs for which others leave
  bool kept_back_ = false;                         // some pod, since all could be tried
  std::optional<std::int64_t> least_running_;      // priority, in this pass
  std::uint64_t pass_ = 0;
  std::optional<Seconds> wake_;
};

}  // namespace gpuscape::kubernetes
