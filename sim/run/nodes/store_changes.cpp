#include "sim/run/nodes/store_changes.hpp"

#include <utility>

namespace gpuscape {

void StoreChanges::take(Stores stores) {
  for (const StorageSpec& store : stores) makeups_.push_back(store.makeup);
  states_.resize(makeups_.size());
}

/// Others that end at this date are back.
void StoreChanges::begin(const PlannedOutage& outage) {
  apply(outage.begin);
  const std::size_t store = outage.store;
  const StoreMakeup& makeup = makeups_[store];
  const bool rebuilt = is_rebuilt(makeup, states_[store], outage.of_drives, outage.machines);
  Loss& loss = losses_.emplace_back(Loss{
      .store = store, .drives = outage.of_drives, .count = outage.machines, .end = outage.end});
  const std::size_t number = losses_.size() - 1;
  change(loss, {.lost = outage.machines});
  if (outage.end < kForever) ahead_.insert({outage.end, {number, Step::back}});
  if (has_lost_data(makeup, states_[store])) return stop_rebuilds(store);
  const Seconds from = outage.begin + makeup.rebuild_after;
  if (rebuilt && from < outage.end) ahead_.insert({from, {number, Step::rebuild}});
  apply(outage.begin);
}

void StoreChanges::change(Loss& loss, const StoreLost& to) {
  StoreLost& sum = states_[loss.store].of(loss.drives);
  sum.lost += to.lost - loss.away.lost;
  sum.rebuilding += to.rebuilding - loss.away.rebuilding;
  sum.rebuilt += to.rebuilt - loss.away.rebuilt;
  sum.rebuilds += to.rebuilds - loss.away.rebuilds;
  loss.away = to;
  changed_[loss.store] = states_[loss.store];
}

/// Nothing can be read of what is to be rebuilt.
void StoreChanges::stop_rebuilds(std::size_t store) {
  for (Loss& loss : losses_)
    if (loss.store == store && loss.away.rebuilding > 0) change(loss, {.lost = loss.count});
}

void StoreChanges::step(Loss& loss, Step what, Seconds now) {
  if (loss.is_back) return;
  const StoreMakeup& makeup = makeups_[loss.store];
  switch (what) {
    case Step::back:
      loss.is_back = true;
      return change(loss, {.rebuilds = loss.away.rebuilds});
    case Step::rebuild: {
      if (has_lost_data(makeup, states_[loss.store])) return;
      change(loss, {.lost = loss.count, .rebuilding = loss.count});
      const StorePart& part = loss.drives ? makeup.drives : makeup.machines;
      const auto number = static_cast<std::size_t>(&loss - losses_.data());
      if (now + part.rebuild < loss.end)
        ahead_.insert({now + part.rebuild, {number, Step::rebuilt}});
      return;
    }
    case Step::rebuilt:
      if (loss.away.rebuilding == 0) return;  // it was stopped
      return change(loss, {.rebuilt = loss.count, .rebuilds = loss.count});
  }
}

void StoreChanges::apply(Seconds now) {
  while (!ahead_.empty() && !(ahead_.begin()->first > now)) {
    const auto [date, what] = *ahead_.begin();
    ahead_.erase(ahead_.begin());
    step(losses_[what.first], what.second, date);
  }
}

StoreChanges::Changed StoreChanges::due(Seconds now) {
  apply(now);
  return std::exchange(changed_, {});
}

}  // namespace gpuscape
