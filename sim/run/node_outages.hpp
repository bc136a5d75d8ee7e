#pragma once
/// Nodes that are away for a while: from the date on, whatever is free on them is held by nobody's
/// job, until they come back. Who plans sees it as a job's: it comes back on a date that is known.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/platform/future/expected_releases.hpp"
#include "sim/platform/future/outages.hpp"

namespace gpuscape {

class NodeOutages {
 public:
  explicit NodeOutages(std::vector<PlannedOutage> planned) : planned_(std::move(planned)) {
    states_.resize(planned_.size());
  }

  [[nodiscard]] bool any() const { return !planned_.empty(); }
  [[nodiscard]] const std::vector<PlannedOutage>& planned() const { return planned_; }
  /// The next date on which one begins or ends.
  [[nodiscard]] std::optional<Seconds> next_date() const;
  /// Gives back the nodes of those that end by then.
  void end_due(Seconds now, FreeCapacity& capacity, const std::vector<ExpectedReleases*>& releases);
  /// Those that begin by then, as indices into `planned`; they are under way from now on.
  [[nodiscard]] std::vector<std::size_t> begin_due(Seconds now);
  [[nodiscard]] bool any_under_way() const;
  /// Holds what is free on nodes that are away.
  void hold_free(FreeCapacity& capacity, const std::vector<ExpectedReleases*>& releases);
  [[nodiscard]] std::int64_t gpus_held() const { return gpus_held_; }
  void count_job(std::size_t outage) { ++states_[outage].jobs; }
  /// Jobs that were on its nodes when it began.
  [[nodiscard]] std::int64_t jobs(std::size_t outage) const { return states_[outage].jobs; }

 private:
  struct Held {
    OutageNode at;
    Demand share{};
    GpuSetId gpus;
    std::uint32_t id = 0;  ///< as a job's, among expected releases
  };
  enum class Progress : std::uint8_t { ahead, under_way, over };
  struct State {
    Progress progress = Progress::ahead;
    std::vector<Held> held = {};
    std::int64_t jobs = 0;
  };

  std::vector<PlannedOutage> planned_;
  std::vector<State> states_;  // as planned_
  std::uint32_t holds_ = 0;    // so far
  std::int64_t gpus_held_ = 0;
};

}  // namespace gpuscape
