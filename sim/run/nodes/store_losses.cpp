#include "sim/run/nodes/store_losses.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gpuscape {

namespace {

/// How many more machines are lost from a date on; below 0: are back.
using Change = std::pair<Seconds, std::int64_t>;

std::vector<Change> changes_of(std::span<const PlannedOutage> outages, std::size_t store,
                               Seconds run_end, std::int64_t& times) {
  std::vector<Change> changes;
  for (const PlannedOutage& outage : outages) {
    if (outage.effect != OutageEffect::store || outage.store != store) continue;
    if (!(outage.begin < run_end)) continue;
    ++times;
    changes.emplace_back(outage.begin, outage.machines);
    changes.emplace_back(std::min(outage.end, run_end), -outage.machines);
  }
  std::ranges::sort(changes);
  return changes;
}

}  // namespace

std::vector<StoreLoss> store_losses(std::span<const PlannedOutage> outages,
                                    std::span<const StorageSpec> stores, Seconds run_end) {
  std::vector<StoreLoss> all;
  for (std::size_t i = 0; i < stores.size(); ++i) {
    const StorageSpec& store = stores[i];
    StoreLoss of{.name = store.name,
                 .machine = store.machine,
                 .of = store.machines,
                 .survives = std::ssize(store.write_with_lost)};
    std::int64_t lost = 0;
    Seconds since(0.0);
    for (const auto& [date, more] : changes_of(outages, i, run_end, of.times)) {
      if (lost > 0) of.degraded += date - since;
      if (lost > of.survives) of.down += date - since;
      since = date;
      lost += more;
      of.most = std::max(of.most, lost);
    }
    of.lost_data = !store.keeps_data && of.most > of.survives;
    if (of.times > 0) all.push_back(std::move(of));
  }
  return all;
}

}  // namespace gpuscape
