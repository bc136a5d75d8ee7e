#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/check_failures.hpp"
#include "sim/model/failures/nodes_away.hpp"

namespace gpuscape {

namespace {

/// A standby is as each of the nodes that a job works on.
void check_standbys(const StandbysSpec& standbys, const Platform& platform,
                    ReadingContext& context) {
  const auto fault = [&](std::string message, std::string hint) {
    context.add(standbys.place, standbys.pointer, std::move(message), std::move(hint));
  };
  if (platform.lending() != nullptr)
    return fault("jobs on lent GPUs cannot have standbys",
                 "standbys are of jobs that use the GPUs of their own nodes");
  const NodeGroup* first = nullptr;
  for (const NodeGroup& group : platform.groups()) {
    if (group.pool) return fault("a pool has no nodes that could stand by", "nodes, not a pool");
    if (group.capacity.gpus == 0) continue;
    if (first != nullptr && first->capacity.gpus != group.capacity.gpus)
      return fault(
          fmt::format("nodes \"{}\" have {} GPUs and nodes \"{}\" {}", excerpt(first->name),
                      first->capacity.gpus, excerpt(group.name), group.capacity.gpus),
          "standbys need nodes that all have the same number of GPUs");
    first = &group;
  }
  if (first == nullptr) fault("no node has GPUs", "standbys are of jobs that use GPUs");
}

}  // namespace

Spares check_spares(const ScenarioSpec& spec, const Platform& platform, ReadingContext& context) {
  const bool by_steps = std::ranges::any_of(
      spec.streams, [](const StreamSpec& stream) { return stream.has_steps(); });
  for (const StreamSpec& stream : spec.streams)
    if (stream.saves.standbys.nodes > 0 && !by_steps)
      check_standbys(stream.saves.standbys, platform, context);
  const SparesSpec& said = spec.cluster.spares;
  if (said.nodes.empty()) return {};
  const SaidAway away{said.place, said.pointer, said.nodes};
  if (is_never_away(away, by_steps, context)) return {};
  const auto fault = [&](std::string message, std::string hint) {
    context.add(said.place, said.pointer, std::move(message), std::move(hint));
  };
  if (platform.lending() != nullptr)
    fault("a cluster that lends GPUs has no spares yet",
          "spares are of clusters whose jobs use the GPUs of their own nodes");
  if (spec.cluster.failures.empty())
    fault("nothing fails, so that spares are never called", R"("failures" beside "spares")");
  Spares spares{.nodes = nodes_away(away, platform, context), .time = said.time};
  for (const OutageNode& spare : spares.nodes) {
    const NodeGroup& group = platform.groups()[spare.group];
    if (!group.pool) continue;
    fault(fmt::format("\"{}\" is a pool: it cannot stand aside", excerpt(group.name)),
          "spares are nodes");
  }
  std::uint64_t nodes = 0;
  for (const NodeGroup& group : platform.groups()) nodes += group.pool ? 0 : group.count;
  if (!spares.nodes.empty() && spares.nodes.size() == nodes)
    fault("all nodes stand aside, and jobs have none", R"(fewer: "gpu/64-67")");
  return spares;
}

}  // namespace gpuscape
