#pragma once
/// Stranded GPUs: free, but of no use to any waiting job because its node has too few free GPUs,
/// cores or memory for the job's share, or is not what the job asks for (another GPU model). With
/// an empty queue they are weighed against the mix of jobs submitted so far: a free GPU counts as
/// far as that mix could not use it. So does what is left of a shared GPU, which only parts of a
/// GPU can use (cores and memory of its node are not looked at). A pool strands nothing. Once a job
/// asks for cores or memory, free ones of these are stranded likewise: on nodes where no waiting
/// job, one without GPUs among them, could start. A node whose jobs use lent GPUs is of use as long
/// as enough of these are free.

#include <cstdint>
#include <map>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/run/record/run_events.hpp"

namespace gpuscape {

/// Free, but of no use to any waiting job.
struct Stranded {
  double gpus = 0.0;
  double cores = 0.0;
  double memory_gib = 0.0;

  Stranded& operator+=(const Stranded& other) {
    gpus += other.gpus;
    cores += other.cores;
    memory_gib += other.memory_gib;
    return *this;
  }
  Stranded operator*(double factor) const {
    return {gpus * factor, cores * factor, memory_gib * factor};
  }
};

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
  /// Cores and memory are 0 until then.
  [[nodiscard]] Stranded stranded() const;
  /// Of them, those of one group.
  [[nodiscard]] Stranded stranded(std::size_t group) const;
  /// All that nodes have.
  [[nodiscard]] Stranded of_all_nodes() const;
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
  /// How many jobs wait, and how many were submitted.
  struct MixTotal {
    std::int64_t waiting = 0;
    std::int64_t submitted = 0;
    [[nodiscard]] bool any_waits() const { return waiting > 0; }
    [[nodiscard]] std::int64_t jobs() const { return any_waits() ? waiting : submitted; }
  };
  struct GroupMix {
    std::vector<std::int64_t> waiting;  // by GPUs of the smallest share
    std::vector<std::int64_t> submitted;
    std::vector<ShareClass> classes;  // by (GPUs, cores, memory); only once every node is looked at
    std::map<std::uint16_t, PartCount> parts;  // by thousandths of a GPU, where GPUs are shared
    MixTotal with_gpus;
    MixTotal all;  // those that ask for no GPU among them
  };
  struct Step {
    std::int32_t waiting, submitted;
  };

  void count(const Demand& demand, Step step);
  static void add(MixTotal& total, Step step);
  static void count_class(GroupMix& mix, const Demand& share, Step step);
  void look_at_every_node();
  [[nodiscard]] static double stranded_by_level(const GroupMix& mix, const GroupCapacity& capacity);
  [[nodiscard]] static double stranded_parts(const GroupMix& mix, const GroupCapacity& capacity);
  [[nodiscard]] Demand share_on(std::size_t group, const Demand& demand) const;
  [[nodiscard]] bool can_borrow(std::size_t group, std::uint32_t node, std::int64_t gpus) const;
  [[nodiscard]] Stranded stranded_by_node(std::size_t group) const;

  const FreeCapacity& capacity_;
  std::vector<GroupMix> groups_;
  bool by_node_ = false;
  bool any_asks_ = false;
};

}  // namespace gpuscape
