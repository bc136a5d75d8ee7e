#pragma once
/// Jobs on nodes that fail on dates that a test gives, by hand.

#include <memory>
#include <optional>
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

inline double last_end_of(const RunResult& result, std::size_t job = 0) {
  return result.jobs.segments(job).back().end.value();
}

}  // namespace gpuscape::test
