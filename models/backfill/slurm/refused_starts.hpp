#pragma once
/// From when on Slurm's backfill need look for a start of a job, by what it found for others.

#include <iterator>
#include <map>
#include <tuple>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/demand.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape::slurm {

/// Within a round nodes only get scarcer: running jobs get more, more is kept for plans. Where a
/// job found too few nodes for every start before a date, so does one that asks for the same and
/// runs as long or longer, since what is kept during its run is more.
class RefusedStarts {
 public:
  void clear() { dates_.clear(); }

  /// The date before which each start is refused; `none` where nothing is known.
  [[nodiscard]] Seconds until(const Demand& demand, const NodeFilter* allowed, Seconds run_time,
                              Seconds none) const {
    const auto known = dates_.find(key(demand, allowed));
    if (known == dates_.end()) return none;
    const auto longer = known->second.upper_bound(run_time);
    return longer == known->second.begin() ? none : std::prev(longer)->second;
  }
  void note(const Demand& demand, const NodeFilter* allowed, Seconds run_time, Seconds until) {
    std::map<Seconds, Seconds>& by_run_time = dates_[key(demand, allowed)];
    auto longer = by_run_time.upper_bound(run_time);
    if (longer != by_run_time.begin() && !(std::prev(longer)->second < until)) return;
    while (longer != by_run_time.end() && !(longer->second > until))
      longer = by_run_time.erase(longer);
    by_run_time[run_time] = until;
  }

 private:
  using Key = std::tuple<std::int32_t, std::int64_t, std::int64_t, std::int32_t, std::uint16_t,
                         std::uint16_t, const NodeFilter*>;
  static Key key(const Demand& demand, const NodeFilter* allowed) {
    return {demand.gpus,  demand.milli_cores, demand.memory_mib,
            demand.nodes, demand.asks,        demand.gpu_milli,
            allowed};
  }

  std::map<Key, std::map<Seconds, Seconds>> dates_;  // both rise
};

}  // namespace gpuscape::slurm
