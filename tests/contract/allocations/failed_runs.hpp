#pragma once
/// Runs of jobs that save their work on nodes that fail, and what must hold of all of them.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/engine/simgrid_host.hpp"
#include "sim/run/life/saves.hpp"
#include "sim/run/nodes/node_failures.hpp"
#include "sim/run/record/stays.hpp"
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
};

inline FailingParts failing_nodes(std::uint32_t nodes, double mean_time, double repair) {
  FailingParts parts{.name = "node", .mean_time = Seconds(mean_time), .repair = Seconds(repair)};
  for (std::uint32_t node = 0; node < nodes; ++node) parts.units.push_back({{{0, node}}});
  return parts;
}

struct Failed {
  RunResult run;
  std::vector<PlannedOutage> outages;
  Seconds last{0.0};  ///< event; after the end of the run nodes still come back
};

inline Failed run_failing(const Design& design, std::vector<Job> jobs, bool on_simgrid = false) {
  RunState state(Platform({nodes(design.nodes, 8)}), make_policies(design.names),
                 std::make_unique<ListSource>(std::move(jobs)), {}, {}, nullptr,
                 {.planned = design.planned,
                  .unforeseen = std::make_unique<NodeFailures>(design.failing, design.seed, 0),
                  .slows = true,
                  .spares = design.spares},
                 {design.terms.standbys});
  state.add_part(std::make_unique<Saves>(std::vector<SavesSpec>{design.terms}, design.failing,
                                         state.capacity().platform()));
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

inline int on_nodes_away(const Failed& failed) {
  int count = 0;
  const JobRecords& jobs = failed.run.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    for_each_stay(jobs, job, [&](const Stay& stay) {
      for (const PlannedOutage& outage : failed.outages)
        if (outage.effect == OutageEffect::away &&
            std::ranges::find(outage.nodes, OutageNode{0, stay.at.node}) != outage.nodes.end() &&
            stay.start < outage.end && stay.end > outage.begin && stay.start < stay.end)
          ++count;
    });
  return count;
}

/// GPUs of a node that several jobs hold at once.
inline int held_twice(const Failed& failed, std::uint32_t nodes) {
  std::vector<std::vector<std::pair<Seconds, int>>> changes(nodes);
  for (std::size_t job = 0; job < failed.run.jobs.size(); ++job)
    for_each_stay(failed.run.jobs, job, [&](const Stay& stay) {
      changes[stay.at.node].emplace_back(stay.start, stay.at.gpus);
      changes[stay.at.node].emplace_back(stay.end, -stay.at.gpus);
    });
  int most = 0;
  for (auto& of_node : changes) {
    std::ranges::sort(of_node);  // at one date, what ends comes first
    int held = 0;
    for (const auto& [date, gpus] : of_node) most = std::max(most, held += gpus);
  }
  return std::max(0, most - 8);
}

/// By the timeline, whose counts know nothing of the stays.
inline double held_by_the_timeline(const Failed& failed) {
  double sum = 0.0;
  const Timeline& timeline = failed.run.timeline;
  const std::vector<double>& allocated = timeline["gpus_allocated"];
  for (std::size_t i = 0; i < allocated.size(); ++i) {
    const Seconds from = timeline.interval * static_cast<double>(i);
    sum += allocated[i] * (std::min(from + timeline.interval, failed.last) - from).value();
  }
  return sum;
}

}  // namespace gpuscape::test
