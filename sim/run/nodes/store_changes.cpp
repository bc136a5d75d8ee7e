#include "sim/run/nodes/store_changes.hpp"

#include <utility>

namespace gpuscape {

void StoreChanges::take(Stores stores) {
  for (const StorageSpec& store : stores) makeups_.push_back(store.makeup);
  states_.resize(makeups_.size());
}

/// Others that begin at this date are away, and those that end at it are back.
void StoreChanges::begin(const PlannedOutage& outage) {
  apply(outage.begin);
  for (const StoreChange& change :
       changes_of(makeups_[outage.store], states_[outage.store], outage.of_drives, outage.machines,
                  outage.begin, outage.end))
    ahead_.insert({change.at, {outage.store, change}});
}

void StoreChanges::apply(Seconds now) {
  while (!ahead_.empty() && !(ahead_.begin()->first > now)) {
    const auto& [store, change] = ahead_.begin()->second;
    states_[store].of(change.drives) += change.more;
    changed_[store] = states_[store];
    ahead_.erase(ahead_.begin());
  }
}

StoreChanges::Changed StoreChanges::due(Seconds now) {
  apply(now);
  return std::exchange(changed_, {});
}

}  // namespace gpuscape
