#pragma once
/// Cohorts, the queues in them and the rules that move quota between queues, as the scenario gives
/// them, under the names that Kueue uses for its Cohorts and ClusterQueues.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scheduler/queues/amounts.hpp"
#include "models/scheduler/queues/read_queues.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape::quota::cohorts {

/// Which running jobs of its own queue a job may have stopped.
enum class Within : std::uint8_t { never, lower_priority, lower_or_newer_equal_priority };
/// Which of other queues, that hold more than their quota.
enum class ReclaimFrom : std::uint8_t { never, lower_priority, any };

/// Of a queue or a cohort.
struct NodeSettings {
  std::string name = {};
  std::optional<std::size_t> parent = {};  ///< into Settings::nodes, before this one: a cohort
  bool is_queue = false;
  bool is_default = false;
  double weight = 1.0;
  Amounts nominal{};
  Amounts borrowing = kEverything;  ///< beyond what is its own, at most
  Amounts lending = kEverything;    ///< of that, to others, at most
  bool strict = false;              ///< a job that may not start holds up those behind it
  Within within = Within::never;
  ReclaimFrom reclaim = ReclaimFrom::never;
  bool borrows_by_priority = false;                ///< takes from others for what it borrows itself
  std::optional<std::int64_t> most_priority = {};  ///< of those from which it does
};

/// A rule of fair preemption.
enum class Strategy : std::uint8_t { final_share, initial_share };

struct Settings {
  QueueOf queue_of = QueueOf::account;
  std::vector<NodeSettings> nodes;         ///< each cohort before what is in it, which follows it
  std::array<bool, kResources> counted{};  ///< some queue or cohort has a quota of it
  std::vector<PriorityClass> priorities;
  bool fair = false;
  std::vector<Strategy> strategies = {Strategy::final_share, Strategy::initial_share};
  bool one_per_cycle = true;
  bool begins_anew = true;
  Seconds grace{0.0};
  Seconds cycle{0.0};
};

Settings read_settings(ObjectReader& reader);

}  // namespace gpuscape::quota::cohorts
