#include "sim/scenario/store_makeup.hpp"

namespace gpuscape {

namespace {

const StorePart& part_of(const StoreMakeup& store, bool drives) {
  return drives ? store.drives : store.machines;
}

double share_up(const StorePart& part, const StoreLost& lost) {
  if (part.count == 0) return 1.0;
  return static_cast<double>(part.count - part.down - lost.lost - lost.rebuilt) /
         static_cast<double>(part.count);
}

/// Share of the data whose pieces there are missed.
double share_missed(const StorePart& part, const StoreLost& lost) {
  const std::int64_t hold = part.count - lost.rebuilt;
  if (part.count == 0 || hold <= 0) return 0.0;
  return static_cast<double>(part.down + lost.lost) / static_cast<double>(hold);
}

/// Pieces of a stripe lie on machines of their own: without enough of them nothing is rebuilt.
bool has_room(const StoreMakeup& store, const StoreState& away, bool drives, std::int64_t count) {
  return drives || machines_up(store, away) - count >= store.least;
}

}  // namespace

std::vector<StoreChange> changes_of(const StoreMakeup& store, const StoreState& away, bool drives,
                                    std::int64_t count, Seconds begin, Seconds end) {
  std::vector<StoreChange> changes;
  StoreLost sum{.lost = count};
  changes.push_back({begin, drives, sum});
  const StorePart& part = part_of(store, drives);
  const Seconds from = begin + store.rebuild_after;
  if (part.rebuild < kForever && has_room(store, away, drives, count) && from < end) {
    const StoreLost starts{.rebuilding = count};
    changes.push_back({from, drives, starts});
    sum += starts;
    if (from + part.rebuild < end) {
      const StoreLost done{
          .lost = -count, .rebuilding = -count, .rebuilt = count, .rebuilds = count};
      changes.push_back({from + part.rebuild, drives, done});
      sum += done;
    }
  }
  if (end < kForever)
    changes.push_back(
        {end, drives, {.lost = -sum.lost, .rebuilding = -sum.rebuilding, .rebuilt = -sum.rebuilt}});
  return changes;
}

std::int64_t machines_up(const StoreMakeup& store, const StoreState& state) {
  return store.machines.count - store.machines.down - state.machines.lost - state.machines.rebuilt;
}

bool serves(const StoreMakeup& store, const StoreState& state) {
  if (store.machines.count == 0) return true;
  return state.lost() <= store.survives && machines_up(store, state) > 0;
}

double share_of_reads(const StoreMakeup& store, const StoreState& state, bool of_drives) {
  double share = share_up(store.machines, state.machines);
  if (of_drives) share *= share_up(store.drives, state.drives);
  const double missed =
      share_missed(store.machines, state.machines) + share_missed(store.drives, state.drives);
  return share / (1.0 + missed * (store.read_for_lost - 1.0));
}

double share_of_writes(const StoreMakeup& store, const StoreState& state) {
  return share_up(store.machines, state.machines) * share_up(store.drives, state.drives);
}

BytesPerSecond rebuilt_per_second(const StoreMakeup& store, const StoreState& state) {
  return store.rebuild_rate * static_cast<double>(state.rebuilding());
}

}  // namespace gpuscape
