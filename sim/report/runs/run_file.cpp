#include "sim/report/runs/run_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/base/error.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/runs/sealed_text.hpp"

namespace gpuscape {

namespace {

JsonValue interval_of(const Figure& figure) {
  JsonValue value = JsonValue::make_object();
  value.set("value", json::number(figure.value));
  if (figure.low) value.set("low", json::number(*figure.low));
  if (figure.high) value.set("high", json::number(*figure.high));
  return value;
}

JsonValue objective_json(const KeptObjective& objective) {
  JsonValue value = interval_of(objective.figure);
  value.set("metric", json::text(objective.metric));
  if (objective.of_jobs) value.set("quantile", json::number(objective.quantile));
  value.set(objective.at_least ? "at_least" : "at_most", json::number(objective.limit));
  value.set("is_time", json::boolean(objective.is_time));
  value.set("met", json::boolean(objective.met));
  return value;
}

JsonValue results_json(const RunRecord& record) {
  JsonValue value = JsonValue::make_object();
  value.set("jobs", json::integer(record.jobs));
  value.set("gpus_total", json::integer(record.gpus));
  value.set("replications", json::integer(record.replications));
  value.set("precision_reached", json::boolean(record.precision_reached));
  value.set("unfinished", json::integer(record.unfinished));
  value.set("never_fit", json::integer(record.never_fit));
  value.set("overloaded", json::boolean(record.overloaded));
  value.set("nothing_started", json::boolean(record.nothing_started));
  if (!record.currency.empty()) {
    value.set("currency", json::text(record.currency));
    value.set("cost_is_at_least", json::boolean(record.cost_is_at_least));
    value.set("cost_over_s", json::number(record.cost_over.value()));
  }
  JsonValue figures = JsonValue::make_object();
  for (const Figure& figure : record.figures)
    figures.members().push_back({figure.name, interval_of(figure), {}});
  value.set("figures", std::move(figures));
  JsonValue objectives = JsonValue::make_object();
  for (const KeptObjective& objective : record.objectives)
    objectives.members().push_back({objective.figure.name, objective_json(objective), {}});
  value.set("objectives", std::move(objectives));
  return value;
}

const JsonValue& member(const JsonValue& of, std::string_view key) {
  const JsonValue* value = of.find(key);
  if (value == nullptr) throw RunError(fmt::format("\"{}\" is missing", key));
  return *value;
}

double number_at(const JsonValue& of, std::string_view key) {
  const JsonValue& value = member(of, key);
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.number();
}

bool flag_at(const JsonValue& of, std::string_view key) { return member(of, key).boolean(); }

Figure read_figure(const JsonMember& from) {
  Figure figure{.name = from.key, .value = number_at(from.value, "value")};
  if (from.value.find("low") != nullptr) figure.low = number_at(from.value, "low");
  if (from.value.find("high") != nullptr) figure.high = number_at(from.value, "high");
  return figure;
}

KeptObjective read_kept(const JsonMember& from) {
  KeptObjective objective{.figure = read_figure(from),
                          .metric = member(from.value, "metric").text()};
  objective.of_jobs = from.value.find("quantile") != nullptr;
  if (objective.of_jobs) objective.quantile = number_at(from.value, "quantile");
  objective.at_least = from.value.find("at_least") != nullptr;
  objective.limit = number_at(from.value, objective.at_least ? "at_least" : "at_most");
  objective.is_time = flag_at(from.value, "is_time");
  objective.met = flag_at(from.value, "met");
  return objective;
}

void read_results(const JsonValue& from, RunRecord& record) {
  record.jobs = member(from, "jobs").integer();
  record.gpus = member(from, "gpus_total").integer();
  record.replications = member(from, "replications").integer();
  record.precision_reached = flag_at(from, "precision_reached");
  record.unfinished = member(from, "unfinished").integer();
  record.never_fit = member(from, "never_fit").integer();
  record.overloaded = flag_at(from, "overloaded");
  record.nothing_started = flag_at(from, "nothing_started");
  if (const JsonValue* currency = from.find("currency")) {
    record.currency = currency->text();
    record.cost_is_at_least = flag_at(from, "cost_is_at_least");
    record.cost_over = Seconds(member(from, "cost_over_s").number());
  }
  for (const JsonMember& figure : member(from, "figures").members())
    record.figures.push_back(read_figure(figure));
  for (const JsonMember& objective : member(from, "objectives").members())
    record.objectives.push_back(read_kept(objective));
}

RunDesign read_design(const JsonValue& from) {
  RunDesign design{.index = member(from, "index").integer()};
  for (const JsonMember& axis : member(from, "axes").members())
    design.axes.emplace_back(axis.key, axis.value.text());
  return design;
}

RunFile read_run(const JsonValue& document) {
  RunFile run{
      .record = {.key = member(document, "key").text(), .sweep = member(document, "sweep").text()}};
  for (const JsonValue& design : member(document, "designs").items())
    run.designs.push_back(read_design(design));
  if (const JsonValue* fault = document.find("fault")) {
    run.record.fault = fault->text();
    run.record.is_infeasible = flag_at(document, "infeasible");
  } else {
    read_results(member(document, "results"), run.record);
  }
  return run;
}

JsonValue run_design_json(const RunDesign& design) {
  JsonValue value = JsonValue::make_object();
  value.set("index", json::integer(design.index));
  JsonValue axes = JsonValue::make_object();
  for (const auto& [name, of] : design.axes) axes.set(name, json::text(of));
  value.set("axes", std::move(axes));
  return value;
}

}  // namespace

bool RunFile::has(const RunRecord& design) const {
  return record.sweep == design.sweep && std::ranges::any_of(designs, [&](const RunDesign& one) {
           return one.index == design.index && one.axes == design.axes;
         });
}

void RunFile::add(const RunRecord& design) {
  if (record.sweep != design.sweep) designs.clear();
  record.sweep = design.sweep;
  std::erase_if(designs, [&](const RunDesign& one) { return one.index == design.index; });
  designs.push_back({design.index, design.axes});
  std::ranges::sort(designs, {}, &RunDesign::index);
}

std::vector<RunRecord> RunFile::records() const {
  std::vector<RunRecord> all;
  for (const RunDesign& design : designs) {
    RunRecord& one = all.emplace_back(record);
    one.index = design.index;
    one.axes = design.axes;
  }
  return all;
}

std::string run_file_text(const RunFile& run, std::string_view version) {
  const RunRecord& record = run.record;
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(kRunFileFormat));
  document.set("version", json::text(std::string(version)));
  document.set("key", json::text(record.key));
  document.set("sweep", json::text(record.sweep));
  document.set("designs", json::list(run.designs, run_design_json));
  if (!record.fault.empty()) {
    document.set("fault", json::text(record.fault));
    document.set("infeasible", json::boolean(record.is_infeasible));
  } else {
    document.set("results", results_json(record));
  }
  return sealed_text(document);
}

ReadRunFile read_run_file(std::string_view text, std::string_view key) {
  ReadRunFile result;
  result.fault = seal_fault(text);
  if (!result.fault.empty()) return result;
  try {
    const JsonValue document = parse_json(text, "run");
    result.version = member(document, "version").text();
    if (member(document, "format").integer() > kRunFileFormat) {
      result.fault = fmt::format("its format is newer than this version reads");
      return result;
    }
    result.run = read_run(document);
    if (result.run->record.key != key) result.fault = "it is of another run than its name says";
  } catch (const ScenarioError& error) {
    result.fault = error.issues().front().message;
  } catch (const RunError& error) {
    result.fault = error.what();
  }
  if (!result.fault.empty()) result.run.reset();
  return result;
}

}  // namespace gpuscape
