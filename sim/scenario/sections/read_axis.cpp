#include "sim/scenario/sections/read_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"

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
  const std::string unit =
      reader.optional_text("unit", "Unit of the numbers: \"kUSD\", \"min\".").value_or("");
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
    if (!unit.empty()) {
      label += " " + unit;
      value = JsonValue::make_text(label);
    }
    axis.values.push_back({std::move(label), std::move(value)});
  }
}

void read_list(ObjectReader& reader, const JsonValue& list, AxisUse use, AxisSpec& axis) {
  if (axis.set.empty() && !reader.has("set"))
    return reader.issue("values", "a list of values needs \"set\": where they go",
                        R"(for example "set": "/cluster/nodes/gpu/count")");
  std::map<std::string, std::size_t> seen;
  const std::string pointer = child_pointer(reader.pointer(), "values");
  for (const JsonValue& value : list.items()) {
    const std::string text = write_json(value, -1);
    const std::size_t at = axis.values.size();
    axis.values.push_back({value.is_text() ? value.text() : text, value});
    if (use == AxisUse::vary) continue;  // what is taken away, or stands twice, costs what it costs
    if (value.is_null())
      reader.context().add(value.place(), child_pointer(pointer, std::to_string(at)),
                           "null is no value: it would take away what is set",
                           R"(a patch by name does so: "values": {"none": {"cost": null}})");
    if (const auto [first, added] = seen.try_emplace(text, at); !added)
      reader.context().add(value.place(), child_pointer(pointer, std::to_string(at)),
                           fmt::format("value {} stands twice", excerpt(text)),
                           "each value makes a design of its own");
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

void read_set(ObjectReader& reader, AxisUse use, AxisSpec& axis) {
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
  if (use == AxisUse::design && is_of_the_file(names.front()))
    reader.issue("set", fmt::format("\"{}\" cannot differ between designs", names.front()));
}

}  // namespace

AxisSpec read_axis(const std::string& name, ObjectReader& reader, AxisUse use) {
  AxisSpec axis{.name = name, .pointer = reader.pointer(), .place = reader.value().place()};
  read_set(reader, use, axis);
  constexpr std::string_view kValuesDoc =
      "A list of values for what is `set`, or patches over the scenario by names.";
  // What is varied is part of the design, and of its resolved copy; axes are of the file.
  if (use == AxisUse::vary)
    reader.values("values", FieldType::any, kValuesDoc);
  else
    reader.ignored("values", FieldType::any, kValuesDoc);
  const bool range = reader.optional_object("range", "Numbers in equal steps, instead of `values`.",
                                            [&](ObjectReader& r) { read_range(r, axis); });
  if (use == AxisUse::design)
    axis.catalog =
        reader
            .optional_text("catalog",
                           "A section of the catalogue, instead of `values`: each of its entries "
                           "is one, by its name.")
            .value_or("");
  if (reader.describing()) return axis;
  const JsonValue* values = reader.value().find("values");
  const bool has_values = values != nullptr && !values->is_null();
  if (int(has_values) + int(range) + int(!axis.catalog.empty()) != 1) {
    reader.issue("",
                 use == AxisUse::vary
                     ? R"(what is varied has either "values" or "range")"
                     : R"(an axis has either "values", "range", "catalog" or "vary")",
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
    read_list(reader, *values, use, axis);
  } else if (values->is_object()) {
    read_patches(reader, *values, axis);
  } else {
    reader.issue("values",
                 fmt::format("expected a list, or patches by name, found {}", values->kind_name()));
    return axis;
  }
  const bool is_empty = values->is_array() ? values->items().empty() : values->members().empty();
  if (is_empty && use == AxisUse::design)
    reader.issue("values", "an axis without values", "for example [8, 12, 16]");
  return axis;
}

}  // namespace gpuscape
