#include "sim/validation/figure_scheduling.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "sim/run/run.hpp"
#include "sim/validation/figure_scenario.hpp"
#include "sim/validation/placing/filled_nodes.hpp"
#include "sim/validation/placing/pods.hpp"
#include "sim/workload/formats/read_trace.hpp"

namespace gpuscape {

namespace {

constexpr double kPercent = 100.0;
constexpr const char* kCompletion = "completion_mean";
constexpr const char* kAllocated = "allocated_share";
constexpr const char* kFragmented = "fragmented_share";

/// The pods as the rows of the scenario's only stream.
RunInputs pods_as_log(const ScenarioSpec& scenario, const std::string& text) {
  ensure(scenario.streams.size() == 1, "pods are the rows of one log");
  const auto& log = scenario.streams.front().trace;
  if (!log) throw InternalError("pods are the rows of a log");
  const auto origins = std::make_shared<OriginTable>();
  const auto table = std::make_shared<JobTable>(origins);
  RunInputs inputs;
  inputs.origins = origins;
  LoadedTrace& trace = inputs.traces.emplace_back();
  trace.report = read_trace(*make_text_stream(text), *log, *table);
  trace.table = table;
  return inputs;
}

/// Pods are placed one after the other, one a second; what finds no node at once is lost.
ScheduledOutcome place_pods(const CheckedScenario& scenario, const Experiment& experiment,
                            std::uint64_t replication) {
  const Platform& platform = scenario.cluster->platform();
  const double whole = static_cast<double>(Demand::kWholeGpu * platform.gpus_total());
  const PodList& list = experiment.pods;
  const std::vector<std::size_t> pods =
      arriving_pods(list, whole * experiment.arrived.back(), scenario.spec.run.seed, replication);
  const RunInputs inputs = pods_as_log(scenario.spec, pods_text(list, pods));
  Run run(scenario, inputs);
  run.step_until(Seconds(static_cast<double>(pods.size())), {});
  const RunResult result = run.finish();
  constexpr double kTypical = 0.95;  // as the authors have it
  const auto typical = typical_pods(list, kTypical);
  FilledNodes nodes(platform);
  ScheduledOutcome outcome;
  double arrived = 0.0;
  for (std::size_t i = 0; i < pods.size(); ++i) {
    const PodClass& pod = list[pods[i]];
    arrived += static_cast<double>(pod.demand());
    const auto segments = result.jobs.segments(i);
    if (!segments.empty() && segments.front().start < result.jobs.submit(i) + Seconds(0.5))
      nodes.put(pod, result.jobs.spans(segments.front()));
    while (outcome.values.size() < experiment.arrived.size() &&
           arrived >= whole * experiment.arrived[outcome.values.size()])
      outcome.values.push_back(experiment.measure == kAllocated ? nodes.allocated_share()
                                                                : nodes.fragmented_share(typical));
  }
  return outcome;
}

/// The mean over jobs from the first to the last in question, by their submission.
ScheduledOutcome complete_jobs(const CheckedScenario& scenario, const Experiment& experiment,
                               std::uint64_t replication) {
  RunInputs inputs = load_traces(scenario.spec);
  inputs.replication = replication;
  Run run(scenario, inputs);
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  const auto first = static_cast<std::size_t>(experiment.first_job);
  const auto end = static_cast<std::size_t>(experiment.last_job) + 1;
  ensure(result.jobs.size() >= end, "as many jobs are drawn as the figure asks for");
  double sum = 0.0;
  double waits = 0.0;
  for (std::size_t job = first; job < end; ++job) {
    sum += result.jobs.completion_time(job).value();
    waits += (result.jobs.segments(job).front().start - result.jobs.submit(job)).value();
  }
  return {.values = {sum / static_cast<double>(end - first)}, .waiting = waits / sum};
}

/// What decides the outcome.
std::string key_of(const JsonValue& text, const Experiment& experiment) {
  std::string key = fmt::format("{}\n{} {} {}", write_json(text), experiment.measure,
                                experiment.first_job, experiment.last_job);
  for (const double share : experiment.arrived) key += fmt::format(" {}", share);
  std::vector<std::size_t> once(experiment.pods.size());
  std::iota(once.begin(), once.end(), std::size_t{0});
  key += pods_text(experiment.pods, once);
  for (const PodClass& pods : experiment.pods) key += fmt::format(" {}", pods.count);
  return key;
}

ScheduledOutcome run_all(const JsonValue& text, const Experiment& experiment,
                         const Registry& registry) {
  const CheckedScenario scenario = checked_text(text, experiment.name, registry);
  const std::int64_t replications = scenario.spec.run.replications.value_or(1);
  ScheduledOutcome mean;
  for (std::int64_t i = 0; i < replications; ++i) {
    const auto replication = static_cast<std::uint64_t>(i);
    const ScheduledOutcome one = experiment.measure == kCompletion
                                     ? complete_jobs(scenario, experiment, replication)
                                     : place_pods(scenario, experiment, replication);
    mean.values.resize(one.values.size(), 0.0);
    const auto weight = 1.0 / static_cast<double>(replications);
    for (std::size_t k = 0; k < one.values.size(); ++k) mean.values[k] += weight * one.values[k];
    mean.waiting += weight * one.waiting;
  }
  return mean;
}

const ScheduledOutcome& outcome_of(const JsonValue& text, const Experiment& experiment,
                                   const Registry& registry, ScheduledOutcomes& known) {
  const std::string key = key_of(text, experiment);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, run_all(text, experiment, registry)).first->second;
}

}  // namespace

bool is_scheduling(const Experiment& experiment) {
  return experiment.measure == kCompletion || experiment.measure == kAllocated ||
         experiment.measure == kFragmented;
}

std::vector<ScenarioPoint> run_scheduling(const Experiment& experiment, const Registry& registry,
                                          ScheduledOutcomes& known) {
  const ScheduledOutcome ours = outcome_of(experiment.scenario, experiment, registry, known);
  ScheduledOutcome useless;
  if (!experiment.useless.is_null()) {
    JsonValue other = experiment.scenario;
    merge_streams_patch(other, experiment.useless);
    useless = outcome_of(other, experiment, registry, known);
  }
  const Experiment::Value& value = experiment.values.front();
  ensure(value.by_size.size() == ours.values.size(), "a figure has a value, or null, for each");
  std::vector<ScenarioPoint> points;
  for (std::size_t i = 0; i < value.by_size.size(); ++i) {
    if (std::isnan(value.by_size[i])) continue;
    ValidatedPoint point;
    if (!experiment.arrived.empty())
      point.size = fmt::format("{:.0f} % arrived", kPercent * experiment.arrived[i]);
    point.quantity = value.quantity;
    point.ours = ours.values[i];
    if (experiment.measure == kCompletion)
      point.bound_by = fmt::format("waits: {:.0f} % of it", kPercent * ours.waiting);
    if (!useless.values.empty()) point.naive.value = useless.values[i];
    point.other_naive = experiment.naive;
    points.push_back({value.by_size[i], std::move(point)});
  }
  return points;
}

}  // namespace gpuscape
