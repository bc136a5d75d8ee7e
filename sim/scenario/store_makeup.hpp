#pragma once
/// Of what a store is made that a run can lose, and what is left of its service then.

#include <cstdint>
#include <string>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Machines of a store, or the drives in them.
struct StorePart {
  std::string name = {};      ///< "controller"; empty: none that could be lost by itself
  std::int64_t count = 0;     ///< that it was built with
  std::int64_t down = 0;      ///< of them, lost before the run
  Seconds rebuild{kForever};  ///< how long that of one takes; kForever: there is none
};

struct StoreMakeup {
  StorePart machines = {};
  StorePart drives = {};
  bool keeps_data = true;            ///< with any number of them lost; else with `survives`
  std::int64_t survives = 0;         ///< lost in the run and not rebuilt, while it serves
  double read_for_lost = 1.0;        ///< bytes that are read for each that was lost
  std::int64_t least = 1;            ///< machines without which nothing is rebuilt on the others
  Seconds rebuild_after{0.0};        ///< from a loss until its rebuild begins
  BytesPerSecond rebuild_rate{0.0};  ///< of each machine or drive that is rebuilt
};

/// What is away of a store at a date: beyond StorePart::down.
struct StoreLost {
  std::int64_t lost = 0;        ///< and not rebuilt
  std::int64_t rebuilding = 0;  ///< of these
  std::int64_t rebuilt = 0;     ///< what was on them is on the others
  std::int64_t rebuilds = 0;    ///< that have been completed so far

  StoreLost& operator+=(const StoreLost& more) {
    lost += more.lost;
    rebuilding += more.rebuilding;
    rebuilt += more.rebuilt;
    rebuilds += more.rebuilds;
    return *this;
  }
};
struct StoreState {
  StoreLost machines = {};
  StoreLost drives = {};

  [[nodiscard]] StoreLost& of(bool drives_too) { return drives_too ? drives : machines; }
  [[nodiscard]] std::int64_t lost() const { return machines.lost + drives.lost; }
  [[nodiscard]] std::int64_t rebuilding() const { return machines.rebuilding + drives.rebuilding; }
  [[nodiscard]] std::int64_t away() const { return lost() + machines.rebuilt + drives.rebuilt; }
};

/// Whether what was on so many more that are lost is rebuilt on the others: there is a rebuild,
/// and pieces of a stripe lie on machines of their own.
[[nodiscard]] bool is_rebuilt(const StoreMakeup& store, const StoreState& state, bool drives,
                              std::int64_t count);
/// More pieces are missed than the protection survives: nothing can be rebuilt.
[[nodiscard]] inline bool has_lost_data(const StoreMakeup& store, const StoreState& state) {
  return !store.keeps_data && state.lost() > store.survives;
}

/// Whether anything is served.
[[nodiscard]] bool serves(const StoreMakeup& store, const StoreState& state);
/// Machines in service.
[[nodiscard]] std::int64_t machines_up(const StoreMakeup& store, const StoreState& state);
/// Of what all of its machines (or drives, too) read, what those in service do: (n − away) / n.
[[nodiscard]] double share_in_service(const StoreMakeup& store, const StoreState& state,
                                      bool of_drives);
/// Bytes that are read for each that is asked for: of n machines of which r are rebuilt, those
/// missed, u − r, are read `read_for_lost` times: 1 + (u − r) / (n − r) · (read_for_lost − 1);
/// likewise of drives.
[[nodiscard]] double read_for_asked(const StoreMakeup& store, const StoreState& state);
/// Bytes of drives that are written for each of data.
[[nodiscard]] inline double written_for_data(const StoreMakeup& store) {
  return static_cast<double>(store.least) / store.read_for_lost;
}
/// What rebuilds write to drives; they read `read_for_lost` as much of others.
[[nodiscard]] BytesPerSecond rebuilt_per_second(const StoreMakeup& store, const StoreState& state);

}  // namespace gpuscape
