#pragma once
/// Stranded GPUs: free, but of no use to any waiting job because its node has too few free GPUs,
/// cores or memory for the job's share, or is not what the job asks for (another GPU model). With
/// an empty queue they are weighed against the mix of jobs submitted so far: a free GPU counts as
/// far as that mix could not use it. So does what is left of a shared GPU, which only parts of a
/// GPU can use (cores and memory of its node are not looked at). A pool strands nothing.

#include <cstdint>
#include <map>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/run/record/run_events.hpp"

namespace gpuscape {

class StrandedMeter {
 public:
  explicit StrandedMeter(const FreeCapacity& capacity);

  /// A job was submitted: it is part of the mix from now on.
  void job_submitted(const Demand& demand) { count(demand, {0, 1}); }
  /// A job did not start at once.
  void job_waits(const Demand& demand) { count(demand, {1, 0}); }
  /// A job that waited starts.
  void job_leaves(const Demand& demand) { count(demand, {-1, 0}); }

  void on(const JobSubmitted& event) {
    if (event.state == JobState::waiting) job_submitted(event.demand);
  }
  void on(const JobWaits& event) {
    if (!event.held_by) job_waits(event.demand);
  }
  void on(const JobHeldBack& event) {
    if (event.waited) job_leaves(event.demand);
  }
  void on(const JobLetGo& event) {
    if (event.waited) job_waits(event.demand);
  }
  void on(const JobStarted& event) {
    if (event.waited) job_leaves(event.demand);
  }
  void on(const JobPreempted& event) {
    if (!event.is_new) job_waits(event.demand);
  }

  /// True when a job asks for cores or memory: then `stranded` looks at every node.
  [[nodiscard]] bool looks_at_every_node() const { return by_node_; }
  [[nodiscard]] double stranded() const;
  /// Of them, those of one group.
  [[nodiscard]] double stranded(std::size_t group) const;
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  /// True when a job asks for certain nodes.
  [[nodiscard]] bool any_asks() const { return any_asks_; }

 private:
  /// Jobs with the same smallest share on the nodes of one group.
  struct ShareClass {
    Demand share;
    std::int64_t waiting = 0;
    std::int64_t submitted = 0;
  };
  /// Jobs that ask for one part of a GPU.
  struct PartCount {
    std::int64_t waiting = 0;
    std::int64_t submitted = 0;
  };
  struct GroupMix {
    std::vector<std::int64_t> waiting;  // by GPUs of the smallest share
    std::vector<std::int64_t> submitted;
    std::vector<ShareClass> classes;  // by (GPUs, cores, memory); only once every node is looked at
    std::map<std::uint16_t, PartCount> parts;  // by thousandths of a GPU, where GPUs are shared
    std::int64_t waiting_total = 0;
    std::int64_t submitted_total = 0;
  };
  struct Step {
    std::int32_t waiting, submitted;
  };

  void count(const Demand& demand, Step step);
  static void count_class(GroupMix& mix, const Demand& share, Step step);
  void look_at_every_node();
  [[nodiscard]] double stranded_by_level(const GroupMix& mix, const GroupCapacity& capacity) const;
  [[nodiscard]] static double stranded_parts(const GroupMix& mix, const GroupCapacity& capacity);
  [[nodiscard]] double stranded_by_node(const GroupMix& mix, const GroupCapacity& capacity) const;

  const FreeCapacity& capacity_;
  std::vector<GroupMix> groups_;
  bool by_node_ = false;
  bool any_asks_ = false;
};

}  // namespace gpuscape
