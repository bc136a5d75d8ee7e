#pragma once
/// What jobs read from stores in a run, and what they lost where it came too slowly.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What reading waited for: into InputResult::causes.
using InputCause = Id<struct InputCauseTag>;

/// What reading did to one job.
struct InputRecord {
  std::uint32_t job = 0;
  InputCause by;          ///< cost it most; none: it never waited
  Seconds stall{0.0};     ///< of its time on nodes: it would not have taken with ample storage
  Bytes read{0.0};        ///< from stores
  Bytes from_cache{0.0};  ///< that nodes had kept
  Bytes staged{0.0};      ///< of `read`: copied to its nodes before it worked
};

/// How one store was used.
struct StoreReads {
  std::string name;
  Bytes read{0.0};
  Bytes through_host{0.0};     ///< of it: copied in nodes' memory
  std::int64_t most = 0;       ///< jobs that read at once
  double mean_use = 0.0;       ///< of its tightest limit, over the run; of one in the nodes 0
  double nearly_full = 0.0;    ///< share of the time with more than 90 % of it used
  double peak = 0.0;           ///< largest used share
  std::string machine = {};    ///< of what it is made: "controller"; empty: it is one whole
  double machines = 0.0;       ///< of them in service, on average
  double node_cores = -1.0;    ///< of all who read, busy on average; below 0: not known
  double target_cores = -1.0;  ///< of its servers, busy on average; below 0: not known
};

/// What of a dataset stayed in nodes after jobs.
struct StayRecord {
  std::string dataset;
  std::int64_t jobs = 0;    ///< starts of jobs that read it and had read none of it before
  std::int64_t spared = 0;  ///< of these: all of their nodes had it, and no first epoch was read
  std::int64_t nodes = 0;   ///< of these starts, together
  std::int64_t found = 0;   ///< of those nodes: they had it already
  std::int64_t pushed_out = 0;  ///< times that a node gave it up for other data
  std::int64_t lost = 0;        ///< times that a node failed with it in its memory
};

struct InputResult {
  /// What jobs can wait for: "a800: ports", "imagenet: readers".
  std::vector<std::string> causes;
  std::vector<GpuSeconds> lost;        ///< by cause
  std::vector<InputRecord> jobs;       ///< those that read, by rising job
  std::vector<StoreReads> stores;      ///< in the scenario's order
  std::vector<StayRecord> stays = {};  ///< of datasets that stay, likewise

  /// Null where it read nothing.
  [[nodiscard]] const InputRecord* find(std::uint32_t job) const {
    const auto at = std::ranges::lower_bound(jobs, job, {}, &InputRecord::job);
    return at != jobs.end() && at->job == job ? &*at : nullptr;
  }
  [[nodiscard]] Seconds stall_of(std::uint32_t job) const {
    const InputRecord* record = find(job);
    return record == nullptr ? Seconds(0.0) : record->stall;
  }
};

}  // namespace gpuscape
