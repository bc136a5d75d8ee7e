#include "sim/run/nodes/store_losses.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/run/nodes/store_changes.hpp"

namespace gpuscape {

namespace {

/// Those of stores that begin in the run, as they begin.
std::vector<const PlannedOutage*> of_stores(std::span<const PlannedOutage> outages,
                                            Seconds run_end) {
  std::vector<const PlannedOutage*> all;
  for (const PlannedOutage& outage : outages)
    if (outage.effect == OutageEffect::store && outage.begin < run_end) all.push_back(&outage);
  std::ranges::stable_sort(all, {}, &PlannedOutage::begin);
  return all;
}

/// What it was from one date to the next.
void hold(const StoreMakeup& makeup, const StoreState& state, Seconds span, StoreLoss& loss) {
  if (state.lost() > 0) loss.degraded += span;
  if (!serves(makeup, state)) loss.down += span;
  if (state.rebuilding() > 0) loss.rebuilding += span;
}

void note(const StoreMakeup& makeup, const StoreState& state, bool had_lost_data, StoreLoss& loss) {
  if (has_lost_data(makeup, state) && !had_lost_data) ++loss.data_losses;
  loss.most = std::max(loss.most, state.machines.lost + state.machines.rebuilt);
  loss.most_drives = std::max(loss.most_drives, state.drives.lost + state.drives.rebuilt);
  loss.most_missed = std::max(loss.most_missed, state.lost());
  loss.rebuilds = state.machines.rebuilds + state.drives.rebuilds;
}

}  // namespace

std::vector<StoreLoss> store_losses(std::span<const PlannedOutage> outages,
                                    std::span<const StorageSpec> stores,
                                    std::span<const std::string> watched, Seconds run_end) {
  std::vector<StoreLoss> all;
  for (const StorageSpec& store : stores)
    all.push_back({.name = store.name,
                   .machine = store.makeup.machines.name,
                   .of = machines_up(store.makeup, {}),
                   .drives = store.makeup.drives.count,
                   .survives = store.makeup.survives});
  StoreChanges changes;
  changes.take(stores);
  const std::vector<const PlannedOutage*> begins = of_stores(outages, run_end);
  auto next = begins.begin();
  std::vector<bool> without_data(stores.size());
  for (Seconds now(0.0); now < run_end;) {
    const Seconds begin = next == begins.end() ? kForever : (*next)->begin;
    const Seconds date = std::min({begin, changes.next_date(), run_end});
    for (std::size_t i = 0; i < stores.size(); ++i)
      hold(stores[i].makeup, changes.state(i), date - now, all[i]);
    now = date;
    for (; next != begins.end() && (*next)->begin == date; ++next) {
      changes.begin(**next);
      ++((*next)->of_drives ? all[(*next)->store].drive_times : all[(*next)->store].times);
    }
    if (date < run_end)
      for (const auto& [store, state] : changes.due(date)) {
        note(stores[store].makeup, state, without_data[store], all[store]);
        without_data[store] = has_lost_data(stores[store].makeup, state);
      }
  }
  std::erase_if(all, [&](const StoreLoss& of) {
    return !of.any() && std::ranges::find(watched, of.name) == watched.end();
  });
  return all;
}

}  // namespace gpuscape
