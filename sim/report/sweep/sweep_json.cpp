#include "sim/report/format/json_values.hpp"
#include "sim/report/sweep/calendar_text.hpp"
#include "sim/report/sweep/sweep_text.hpp"

namespace gpuscape {

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

JsonValue names_json(const Names& names) {
  JsonValue value = JsonValue::make_object();
  for (const auto& [name, of] : names) value.set(name, json::text(of));
  return value;
}

JsonValue figure_json(const Figure& figure) {
  JsonValue value = JsonValue::make_object();
  value.set("value", json::number(figure.value));
  if (figure.low) value.set("low", json::number(*figure.low));
  if (figure.high) value.set("high", json::number(*figure.high));
  return value;
}

JsonValue run_json(const RunRecord& record) {
  JsonValue value = JsonValue::make_object();
  value.set("design", json::integer(record.index));
  value.set("axes", names_json(record.axes));
  if (!record.fault.empty()) {
    value.set("fault", json::text(record.fault));
    value.set("infeasible", json::boolean(record.is_infeasible));
    return value;
  }
  value.set("replications", json::integer(record.replications));
  value.set("unfinished", json::integer(record.unfinished));
  value.set("never_fit", json::integer(record.never_fit));
  value.set("overloaded", json::boolean(record.overloaded));
  JsonValue figures = JsonValue::make_object();
  for (const Figure& figure : record.figures) figures.set(figure.name, figure_json(figure));
  value.set("figures", std::move(figures));
  JsonValue objectives = JsonValue::make_object();
  for (const KeptObjective& one : record.objectives) {
    JsonValue objective = figure_json(one.figure);
    objective.set("met", json::boolean(one.met));
    objectives.set(one.figure.name, std::move(objective));
  }
  value.set("slo", std::move(objectives));
  return value;
}

JsonValue index_of(const RunRecord* record) {
  return record == nullptr ? JsonValue::make_null() : json::integer(record->index);
}

JsonValue found_json(const FoundDesign& found) {
  JsonValue value = JsonValue::make_object();
  value.set("for", names_json(found.of));
  value.set("designs", json::integer(found.designs));
  value.set("infeasible", json::integer(found.infeasible));
  value.set("with_fault", json::integer(found.with_fault));
  value.set("meeting", json::integer(found.meeting));
  value.set("best", index_of(found.best));
  value.set("runner_up", index_of(found.runner_up));
  value.set("lead", found.lead ? figure_json(*found.lead) : JsonValue::make_null());
  value.set("closest", index_of(found.closest));
  value.set("binds", json::list(found.hindrances, [](const Hindrance& one) {
              JsonValue binding = JsonValue::make_object();
              binding.set("what", json::text(one.what));
              binding.set("designs", json::integer(one.designs));
              binding.set("uncertain", json::integer(one.uncertain));
              binding.set("nearest", index_of(one.nearest));
              return binding;
            }));
  return value;
}

}  // namespace

std::string sweep_json(const SweepReport& report) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("title", json::text(report.title));
  document.set("partial", json::boolean(report.outcome.partial));
  document.set("designs", json::integer(report.space.size()));
  if (const std::optional<FindSpec>& find = report.space.find()) {
    document.set("goal", json::text(std::string(goal_name(find->goal))));
    document.set("by", json::text(find->by));
    document.set("found", json::list(report.found, found_json));
    if (report.calendar) document.set("calendar", calendar_json(*report.calendar));
  }
  document.set("runs", json::list(report.outcome.records, run_json));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
