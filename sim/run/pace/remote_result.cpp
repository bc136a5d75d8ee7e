#include "sim/run/pace/remote_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "sim/run/pace/server_sharing.hpp"

namespace gpuscape {

namespace {

/// Why jobs that fit nowhere cannot have lent GPUs either.
void add_never_lent(const FreeCapacity& capacity, RunResult& result) {
  const LentGpus* lent = capacity.lent();
  if (lent == nullptr || result.never_fit == 0) return;
  std::int64_t largest = 0;
  for (const LendingPool& pool : lent->pools()) largest = std::max(largest, pool.largest());
  std::int64_t per_job = 0;
  std::int64_t per_island = 0;
  std::int64_t clients = 0;
  for (std::size_t job = 0; job < result.jobs.size(); ++job) {
    const Demand& demand = result.jobs.demand(job);
    if (result.jobs.state(job) != JobState::never_fits || demand.gpus <= 0) continue;
    if (demand.gpus > lent->lending().most_per_job)
      ++per_job;
    else
      ++(demand.gpus > largest ? per_island : clients);
  }
  const auto say = [&](std::int64_t jobs, const std::string& why) {
    if (jobs > 0) result.policy_notes.push_back(fmt::format("never fit: {} {}", jobs, why));
  };
  say(per_job, fmt::format("with more than {} GPUs, which is \"max_gpus_per_job\"",
                           lent->lending().most_per_job));
  say(per_island, fmt::format("with more than the {} GPUs that {} lends", largest,
                              lent->lending().islands > 1 ? "an island" : "a pool of one model"));
  say(clients,
      "for which the clients lack cores, memory or \"max_gpus_per_client\", or of which "
      "no server has the GPU model");
}

}  // namespace

void add_remote(const FreeCapacity& capacity, RunResult& result) {
  if (result.attach)
    for (const auto& [job, wait] : result.attach->waits) result.remote[job].attach += wait;
  if (result.traffic)
    for (const auto& [job, cost] : result.traffic->remote) {
      result.remote[job].calls += cost.calls;
      result.remote[job].copies += cost.copies;
    }
  if (capacity.lent() != nullptr) add_server_sharing(result);
  add_never_lent(capacity, result);
}

}  // namespace gpuscape
