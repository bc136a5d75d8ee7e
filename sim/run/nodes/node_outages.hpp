#pragma once
/// Nodes that are away for a while: from the date on, whatever is free on them is held by nobody's
/// job, until they come back. Who plans sees it as a job's: it comes back on a date that is known.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/platform/future/expected_releases.hpp"
#include "sim/platform/future/outages.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

/// When nodes are away, and which others stand aside for that.
struct OutagesOfNodes {
  std::vector<PlannedOutage> planned = {};
  std::unique_ptr<OutageSource> unforeseen = nullptr;  ///< null: nothing fails
  bool slows = false;  ///< some of those leave nodes in service, and slow jobs down
  Spares spares = {};
};

class NodeOutages final : public NodeFilter {
 public:
  explicit NodeOutages(OutagesOfNodes of);

  [[nodiscard]] bool any() const { return unforeseen_ != nullptr || !all_.empty(); }
  /// Nodes that are away now are closed, by whatever outage.
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& /*share*/) const override {
    return away_.empty() || !away_.contains({static_cast<std::uint32_t>(group), node});
  }
  /// Failures or spares.
  [[nodiscard]] bool any_not_planned() const {
    return unforeseen_ != nullptr || !spares_.nodes.empty();
  }
  [[nodiscard]] bool any_slow() const { return slows_; }
  [[nodiscard]] bool any_unforeseen() const { return unforeseen_ != nullptr; }
  [[nodiscard]] bool any_planned() const { return planned_ > 0; }
  /// Those that were known before the run and take nodes away, without the spares.
  [[nodiscard]] std::vector<PlannedOutage> planned() const {
    std::vector<PlannedOutage> known(all_.begin(),
                                     all_.begin() + static_cast<std::ptrdiff_t>(planned_));
    std::erase_if(known, [](const PlannedOutage& of) { return of.effect != OutageEffect::away; });
    return known;
  }
  /// Those planned, spares, and the unforeseen ones that have begun.
  [[nodiscard]] const std::vector<PlannedOutage>& all() const { return all_; }
  /// The next date on which one begins or ends; without `unforeseen`, of those that are known.
  [[nodiscard]] std::optional<Seconds> next_date(bool unforeseen) const;
  /// Gives back the nodes of those that end by then, and says which are away no more.
  [[nodiscard]] const std::vector<OutageNode>& end_due(
      Seconds now, FreeCapacity& capacity, const std::vector<ExpectedReleases*>& releases);
  /// Those of slow nodes, or of management servers, that ended in the last `end_due`.
  [[nodiscard]] const std::vector<std::size_t>& over() const { return over_; }
  /// Those that begin by then, as indices into `all`; they are under way from now on, but for those
  /// that are over already.
  [[nodiscard]] const std::vector<std::size_t>& begin_due(Seconds now, const NodeUse& use);
  /// The next of the spares that `wanted` allows is in service from `date` on; none: there is none.
  std::optional<OutageNode> call_spare(Seconds date, const NodeFilter& wanted,
                                       FreeCapacity& capacity,
                                       const std::vector<ExpectedReleases*>& releases);
  [[nodiscard]] const std::vector<OutageNode>& spares() const { return spares_.nodes; }
  [[nodiscard]] bool has_spares() const { return !spares_.nodes.empty(); }
  [[nodiscard]] Seconds time_of_spares() const { return spares_.time; }
  [[nodiscard]] bool any_under_way() const { return !under_way_.empty() || !aside_.empty(); }
  /// Holds what is free on nodes that are away.
  void hold_free(FreeCapacity& capacity, const std::vector<ExpectedReleases*>& releases);
  [[nodiscard]] std::int64_t gpus_held() const { return gpus_held_; }
  void count_job(std::size_t outage) { ++jobs_[outage]; }
  /// Jobs that were on its nodes when it began.
  [[nodiscard]] std::int64_t jobs(std::size_t outage) const { return jobs_[outage]; }
  void count_move(std::size_t outage) { ++moved_[outage]; }
  /// Jobs that went elsewhere when it began; they are not among the others.
  [[nodiscard]] std::int64_t moved(std::size_t outage) const {
    const auto known = moved_.find(outage);
    return known == moved_.end() ? 0 : known->second;
  }

 private:
  struct Held {
    OutageNode at;
    Demand share{};
    GpuSetId gpus;
    std::uint32_t id = 0;  ///< as a job's, among expected releases
  };
  struct UnderWay {
    Seconds end{0.0};
    std::vector<Held> held = {};
  };
  void begin(std::size_t outage);
  void end(std::size_t outage, UnderWay& one, FreeCapacity& capacity,
           const std::vector<ExpectedReleases*>& releases);
  /// Whether it has all of its nodes now: nobody else can have anything there.
  bool hold_free(std::size_t outage, FreeCapacity& capacity,
                 const std::vector<ExpectedReleases*>& releases);

  std::size_t planned_ = 0;
  Spares spares_;
  std::unique_ptr<OutageSource> unforeseen_;
  bool slows_ = false;
  std::vector<PlannedOutage> all_;
  std::vector<std::int64_t> jobs_;             // as all_
  std::map<std::size_t, std::int64_t> moved_;  // jobs, by place in all_
  std::vector<std::size_t> ahead_;             // into all_, the next to begin last
  std::map<OutageNode, int> away_;             // outages that each of them is in
  std::map<std::size_t, UnderWay> under_way_;  // by outage
  std::map<std::size_t, UnderWay> aside_;      // spares that nobody called
  std::set<std::size_t> open_;                 // outages of both that have not all of their nodes
  std::set<std::pair<Seconds, std::size_t>> ends_;  // of those under way that have an end
  std::vector<OutageNode> back_;                    // scratch
  std::vector<std::size_t> due_;                    // scratch
  std::vector<std::size_t> over_;                   // scratch
  std::vector<std::size_t> ended_;                  // scratch
  std::uint32_t holds_ = 0;                         // so far
  std::int64_t gpus_held_ = 0;
};

}  // namespace gpuscape
