#pragma once
/// Jobs on nodes that fail on dates that a test gives, by hand.

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/life/saves.hpp"
#include "tests/support/listed_failures.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

struct FailingRun {
  std::uint32_t nodes = 1;  ///< of 8 GPUs
  std::vector<Job> jobs = {};
  std::vector<PlannedOutage> failures = {};
  std::vector<SavesSpec> terms = {};  ///< by stream
  PolicyNames names = {};
  std::vector<PlannedOutage> planned = {};
  RunObserver* observer = nullptr;
};

inline RunResult run_failing(FailingRun of) {
  RunState state(Platform({nodes(of.nodes, 8)}), make_policies(of.names),
                 std::make_unique<ListSource>(std::move(of.jobs)), {}, {}, nullptr,
                 {.planned = std::move(of.planned),
                  .unforeseen = std::make_unique<ListedFailures>(std::move(of.failures))},
                 of.terms);
  RunResult header;
  header.may_lose_work = true;
  header.nodes = {{.group = "gpu", .first_node = 0, .count = of.nodes, .gpus = 8, .pool = false}};
  header.streams.assign(of.terms.size(), "jobs");
  state.add_part(std::make_unique<Saves>(std::move(of.terms), std::vector<FailingParts>{},
                                         state.capacity().platform()));
  if (of.observer != nullptr) state.observe(*of.observer);
  run_natively(state.simulation(), kForever, {});
  return state.take_result(header);
}

/// "from-until on node" of each segment.
inline std::vector<std::string> stays(const RunResult& result, std::size_t job) {
  std::vector<std::string> all;
  for (const Segment& segment : result.jobs.segments(job)) {
    std::string on;
    for (const AllocationSpan& span : result.jobs.spans(segment))
      on += fmt::format("{}{}", on.empty() ? "" : "+", span.node);
    all.push_back(fmt::format("{}-{} on {}", segment.start.value(), segment.end.value(), on));
  }
  return all;
}

inline double last_end_of(const RunResult& result, std::size_t job = 0) {
  return result.jobs.segments(job).back().end.value();
}

}  // namespace gpuscape::test
