#include "sim/validation/figure_reading.hpp"

#include <optional>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/run/run.hpp"
#include "sim/study/run_study.hpp"
#include "sim/validation/figure_scenario.hpp"

namespace gpuscape {

namespace {

/// Which limit its jobs waited for most; empty: for none.
std::string waited_for(const InputResult& input) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < input.lost.size(); ++i)
    if (input.lost[i] > input.lost[most]) most = i;
  return input.lost.empty() || !(input.lost[most] > GpuSeconds(0.0)) ? "" : input.causes[most];
}

}  // namespace

bool is_reading(const Experiment& experiment) {
  return experiment.measure == "samples_read" || experiment.measure == "bytes_read";
}

ScenarioPoint run_reading(const Experiment& experiment, const Registry& registry) {
  const CheckedScenario scenario = checked_text(experiment.scenario, experiment.name, registry);
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  const std::optional<InputResult>& input = result.input;
  if (!input || input->stores.empty() || scenario.spec.datasets.empty())
    throw InternalError("a figure of storage reads a dataset");
  const double each =
      experiment.measure == "bytes_read" ? 1.0 : scenario.spec.datasets.front().record.value();
  const Experiment::Value& value = experiment.values.front();
  ensure(value.by_size.size() == 1 && each > 0.0, "a figure of storage has one value");
  ValidatedPoint point;
  point.quantity = value.quantity;
  point.ours = input->stores.front().read.value() / each / result.end.value();
  point.bound_by = waited_for(*input);
  if (!experiment.naive.empty()) point.naive.value = experiment.naive.front().second;
  point.other_naive = experiment.naive;
  return {value.by_size.front(), std::move(point)};
}

}  // namespace gpuscape
