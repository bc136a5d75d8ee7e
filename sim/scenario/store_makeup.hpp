#pragma once
/// Of what a store is made that a run can lose, and what is left of its service then.

#include <cstdint>
#include <string>
#include <vector>

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

/// More that is away from a date on; below 0: is back.
struct StoreChange {
  Seconds at{0.0};
  bool drives = false;
  StoreLost more = {};
};
/// Of so many machines or drives that are lost at `begin`, beside what is away then, and back at
/// `end`: what is rebuilt before is no longer missed. By rising dates.
[[nodiscard]] std::vector<StoreChange> changes_of(const StoreMakeup& store, const StoreState& away,
                                                  bool drives, std::int64_t count, Seconds begin,
                                                  Seconds end);

/// Whether anything is served.
[[nodiscard]] bool serves(const StoreMakeup& store, const StoreState& state);
/// Machines in service.
[[nodiscard]] std::int64_t machines_up(const StoreMakeup& store, const StoreState& state);
/// What is left of what all of its machines read together, 0 to 1: with u of n away, r of them
/// rebuilt, (n − u) / n ÷ (1 + (u − r) / (n − r) · (read_for_lost − 1)); where it is of drives,
/// likewise of them.
[[nodiscard]] double share_of_reads(const StoreMakeup& store, const StoreState& state,
                                    bool of_drives);
/// Of what they write: both factors without what is read for lost ones.
[[nodiscard]] double share_of_writes(const StoreMakeup& store, const StoreState& state);
/// What rebuilds write; they read `read_for_lost` as much.
[[nodiscard]] BytesPerSecond rebuilt_per_second(const StoreMakeup& store, const StoreState& state);

}  // namespace gpuscape
