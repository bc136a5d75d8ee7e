#pragma once
/// How many GPUs are enough where jobs that lose little use lent ones: by runs.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/remote/remote_choices.hpp"
#include "sim/remote/remote_jobs.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape {

/// p95 of the queue wait of those who would leave their node, and of all others.
struct PoolWaits {
  Seconds leave{0.0};
  Seconds stay{0.0};
};

struct RemotePool {
  RemoteChoice choice;
  double limit = 0.0;  ///< who loses at most that leaves
  JobShare leave = {};
  std::int64_t stay = 0;  ///< jobs
  std::int32_t gpus_of_node = 0;
  std::int64_t nodes_today = 0;
  std::int64_t nodes_own = 0;   ///< that are enough for those who stay
  std::int64_t nodes_lent = 0;  ///< and for those who leave
  PoolWaits today = {};
  PoolWaits then = {};
  std::int64_t runs = 0;
  std::string why_not = {};  ///< empty: it is answered

  [[nodiscard]] std::int64_t gpus_saved() const {
    return (nodes_today - nodes_own - nodes_lent) * gpus_of_node;
  }
};

/// What a search needs. All must outlive it.
struct PoolCase {
  const ScenarioSource& source;
  const Registry& registry;
  const CheckedScenario& local;  ///< without lent GPUs
  const RunInputs& inputs;       ///< of it
  const RemoteKinds& kinds;
  const std::vector<bool>& leaves;  ///< by kind
  std::stop_token stop = {};
  std::function<void(std::int64_t most_runs)> begins = nullptr;
};

/// The fewest nodes, own ones first and then those that lend, with which neither those who leave
/// nor those who stay wait longer than today at their p95, and all that fit today fit. Who leaves
/// takes nodes' own GPUs where some are free, too. At most twice the nodes of today are tried for
/// each. It bisects, so it rests on waits that do not grow with the nodes. Fills what a pool's
/// choice, limit and jobs leave open. Throws Interrupted.
void search_pool(const PoolCase& of, RemotePool& pool);

}  // namespace gpuscape
