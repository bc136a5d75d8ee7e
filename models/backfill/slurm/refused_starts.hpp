#pragma once
/// From when on Slurm's backfill need look for a start of a job, by what it found for others.

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/demand.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape::slurm {

/// Within a round nodes only get scarcer: running jobs get more, more is kept for plans. Where a
/// job found too few nodes for every start before a date, so does one that asks for the same, or
/// for more GPUs where it asks for nothing else, and runs as long or longer, since what is kept
/// during its run is more.
class RefusedStarts {
 public:
  void clear() { dates_.clear(); }

  /// The date before which each start is refused; `none` where nothing is known.
  [[nodiscard]] Seconds until(const Demand& demand, const NodeFilter* allowed, Seconds run_time,
                              Seconds none) const {
    const auto known = dates_.find(key(demand, allowed));
    if (known == dates_.end()) return none;
    const bool fewer_too = demand.milli_cores == 0 && demand.memory_mib == 0 && demand.nodes == 0;
    Seconds date = none;
    auto at = fewer_too ? known->second.begin() : known->second.find(demand.gpus);
    for (; at != known->second.end() && at->first <= demand.gpus; ++at) {
      const auto longer = at->second.upper_bound(run_time);
      if (longer != at->second.begin()) date = std::max(date, std::prev(longer)->second);
    }
    return date;
  }
  void note(const Demand& demand, const NodeFilter* allowed, Seconds run_time, Seconds until) {
    ByRunTime& dates = dates_[key(demand, allowed)][demand.gpus];
    auto longer = dates.upper_bound(run_time);
    if (longer != dates.begin() && !(std::prev(longer)->second < until)) return;
    while (longer != dates.end() && !(longer->second > until)) longer = dates.erase(longer);
    dates[run_time] = until;
  }

 private:
  using ByRunTime = std::map<Seconds, Seconds>;  // both rise
  /// What is asked for beside GPUs.
  using Key = std::tuple<std::int64_t, std::int64_t, std::int32_t, std::uint16_t, std::uint16_t,
                         const NodeFilter*>;
  static Key key(const Demand& demand, const NodeFilter* allowed) {
    return {demand.milli_cores, demand.memory_mib, demand.nodes,
            demand.asks,        demand.gpu_milli,  allowed};
  }

  std::map<Key, std::map<std::int32_t, ByRunTime>> dates_;  // by GPUs
};

}  // namespace gpuscape::slurm
