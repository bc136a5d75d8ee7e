#pragma once
/// What is away of each store in a run, and when that changes. A loss is rebuilt from
/// `rebuild_after` on, unless the store has lost data by then, or loses some before the rebuild is
/// done.

#include <cstddef>
#include <cstdint>
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
  /// Machines or drives of a store that were lost together.
  struct Loss {
    std::size_t store = 0;
    bool drives = false;
    std::int64_t count = 0;
    Seconds end{0.0};
    StoreLost away = {};  ///< they, now
    bool is_back = false;
  };
  enum class Step : std::uint8_t { back, rebuild, rebuilt };  ///< of a loss

  void apply(Seconds now);
  void step(Loss& loss, Step what, Seconds now);
  void change(Loss& loss, const StoreLost& to);
  void stop_rebuilds(std::size_t store);

  std::vector<StoreMakeup> makeups_;
  std::vector<StoreState> states_;
  std::vector<Loss> losses_;
  std::multimap<Seconds, std::pair<std::size_t, Step>> ahead_;  // of losses
  Changed changed_;                                             // and not asked for
};

}  // namespace gpuscape
