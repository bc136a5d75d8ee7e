#include "sim/plan/strength.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/plan/judge.hpp"
#include "sim/sweep/run_key.hpp"

namespace gpuscape {

namespace {

/// More nodes would mean other jobs.
bool has_jobs_by_size(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.streams, [](const StreamSpec& stream) {
    return stream.closed && stream.closed->per != ClosedSpec::Per::workload;
  });
}

/// Jobs take longer on nodes of one group than on those of another: more of the slow ones may draw
/// jobs to them.
bool has_slower_groups(const CheckedScenario& scenario) {
  const auto& groups = scenario.cluster->platform().groups();
  const bool differ = std::ranges::any_of(groups, [&](const NodeGroup& group) {
    return group.type != groups.front().type || group.gpu_model != groups.front().gpu_model;
  });
  return differ && std::ranges::any_of(scenario.measured_on,
                                       [](const auto& steps) { return steps != nullptr; });
}

/// Takes `key` out of `object`.
void blank(JsonValue* object, std::string_view key) {
  if (object != nullptr && object->is_object()) object->erase(key);
}

}  // namespace

bool Strength::is_no_more_than(const Strength& other) const {
  if (like.empty() || like != other.like || values == other.values) return false;
  return std::ranges::equal(values, other.values, std::less_equal());
}

Strength strength_of(const CheckedScenario& scenario) {
  const ScenarioSpec& spec = scenario.spec;
  Strength made;
  if (spec.run.by_steps || has_jobs_by_size(spec) || has_slower_groups(scenario)) return made;
  JsonValue resolved = spec.resolved;
  resolved.erase("cost");
  blank(resolved.find("scheduler"), "start_up");
  if (JsonValue* cluster = resolved.find("cluster"))
    if (JsonValue* nodes = cluster->find("nodes"); nodes != nullptr && nodes->is_object())
      for (JsonMember& group : nodes->members()) blank(&group.value, "count");
  std::string like = write_json(resolved, -1);
  // A load that is a share of the design's own GPUs stands for other jobs on each.
  for (const StreamSpec& stream : spec.streams)
    if (stream.generate && stream.generate->load)
      like += fmt::format(" {}", stream.generate->load_gpus.value_or(0));
  made.like = text_key(like);
  for (const NodeGroup& group : scenario.cluster->platform().groups())
    made.values.push_back(
        static_cast<double>(group.pool ? group.capacity.gpus : std::int64_t{group.count}));
  made.values.push_back(-spec.scheduler.start_up.value());
  return made;
}

bool is_missed_when_weaker(const std::vector<SloSpec>& objectives, const std::string& missed) {
  if (missed == kOverloaded || missed == kNothingStarts) return true;
  const auto found = std::ranges::find(objectives, missed, &SloSpec::name);
  return found != objectives.end() && found->is_time && !found->at_least;
}

}  // namespace gpuscape
