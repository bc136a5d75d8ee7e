#include "sim/scenario/sections/read_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/sections/read_axis.hpp"
#include "sim/scenario/sections/read_find.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

namespace {

void refuse_same_place(const std::vector<AxisSpec>& axes, ReadingContext& context) {
  std::map<std::string, std::string> by_place;
  for (const AxisSpec& axis : axes) {
    if (axis.set.empty()) continue;
    const auto [first, added] = by_place.try_emplace(axis.set, axis.name);
    if (!added)
      context.add(
          axis.place, axis.pointer,
          fmt::format("axis \"{}\" sets {} already", excerpt(first->second), excerpt(axis.set)));
  }
}

/// Columns that runs.csv has beside the axes, the metrics and the objectives.
constexpr std::string_view kOtherColumns[] = {"design",           "fault",
                                              "infeasible",       "jobs",
                                              "replications",     "precision_reached",
                                              "unfinished",       "never_fit",
                                              "overloaded",       "currency",
                                              "cost_is_at_least", "key",
                                              "nothing_started"};

/// A name of two columns would be of neither.
void refuse_column_names(const JsonValue& scenario, const std::vector<AxisSpec>& axes,
                         ReadingContext& context) {
  std::set<std::string, std::less<>> columns(std::begin(kOtherColumns), std::end(kOtherColumns));
  const auto add = [&](std::string_view name) {
    for (const char* end : {"", "_low", "_high"}) columns.insert(std::string(name) + end);
  };
  for (const std::string_view name : kFurtherFigures) add(name);
  for (const ObjectiveMetric& metric : context.kept<ObjectiveMetrics>().all) {
    if (metric.of_jobs || is_step_objective(metric.name)) continue;
    add(metric.name);
    if (metric.name.starts_with("gpus_")) add("cores_" + std::string(metric.name.substr(5)));
  }
  if (const JsonValue* slo = scenario.find("slo"); slo != nullptr && slo->is_object())
    for (const JsonMember& objective : slo->members()) {
      add(objective.key);
      columns.insert(objective.key + "_met");
    }
  for (const AxisSpec& axis : axes)
    if (columns.contains(axis.name))
      context.add(axis.place, axis.pointer,
                  fmt::format("\"{}\" is a column of runs.csv already", excerpt(axis.name)),
                  "another name for the axis");
}

constexpr std::string_view kAxesDoc =
    "Along what many designs differ, by names of your own; gpuscape sweep runs every combination.";

/// The entries of `cost.vary`; null where there are none.
const JsonValue* varied_of(const JsonValue& scenario) {
  const JsonValue* cost = scenario.find("cost");
  const JsonValue* vary = cost != nullptr && cost->is_object() ? cost->find("vary") : nullptr;
  return vary != nullptr && vary->is_object() ? vary : nullptr;
}

/// Takes an axis from the entry of `cost.vary` that it names.
void take_varied(ObjectReader& reader, const JsonValue& scenario, const std::string& from,
                 AxisSpec& axis) {
  for (const char* key : {"set", "values", "range", "catalog"})
    if (reader.has(key))
      return reader.issue(key, R"("vary" already says what the axis sets, and to which values)");
  const JsonValue* vary = varied_of(scenario);
  const JsonValue* entry = vary == nullptr ? nullptr : vary->find(from);
  if (entry == nullptr || !entry->is_object()) {
    std::vector<std::string> names;
    if (vary != nullptr)
      for (const JsonMember& member : vary->members()) names.push_back(member.key);
    return reader.issue(
        "vary", fmt::format("no entry \"{}\" in /cost/vary", excerpt(from)),
        names.empty() ? "the scenario varies nothing there" : nearest_hint(from, names));
  }
  ObjectReader varied(*entry, child_pointer("/cost/vary", from), reader.context());
  axis = read_axis(axis.name, varied, AxisUse::design);
}

void read_all(ObjectReader& reader, const JsonValue& scenario, std::vector<AxisSpec>& axes) {
  reader.map("axes", kAxesDoc, [&](const std::string& name, ObjectReader& r) {
    const std::optional<std::string> from = r.optional_text(
        "vary", "An entry of `cost.vary`, by its name: what it sets, and its values.");
    AxisSpec axis{.name = name, .pointer = r.pointer(), .place = r.value().place()};
    if (from && !r.describing())
      take_varied(r, scenario, *from, axis);
    else
      axis = read_axis(name, r, AxisUse::design);
    axes.push_back(std::move(axis));
  });
}

}  // namespace

AxesAndFind read_axes_and_find(const JsonValue& scenario, ReadingContext& context) {
  AxesAndFind all;
  JsonValue own = JsonValue::make_object();
  own.set_place(scenario.place());
  for (const char* key : {"axes", "find"})
    if (const JsonValue* value = scenario.find(key)) own.set(key, *value);
  if (JsonValue* axes = own.find("axes"); axes != nullptr && axes->is_object())
    std::erase_if(axes->members(), [](const JsonMember& axis) { return axis.value.is_null(); });
  ObjectReader reader(own, "", context);
  read_all(reader, scenario, all.axes);
  refuse_same_place(all.axes, context);
  refuse_column_names(scenario, all.axes, context);
  const JsonValue* variants = scenario.find("variants");
  std::vector<std::string> names;
  names.reserve(all.axes.size() + 1);
  for (const AxisSpec& axis : all.axes) names.push_back(axis.name);
  if (variants != nullptr) {
    if (std::ranges::find(names, kVariantAxis) != names.end())
      context.add(own.find("axes")->find(kVariantAxis)->place(), "/axes/variant",
                  "the variants of this file are the axis of that name", "another name");
    names.emplace_back(kVariantAxis);
  }
  all.find = read_find(reader, names);
  reader.finish();
  return all;
}

void describe_axes_and_find(ObjectReader& reader) {
  if (reader.describing()) {
    std::vector<AxisSpec> axes;
    read_all(reader, JsonValue::make_object(), axes);
    read_find(reader, {});
    return;
  }
  reader.ignored("axes", FieldType::any, kAxesDoc);
  reader.ignored("find", FieldType::any, kFindDoc);
}

}  // namespace gpuscape
