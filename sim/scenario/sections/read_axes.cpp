#include "sim/scenario/sections/read_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/sections/read_find.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

namespace {

/// What says which file and which designs there are: no axis may reach it.
constexpr std::string_view kOfTheFile[] = {"axes",    "find",        "variants", "extends",
                                           "catalog", "calibration", "format"};

bool is_of_the_file(std::string_view key) {
  return std::ranges::find(kOfTheFile, key) != std::end(kOfTheFile);
}

/// Without the last digits that binary fractions leave behind: 0.3, not 0.30000000000000004.
JsonValue rounded(double value, bool whole) {
  if (whole) return JsonValue::make_integer(static_cast<std::int64_t>(std::llround(value)));
  return JsonValue::make_number(std::stod(fmt::format("{:.12g}", value)));
}

void read_range(ObjectReader& reader, AxisSpec& axis) {
  const double from = reader.number("from", "The first value.");
  const double to = reader.number("to", "The last value is at most this.");
  const double step =
      reader.number("step", 1.0, "How far each value is from the one before.", kPositive);
  if (reader.describing() || !reader.has("from") || !reader.has("to")) return;
  if (to < from) return reader.issue("to", fmt::format("{} is below \"from\", {}", to, from));
  const double count = std::floor((to - from) / step * (1.0 + 1e-12) + 1e-9) + 1.0;
  if (!(count <= static_cast<double>(kMostDesigns)))
    return reader.issue(
        "",
        fmt::format("the range has {:.4g} values; at most {}", count, human_count(kMostDesigns)),
        "a larger step");
  const auto is_whole = [](double value) { return value == std::floor(value); };
  const bool whole = is_whole(from) && is_whole(step) && std::abs(from) < 1e15 && to < 1e15;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    JsonValue value = rounded(from + static_cast<double>(i) * step, whole);
    std::string label = write_json(value, -1);
    axis.values.push_back({std::move(label), std::move(value)});
  }
}

void read_list(ObjectReader& reader, const JsonValue& list, AxisSpec& axis) {
  if (axis.set.empty() && !reader.has("set"))
    return reader.issue("values", "a list of values needs \"set\": where they go",
                        R"(for example "set": "/cluster/nodes/gpu/count")");
  std::map<std::string, std::size_t> seen;
  const std::string pointer = child_pointer(reader.pointer(), "values");
  for (const JsonValue& value : list.items()) {
    const std::string text = write_json(value, -1);
    const std::size_t at = axis.values.size();
    if (value.is_null())
      reader.context().add(value.place(), child_pointer(pointer, std::to_string(at)),
                           "null is no value: it would take away what is set",
                           R"(a patch by name does so: "values": {"none": {"cost": null}})");
    if (const auto [first, added] = seen.try_emplace(text, at); !added)
      reader.context().add(value.place(), child_pointer(pointer, std::to_string(at)),
                           fmt::format("value {} stands twice", excerpt(text)),
                           "each value makes a design of its own");
    axis.values.push_back({value.is_text() ? value.text() : text, value});
  }
}

void read_patches(ObjectReader& reader, const JsonValue& map, AxisSpec& axis) {
  if (reader.has("set"))
    return reader.issue("set", R"("set" goes with a list of values; patches by name have none)");
  const std::string pointer = child_pointer(reader.pointer(), "values");
  for (const JsonMember& member : map.members()) {
    if (member.value.is_null()) continue;  // taken away by a file that extends this one
    const std::string at = child_pointer(pointer, member.key);
    if (!member.value.is_object()) {
      reader.context().add(
          member.value.place(), at,
          fmt::format("expected a patch over the scenario, found {}", member.value.kind_name()),
          "a list of values has \"set\"");
      continue;
    }
    for (const JsonMember& section : member.value.members())
      if (is_of_the_file(section.key))
        reader.context().add(section.value.place(), child_pointer(at, section.key),
                             fmt::format("\"{}\" cannot differ between designs", section.key));
    axis.values.push_back({member.key, member.value});
  }
}

void read_set(ObjectReader& reader, AxisSpec& axis) {
  axis.set = reader
                 .optional_text(
                     "set", "Where the values go, as --set has it: \"/cluster/nodes/gpu/count\".")
                 .value_or("");
  if (reader.describing() || axis.set.empty()) return;
  if (!axis.set.starts_with('/') || axis.set.find('=') != std::string::npos)
    return reader.issue("set",
                        fmt::format("\"{}\" is not a pointer into the scenario", excerpt(axis.set)),
                        R"(for example "/cluster/nodes/gpu/count")");
  const std::vector<std::string> names = pointer_names(axis.set);
  if (is_of_the_file(names.front()))
    reader.issue("set", fmt::format("\"{}\" cannot differ between designs", names.front()));
}

AxisSpec read_axis(const std::string& name, ObjectReader& reader) {
  AxisSpec axis{.name = name, .pointer = reader.pointer(), .place = reader.value().place()};
  read_set(reader, axis);
  reader.ignored("values", FieldType::any,
                 "A list of values for what is `set`, or patches over the scenario by names.");
  const bool range = reader.optional_object("range", "Numbers in equal steps, instead of `values`.",
                                            [&](ObjectReader& r) { read_range(r, axis); });
  axis.catalog =
      reader
          .optional_text("catalog",
                         "A section of the catalogue, instead of `values`: each of its entries is "
                         "one, by its name.")
          .value_or("");
  if (reader.describing()) return axis;
  const JsonValue* values = reader.value().find("values");
  const bool has_values = values != nullptr && !values->is_null();
  if (int(has_values) + int(range) + int(!axis.catalog.empty()) != 1) {
    reader.issue("", R"(an axis has either "values", "range" or "catalog")",
                 R"(for example "values": [8, 12, 16])");
    return axis;
  }
  if (!has_values) {
    if (!reader.has("set"))
      reader.issue("", "\"set\" is missing: where the values go",
                   R"(for example "set": "/cluster/nodes/gpu/count")");
    return axis;
  }
  if (values->is_array()) {
    read_list(reader, *values, axis);
  } else if (values->is_object()) {
    read_patches(reader, *values, axis);
  } else {
    reader.issue("values",
                 fmt::format("expected a list, or patches by name, found {}", values->kind_name()));
    return axis;
  }
  const bool is_empty = values->is_array() ? values->items().empty() : values->members().empty();
  if (is_empty) reader.issue("values", "an axis without values", "for example [8, 12, 16]");
  return axis;
}

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

void read_all(ObjectReader& reader, std::vector<AxisSpec>& axes) {
  reader.map("axes", kAxesDoc,
             [&](const std::string& name, ObjectReader& r) { axes.push_back(read_axis(name, r)); });
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
  read_all(reader, all.axes);
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
    read_all(reader, axes);
    read_find(reader, {});
    return;
  }
  reader.ignored("axes", FieldType::any, kAxesDoc);
  reader.ignored("find", FieldType::any, kFindDoc);
}

}  // namespace gpuscape
