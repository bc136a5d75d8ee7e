#include "sim/validation/figure_scenario.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "sim/fields/merge.hpp"
#include "sim/scenario/load/loader.hpp"

namespace gpuscape {

namespace {

/// The figure's scenario for what one experiment has at `key`: `entries`.
JsonValue scenario_of(const PublishedFigure& figure, const Experiment& experiment, const char* key,
                      JsonValue entries) {
  JsonValue stream = JsonValue::make_object();
  stream.set(key, std::move(entries));
  JsonValue streams = JsonValue::make_object();
  streams.set("measured", std::move(stream));
  JsonValue workload = JsonValue::make_object();
  if (!experiment.applications.is_null()) workload.set("applications", experiment.applications);
  workload.set("streams", std::move(streams));
  JsonValue run = JsonValue::make_object();
  run.set("detail", JsonValue::make_text("step"));
  JsonValue scenario = JsonValue::make_object();
  scenario.set("format", JsonValue::make_integer(1));
  scenario.set("title", JsonValue::make_text(figure.id));
  JsonValue cluster = figure.cluster;
  if (!experiment.cluster.is_null()) merge_patch(cluster, experiment.cluster);
  scenario.set("cluster", std::move(cluster));
  scenario.set("workload", std::move(workload));
  scenario.set("run", std::move(run));
  return scenario;
}

/// A list of one.
JsonValue list_of(JsonValue item) {
  JsonValue list = JsonValue::make_array();
  list.items().push_back(std::move(item));
  return list;
}

}  // namespace

void merge_streams_patch(JsonValue& scenario, JsonValue patch) {
  constexpr std::string_view kEvery = "*";
  JsonValue* workload = patch.find("workload");
  JsonValue* streams = workload == nullptr ? nullptr : workload->find("streams");
  const JsonValue* every = streams == nullptr ? nullptr : streams->find(kEvery);
  if (every == nullptr) return merge_patch(scenario, patch);
  const JsonValue of_each = *every;
  streams->erase(kEvery);
  merge_patch(scenario, patch);
  JsonValue* all = scenario.find("workload");
  all = all == nullptr ? nullptr : all->find("streams");
  if (all == nullptr || !all->is_object()) return;
  for (JsonMember& stream : all->members()) merge_patch(stream.value, of_each);
}

CheckedScenario checked_scenario(const PublishedFigure& figure, const Experiment& experiment,
                                 const Registry& registry, const char* key, JsonValue entries) {
  const std::string name = fmt::format("{}: {}", figure.id, experiment.name);
  return checked_text(scenario_of(figure, experiment, key, std::move(entries)), name, registry);
}

CheckedScenario checked_text(const JsonValue& scenario, const std::string& name,
                             const Registry& registry) {
  LoadedScenario loaded =
      load_scenario_text(write_json(scenario), name, {}, {.models = registry.names()});
  auto checked = check(loaded, registry);
  if (!checked) throw ScenarioError(loaded.context.sorted_issues());
  return std::move(checked->chosen);
}

std::vector<StepRow> run_steps(const PublishedFigure& figure, const Experiment& experiment,
                               const Registry& registry) {
  if (!experiment.entries_alone)
    return run_transfers(checked_scenario(figure, experiment, registry, "steps", experiment.steps))
        .steps;
  std::vector<StepRow> rows;
  for (const JsonValue& entry : experiment.steps.items()) {
    const TransferResult result =
        run_transfers(checked_scenario(figure, experiment, registry, "steps", list_of(entry)));
    rows.insert(rows.end(), result.steps.begin(), result.steps.end());
  }
  return rows;
}

}  // namespace gpuscape
