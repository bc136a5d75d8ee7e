#pragma once
/// Runs of jobs that save their work on nodes that fail, and what must hold of all of them.

#include <memory>
#include <utility>
#include <vector>

#include "sim/engine/simgrid_host.hpp"
#include "sim/run/life/saves.hpp"
#include "sim/run/nodes/node_failures.hpp"
#include "tests/contract/allocations/failing_books.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

struct Design {
  std::uint32_t nodes = 4;
  std::vector<FailingParts> failing = {};
  SavesSpec terms = {};
  PolicyNames names = {};
  std::uint64_t seed = 1;
  std::vector<PlannedOutage> planned = {};
  Spares spares = {};
  std::vector<StorageSpec> storage = {};
};

inline FailingParts failing_nodes(std::uint32_t nodes, double mean_time, double repair) {
  FailingParts parts{.name = "node", .mean_time = Seconds(mean_time), .repair = Seconds(repair)};
  for (std::uint32_t node = 0; node < nodes; ++node) parts.units.push_back({{{0, node}}});
  return parts;
}

inline Failed run_failing(const Design& design, std::vector<Job> jobs, bool on_simgrid = false) {
  RunState state(Platform({nodes(design.nodes, 8)}), make_policies(design.names),
                 std::make_unique<ListSource>(std::move(jobs)), {}, {}, nullptr,
                 {.planned = design.planned,
                  .unforeseen = std::make_unique<NodeFailures>(design.failing, design.seed, 0),
                  .slows = true,
                  .spares = design.spares},
                 {design.terms});
  state.write_to({.stores = design.storage});
  state.add_part(std::make_unique<Saves>(std::vector<SavesSpec>{design.terms}, design.failing,
                                         state.capacity().platform(),
                                         SavesInDetail{.storage = design.storage}));
  if (on_simgrid)
    run_on_simgrid(state.simulation(), {});
  else
    run_natively(state.simulation(), kForever, {});
  std::vector<PlannedOutage> outages = state.outages().all();
  RunResult header;
  header.streams = {"jobs"};
  const Seconds last = state.simulation().now();
  return {state.take_result(header), std::move(outages), last};
}

}  // namespace gpuscape::test
