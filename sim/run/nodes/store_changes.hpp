#pragma once
/// What is away of each store in a run, and when that changes.

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim/platform/planned_outage.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

using Stores = std::span<const StorageSpec>;
/// As outages number them.
[[nodiscard]] inline Stores stores_of(const ScenarioSpec& scenario) {
  return scenario.cluster.storage;
}

class StoreChanges {
 public:
  /// Of stores as outages number them.
  void take(Stores stores);
  /// One of a store begins: what follows from it is known.
  void begin(const PlannedOutage& outage);
  /// Of the next change; kForever: none is known.
  [[nodiscard]] Seconds next_date() const {
    return ahead_.empty() ? kForever : ahead_.begin()->first;
  }
  /// Stores that are changed by then since they were last asked for, and what is away of them.
  using Changed = std::map<std::size_t, StoreState>;
  [[nodiscard]] Changed due(Seconds now);
  [[nodiscard]] const StoreState& state(std::size_t store) const { return states_[store]; }

 private:
  void apply(Seconds now);

  std::vector<StoreMakeup> makeups_;
  std::vector<StoreState> states_;
  Changed changed_;  // and not asked for
  std::multimap<Seconds, std::pair<std::size_t, StoreChange>> ahead_;
};

}  // namespace gpuscape
