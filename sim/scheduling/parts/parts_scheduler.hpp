#pragma once
/// Several schedulers on one cluster: each has nodes of its own, which no other puts jobs on, and
/// jobs of its own. Nodes may move to where jobs wait for them.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/parts/part_waits.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape {

/// Nodes that go from a part where they are idle to one whose first job waits for them.
struct PartMoves {
  Seconds after{0.0};  ///< how long that job has waited since it was submitted
  Seconds takes{0.0};  ///< the node is nobody's meanwhile: it is drained and set up anew
};

class PartsScheduler final : public Scheduler,
                             public JobRules,
                             public StartLimits,
                             public UseLimits,
                             public QueueView {
 public:
  struct Part {
    std::string name;
    std::unique_ptr<Scheduler> policy;
    std::vector<std::pair<std::size_t, std::uint32_t>> nodes;  ///< of which group how many
    std::uint32_t least = 0;                                   ///< nodes that never move away
    /// Jobs are its own by one of these; those of none are of the default's, if there is one.
    std::vector<std::string> streams = {};
    std::vector<std::string> partitions = {};
    std::vector<std::string> accounts = {};
    bool is_default = false;
  };
  PartsScheduler(std::vector<Part> parts, std::optional<PartMoves> moves);

  [[nodiscard]] double rank(const WaitingJob& job) const override;
  [[nodiscard]] std::uint32_t rank_class(const WaitingJob& job) const override;
  void schedule(SchedulingPass& pass) override;
  [[nodiscard]] std::optional<Seconds> wake() const override;
  [[nodiscard]] PolicyParts parts() override;

  // Rules.
  std::size_t bind(const PolicyContext& context) override;
  [[nodiscard]] std::size_t lane(const WaitingJob& job) const override;
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override;
  [[nodiscard]] const NodeMask* nodes_now(const WaitingJob& job) const override;
  [[nodiscard]] const NodeMask* own(std::size_t lane) const override { return &at_[lane].has; }
  [[nodiscard]] bool is_due(std::size_t lane, Seconds now) const override;
  void settle(const FreeCapacity& capacity, Seconds now) override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  // Limits.
  bool hold_back(const WaitingJob& job) override;
  [[nodiscard]] const NodeFilter* open_now(const WaitingJob& job, Seconds now) const override;
  void started(const WaitingJob& job, Seconds date) override;
  void ended(const WaitingJob& job, Seconds date) override;
  std::vector<WaitingJob> let_go(Seconds now) override;

  // Limits on use.
  [[nodiscard]] Seconds next_kill() const override;
  std::vector<std::uint32_t> killed(Seconds now) override;

  // View: each part is a queue, and queues of its policy are below it.
  [[nodiscard]] std::vector<QueueFacts> queues() const override;
  [[nodiscard]] QueueState state(std::uint32_t queue) const override;
  std::vector<std::uint32_t> take_changed() override;
  [[nodiscard]] std::vector<QueueWait> waits(Seconds now) const override;
  [[nodiscard]] QueueStops stops(std::uint32_t queue) const override;
  [[nodiscard]] std::vector<std::uint32_t> queues_of_jobs() const override;
  [[nodiscard]] SecondsByRule waited(std::uint32_t queue, Seconds now) const override;

 private:
  static constexpr std::size_t kNoPart = static_cast<std::size_t>(-1);
  /// What a part has of the cluster, and what became of it.
  struct Place {
    PolicyParts hooks;
    NodeMask has;                 ///< its nodes now
    std::uint64_t changes = 0;    ///< of them
    std::int64_t gpus = 0;        ///< of them
    std::int64_t gpus_first = 0;  ///< when the run begins
    std::int64_t held_milli = 0;
    bool freed = false;                    ///< nodes came to it since its last pass
    std::int64_t came = 0;                 ///< nodes that did, over the run
    std::optional<Seconds> move_at = {};   ///< when its first job has waited long enough
    std::optional<WaitingJob> first = {};  ///< of its queue, after its last pass
    const PodClaims* pods = nullptr;       ///< of its jobs that wait; null: there are none such
    mutable PartWaits waits = {};
    /// Masks of its policy, on its own nodes after so many changes.
    mutable std::map<const NodeMask*, std::pair<std::uint64_t, NodeMask>> with = {};
    std::uint32_t first_queue = 0;  ///< among all queues: its own
  };
  struct Move {
    Seconds date{0.0};
    std::size_t group = 0;
    std::uint32_t node = 0;
    std::size_t to = 0;
  };

  [[nodiscard]] std::size_t part_of(const WaitingJob& job) const;
  [[nodiscard]] std::size_t find_part(const PolicyContext& context, std::size_t stream,
                                      std::uint32_t origin) const;
  void give_nodes(const Platform& platform);
  [[nodiscard]] bool could_ever_have(std::size_t part, const Demand& demand) const;
  [[nodiscard]] const NodeMask* nowhere() const { return nowhere_ ? &*nowhere_ : nullptr; }
  void end_moves(Seconds now);
  /// All of a part's nodes.
  [[nodiscard]] std::uint32_t count(std::size_t part) const;
  /// Nodes that it can spare in all.
  [[nodiscard]] std::uint32_t spare(std::size_t part) const {
    return count(part) - std::min(count(part), parts_[part].least);
  }
  /// Nodes of a group that a part has and nobody uses.
  [[nodiscard]] std::uint32_t idle_of(const FreeCapacity& capacity, std::size_t part,
                                      std::size_t group) const;
  /// How many idle nodes of that group others could give to it now.
  [[nodiscard]] std::uint32_t idle(const FreeCapacity& capacity, std::size_t part,
                                   std::size_t group, const WaitingJob& job) const;
  /// Whether a part gives idle nodes to another one's first job.
  [[nodiscard]] bool gives(std::size_t from, std::size_t to, const WaitingJob& job) const;
  [[nodiscard]] bool others_have_room(const FreeCapacity& capacity, std::size_t part,
                                      const Demand& demand) const;
  void move_for(const FreeCapacity& capacity, Seconds now, std::size_t part, const WaitingJob& job);
  bool move_one(const FreeCapacity& capacity, Seconds now, std::size_t from, std::size_t to,
                std::size_t group);
  [[nodiscard]] std::pair<std::size_t, std::uint32_t> of_queue(std::uint32_t queue) const;

  std::vector<Part> parts_;
  std::optional<PartMoves> moves_;
  std::vector<Place> at_;                          // by part
  std::vector<std::vector<std::size_t>> part_of_;  // [stream][origin]
  std::vector<NodeGroup> groups_;
  std::optional<NodeMask> nowhere_;
  std::vector<Move> moving_;                                            // by date
  std::int64_t unassigned_ = 0;                                         // nodes
  mutable std::int64_t without_part_ = 0;                               // jobs
  mutable std::uint32_t counted_ = 0;                                   // jobs before that number
  mutable std::vector<std::pair<std::uint32_t, std::size_t>> arrived_;  // jobs and parts
  std::vector<std::uint32_t> of_job_;                                   // queues
  std::vector<std::uint32_t> changed_;
};

}  // namespace gpuscape
