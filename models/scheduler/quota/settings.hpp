#pragma once
/// The queues of a quota tree and the rules that move GPUs between them, as the scenario gives
/// them, under the names that KAI and Run:ai use.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scheduler/queues/amounts.hpp"
#include "models/scheduler/queues/read_queues.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape::quota {

struct QueueSettings {
  std::string name = {};
  std::optional<std::size_t> parent = {};  ///< into Settings::queues
  bool is_default = false;
  std::int64_t priority = 100;
  Amounts deserved = {0, kAll, kAll};
  Amounts limit = kEverything;
  std::array<double, kResources> weight = {1.0, 1.0, 1.0};
  Seconds preempt_after{0.0};  ///< its jobs run so long before others of it stop them
  Seconds reclaim_after{0.0};  ///< likewise, before other queues do
};

struct Settings {
  QueueOf queue_of = QueueOf::account;
  std::vector<QueueSettings> queues;  ///< in the scenario's order, which is their age
  std::vector<PriorityClass> priorities;
  bool blocking = false;     ///< a job that does not fit holds up those behind it in its queue
  bool reclaims = true;      ///< between queues
  bool preempts = true;      ///< within one
  bool begins_anew = true;   ///< what a stopped job does; else it keeps its progress
  Seconds grace{0.0};        ///< of stopped jobs
  Seconds stops_after{0.0};  ///< a job waits so long before others are stopped for it
  double use_weight = 0.0;   ///< of past use in what goes to a queue beyond what it deserves
  Seconds half_life{0.0};    ///< of past use
  Seconds cycle{0.0};        ///< decisions fall at multiples of it; 0: at every change
};

Settings read_settings(ObjectReader& reader);

}  // namespace gpuscape::quota
