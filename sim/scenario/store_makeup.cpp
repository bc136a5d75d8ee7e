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

}  // namespace

bool is_rebuilt(const StoreMakeup& store, const StoreState& state, bool drives,
                std::int64_t count) {
  return part_of(store, drives).rebuild < kForever &&
         (drives || machines_up(store, state) - count >= store.least);
}

std::int64_t machines_up(const StoreMakeup& store, const StoreState& state) {
  return store.machines.count - store.machines.down - state.machines.lost - state.machines.rebuilt;
}

bool serves(const StoreMakeup& store, const StoreState& state) {
  if (store.machines.count == 0) return true;
  return state.lost() <= store.survives && machines_up(store, state) > 0;
}

double share_in_service(const StoreMakeup& store, const StoreState& state, bool of_drives) {
  const double share = share_up(store.machines, state.machines);
  return of_drives ? share * share_up(store.drives, state.drives) : share;
}

double read_for_asked(const StoreMakeup& store, const StoreState& state) {
  const double missed =
      share_missed(store.machines, state.machines) + share_missed(store.drives, state.drives);
  return 1.0 + missed * (store.read_for_lost - 1.0);
}

BytesPerSecond rebuilt_per_second(const StoreMakeup& store, const StoreState& state) {
  return store.rebuild_rate * static_cast<double>(state.rebuilding());
}

}  // namespace gpuscape
