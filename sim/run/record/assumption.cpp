#include "sim/run/record/assumption.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

namespace {

using Kind = Assumption::Kind;
using Assumptions = std::vector<Assumption>;

void add_stated(Assumptions& all, const std::vector<std::string>& texts) {
  std::ranges::transform(texts, std::back_inserter(all), Assumption::stated);
}

void add_arrivals(Assumptions& all, const ScenarioSpec& scenario) {
  const auto closed = std::ranges::count_if(
      scenario.streams, [](const StreamSpec& stream) { return stream.closed.has_value(); });
  if (closed < std::ssize(scenario.streams)) all.push_back({.kind = Kind::open_arrivals});
  if (closed > 0) all.push_back({.kind = Kind::closed_arrivals});
}

void add_policies(Assumptions& all, const RunResult& result) {
  add_stated(all, result.policy_notes);
  if (result.expected_by_run_time > 0)
    all.push_back({.kind = result.traffic ? Kind::backfill_is_told_alone : Kind::backfill_is_told,
                   .jobs = result.expected_by_run_time});
  if (result.cores_or_memory_ignored > 0)
    all.push_back({.kind = Kind::pool_ignores_demands, .jobs = result.cores_or_memory_ignored});
}

void add_network(Assumptions& all, const ScenarioSpec& scenario, const RunResult& result) {
  const std::size_t networks = scenario.cluster.networks.size();
  if (!result.traffic) {
    if (networks > 0) all.push_back({.kind = Kind::networks_are_idle});
    if (result.rescaling.empty()) all.push_back({.kind = Kind::run_times_as_given});
    return;
  }
  all.push_back({.kind = Kind::run_times_are_alone});
  if (result.traffic->shorter_than_a_step > 0)
    all.push_back({.kind = Kind::shorter_than_a_step, .jobs = result.traffic->shorter_than_a_step});
  if (networks > 1) all.push_back({.kind = Kind::one_network_carries});
}

}  // namespace

std::vector<Assumption> assumptions_of(const ScenarioSpec& scenario, const RunResult& result) {
  Assumptions all;
  add_arrivals(all, scenario);
  add_stated(all, scenario.notes);
  for (const ReadReport& read : result.reads) add_stated(all, read.assumptions);
  add_policies(all, result);
  if (result.use) add_stated(all, use_phrases(*result.use));
  add_stated(all, result.rescaling);
  add_network(all, scenario, result);
  return all;
}

}  // namespace gpuscape
