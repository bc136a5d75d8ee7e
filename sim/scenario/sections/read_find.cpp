#include "sim/scenario/sections/read_find.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/sections/read_calendar.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

namespace {

constexpr FindGoal kGoals[] = {FindGoal::cheapest, FindGoal::largest, FindGoal::smallest};

std::string_view goal_doc(FindGoal goal) {
  switch (goal) {
    case FindGoal::largest:
      return "The design with the most of it, over these axes; true: over all.";
    case FindGoal::smallest:
      return "The design with the least of it, over these axes; true: over all.";
    case FindGoal::cheapest:
      break;
  }
  return "The design that costs least, over these axes; true: over all.";
}

/// Texts at a key: one, or a list of them.
std::vector<std::string> read_names(ObjectReader& reader, std::string_view key,
                                    const JsonValue& value) {
  std::vector<std::string> names;
  if (value.is_text()) names.push_back(value.text());
  for (const JsonValue& item : value.items())
    if (item.is_text()) names.push_back(item.text());
  const bool good = value.is_text() || (value.is_array() && names.size() == value.items().size());
  if (!good || names.empty())
    reader.issue(key, fmt::format("expected a name or a list of names, found {}",
                                  value.is_array() && value.items().empty() ? "an empty list"
                                                                            : value.kind_name()));
  return names;
}

void require_axes(ObjectReader& reader, std::string_view key, const std::vector<std::string>& named,
                  const std::vector<std::string>& axes) {
  for (const std::string& name : named)
    if (std::ranges::find(axes, name) == axes.end())
      reader.issue(key, fmt::format("no axis \"{}\"", excerpt(name)),
                   axes.empty() ? "this scenario has no axes" : nearest_hint(name, axes));
}

void read_goal(ObjectReader& reader, const std::vector<std::string>& axes, FindSpec& find) {
  int goals = 0;
  for (const FindGoal goal : kGoals) {
    const std::string key(goal_name(goal));
    reader.ignored(key, FieldType::any, goal_doc(goal));
    if (!reader.has(key)) continue;
    ++goals;
    find.goal = goal;
    const JsonValue& value = *reader.value().find(key);
    if (value.is_boolean() && value.boolean()) continue;
    find.axes = read_names(reader, key, value);
    require_axes(reader, key, find.axes, axes);
  }
  if (!reader.describing() && goals != 1)
    reader.issue("", R"("find" has either "cheapest", "largest" or "smallest")",
                 R"(for example "cheapest": true)");
}

void read_by(ObjectReader& reader, FindSpec& find) {
  find.by = reader
                .optional_text("by",
                               "Metric of result.json that decides; gpus_total and "
                               "useful_gpu_hours too. Without it what the design costs, "
                               "total_cost; of largest and smallest the value of the one axis.")
                .value_or("");
  if (reader.describing()) return;
  if (find.by.empty() && find.goal == FindGoal::cheapest) find.by = "total_cost";
  if (find.by.empty() && find.axes.size() != 1)
    reader.issue("", fmt::format("the {} of what? \"by\" is missing", goal_name(find.goal)),
                 R"(for example "by": "useful_gpu_hours", or one axis whose value decides)");
  if (!reader.has("by")) return;
  std::vector<std::string> known(std::begin(kFurtherFigures), std::end(kFurtherFigures));
  for (const ObjectiveMetric& metric : reader.context().kept<ObjectiveMetrics>().all)
    if (!metric.of_jobs && !is_step_objective(metric.name)) known.emplace_back(metric.name);
  if (std::ranges::find(known, find.by) == known.end())
    reader.issue("by", fmt::format("no metric \"{}\"", excerpt(find.by)),
                 nearest(find.by, known).empty() ? "the metrics stand in docs/reference/results.md"
                                                 : nearest_hint(find.by, known));
}

/// Each axis is searched, or has an answer of its own.
void place_axes(ObjectReader& reader, const std::vector<std::string>& axes, FindSpec& find) {
  const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  for (const std::string& name : find.for_each)
    if (holds(find.axes, name))
      reader.issue("for_each", fmt::format("axis \"{}\" is searched already", excerpt(name)));
  if (find.axes.empty()) return;
  for (const std::string& name : axes)
    if (!holds(find.axes, name) && !holds(find.for_each, name))
      reader.issue(
          "", fmt::format("axis \"{}\" is neither searched nor in \"for_each\"", excerpt(name)),
          fmt::format(R"(for example "for_each": "{}")", excerpt(name)));
}

}  // namespace

std::optional<FindSpec> read_find(ObjectReader& reader, const std::vector<std::string>& axes) {
  std::optional<FindSpec> found;
  reader.optional_object("find", kFindDoc, [&](ObjectReader& r) {
    FindSpec find{.place = r.value().place()};
    read_goal(r, axes, find);
    read_by(r, find);
    r.ignored("meets", FieldType::texts,
              "Objectives of `slo` that the design is to meet; without it all of them.");
    r.ignored("for_each", FieldType::texts, "Axes for each value of which there is an answer.");
    if (r.has("meets")) {
      find.meets_all = false;
      find.meets = read_names(r, "meets", *r.value().find("meets"));
    }
    if (r.has("for_each")) {
      find.for_each = read_names(r, "for_each", *r.value().find("for_each"));
      require_axes(r, "for_each", find.for_each, axes);
    }
    if (!r.describing()) place_axes(r, axes, find);
    find.calendar = read_calendar(r, find);
    found = std::move(find);
  });
  return found;
}

}  // namespace gpuscape
