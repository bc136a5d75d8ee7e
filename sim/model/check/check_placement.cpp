#include "sim/model/check/check_placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/platform/demand_text.hpp"
#include "sim/workload/node_asks.hpp"

namespace gpuscape {

namespace {

/// The kinds of jobs that the stream can have, by the least that each asks for; empty: not known.
std::vector<Demand> kinds_of(const StreamSpec& stream) {
  std::vector<Demand> kinds;
  if (stream.trace) {
    kinds.push_back({.gpus = 1, .gpu_milli = 1});  // its rows may ask for parts
    if (!stream.trace->every_job_has_gpus) kinds.push_back({0, 1, 0});
  } else if (stream.generate) {
    constexpr double kMebibyte = 1048576.0;
    const GenerateSpec& spec = *stream.generate;
    for (const GpuShareSpec& share : spec.gpus)
      if (share.weight > 0.0)
        kinds.push_back({share.gpus, std::llround(1000.0 * spec.cores_per_gpu * share.gpus),
                         std::llround(spec.memory_per_gpu.value() / kMebibyte * share.gpus)});
  } else if (stream.closed) {
    for (const GpuShareSpec& share : stream.closed->gpus)
      if (share.weight > 0.0) kinds.push_back({share.gpus, 0, 0});
  }
  constexpr std::uint16_t kSomePart = 1;  // of 1 000: which, the GPU says
  if (!stream.gpu_profile.empty() || stream.gpu_memory > Bytes(0.0))
    for (Demand& kind : kinds)
      if (kind.gpus == 1) kind.gpu_milli = kSomePart;
  return kinds;
}

/// Where the scenario says it of a stream.
SourcePlace place_of(const ScenarioSpec& spec, const StreamSpec& stream, std::string_view key) {
  const JsonValue* at = &spec.resolved;
  for (const std::string_view name : {std::string_view("workload"), std::string_view("streams"),
                                      std::string_view(stream.name), key})
    at = at == nullptr ? nullptr : at->find(name);
  return at == nullptr ? SourcePlace() : at->place();
}

/// GPU models that groups have, each once.
std::vector<std::string> models_of(const std::vector<NodeGroup>& groups) {
  std::vector<std::string> models;
  for (const NodeGroup& group : groups)
    if (!group.gpu_model.empty() && std::ranges::find(models, group.gpu_model) == models.end())
      models.push_back(group.gpu_model);
  return models;
}

/// A profile or an amount of memory that no GPU of the cluster has.
template <class Refuse>
void check_parts_of_gpus(const StreamSpec& stream, const std::vector<NodeGroup>& groups,
                         const NodeFacts& facts, const Refuse& refuse) {
  const auto none_does = [&](const NodeAsk& ask) {
    return std::ranges::none_of(groups,
                                [&](const NodeGroup& group) { return will_do(ask, group, facts); });
  };
  if (!stream.gpu_profile.empty() && none_does({"", "", GpusFrom::anywhere, stream.gpu_profile})) {
    std::vector<std::string> names;
    for (const NodeGroup& group : groups) {
      if (group.cuts == nullptr) continue;
      for (const GpuCuts::Profile& profile : group.cuts->profiles) names.push_back(profile.name);
      names.insert(names.end(), group.cuts->whole.begin(), group.cuts->whole.end());
    }
    refuse("gpu_profile",
           fmt::format("no GPU of the cluster is cut into a profile \"{}\"",
                       excerpt(stream.gpu_profile)),
           nearest_hint(stream.gpu_profile, names));
  }
  if (stream.gpu_memory > Bytes(0.0) &&
      none_does({"", "", GpusFrom::anywhere, "", stream.gpu_memory}))
    refuse("gpu_memory", fmt::format("no GPU of the cluster has {}", human_text(stream.gpu_memory)),
           "");
}

/// What all jobs of a stream ask of nodes: some group must have it.
void check_asks(const ScenarioSpec& spec, const StreamSpec& stream, const Platform& platform,
                ReadingContext& context) {
  const std::vector<NodeGroup>& groups = platform.groups();
  const NodeFacts facts = node_facts(groups);
  const auto refuse_at = [&](std::string_view key, std::string what, std::string hint) {
    context.add(place_of(spec, stream, key),
                child_pointer(child_pointer("/workload/streams", stream.name), key),
                std::move(what), std::move(hint));
  };
  const auto refuse = [&](std::string_view key, const std::string& what, std::string hint) {
    refuse_at(
        key,
        fmt::format("{}: {}", what,
                    key == "features" ? excerpt(stream.features) : excerpt(stream.gpu_models)),
        std::move(hint));
  };
  const auto none_does = [&](const NodeAsk& ask) {
    return std::ranges::none_of(groups,
                                [&](const NodeGroup& group) { return will_do(ask, group, facts); });
  };
  // Jobs of a log may name models and features themselves: whether they all can be placed is seen
  // with the log.
  const bool of_all = !stream.trace.has_value();
  if (of_all && none_does({stream.gpu_models, ""}))
    refuse("gpu_models", "no group of nodes has such GPUs",
           nearest_hint(stream.gpu_models, models_of(groups)));
  if (!stream.features.empty() && !has_features(stream.features, {}))
    refuse("features", "names of features are joined by & and |, with parentheses",
           "for example \"nvlink&(ib|roce)\"");
  else if (of_all && none_does({"", stream.features}))
    refuse("features", "no group of nodes has such features", "");
  check_parts_of_gpus(stream, groups, facts, refuse_at);
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (groups[i].capacity.gpus > 0 && will_do(stream.gpus_from, platform, i)) return;
  if (stream.gpus_from == GpusFrom::anywhere) return;
  const bool lent = stream.gpus_from == GpusFrom::lent;
  context.add(place_of(spec, stream, "gpus_from"),
              child_pointer(child_pointer("/workload/streams", stream.name), "gpus_from"),
              lent ? "no GPUs of the cluster are lent"
                   : "all GPUs of the cluster are lent: none are in a node on which jobs run",
              lent ? "GPUs are lent where \"cluster\" has a \"gpu_access\""
                   : "add nodes with GPUs that are not among the \"servers\"");
}

void check_design(const CheckedScenario& design, ReadingContext& context) {
  const ScenarioSpec& spec = design.spec;
  if (spec.run.by_steps) return;
  Platform platform = design.cluster->platform();
  if (spec.scheduler.spans_groups) platform.span_groups();
  const FitsSomewhere fits(platform);
  for (const StreamSpec& stream : spec.streams) {
    check_asks(spec, stream, platform, context);
    const std::vector<Demand> kinds = kinds_of(stream);
    if (kinds.empty() || std::ranges::any_of(kinds, std::cref(fits))) continue;
    Demand least = *std::ranges::min_element(
        kinds, {}, [](const Demand& kind) { return std::pair(kind.gpus, kind.milli_cores); });
    least.gpu_milli = 0;
    const NodeGroup& largest = largest_group(platform.groups());
    const auto group = std::ranges::find(spec.cluster.nodes, largest.name, &NodeGroupSpec::name);
    const bool cores = least.gpus == 0;
    context.add(group->model.parameters.place(), group->model.pointer,
                fmt::format("no job of stream \"{}\" can be placed here: each asks for {}, and the "
                            "largest group is {}",
                            excerpt(stream.name),
                            cores ? "a GPU or a core" : demand_text(least) + " at least",
                            group_text(largest)),
                platform.lending() == nullptr
                    ? placement_hint(platform.groups())
                    : "\"gpu_access\" says who lends how many GPUs to a job, and its clients have "
                      "to have the cores and the memory that it asks for");
  }
}

}  // namespace

FitsSomewhere::FitsSomewhere(const Platform& platform) : platform_(platform) {
  if (platform.lending() != nullptr) lent_.emplace(platform, *platform.lending());
}

bool FitsSomewhere::operator()(const Demand& demand) const {
  Demand whole = demand;
  whole.gpu_milli = 0;  // lent GPUs are
  const std::vector<NodeGroup>& groups = platform_.groups();
  const auto count = [](std::size_t, IslandNodes nodes) { return nodes.end - nodes.begin; };
  return std::ranges::any_of(
             groups, [&](const NodeGroup& group) { return fits_when_empty(demand, group); }) ||
         spans_fit_when_empty(platform_.spans(), demand, groups,
                              [&](std::size_t group) { return groups[group].count; }) ||
         (lent_ && lent_->could_hold(platform_, whole, count));
}

std::string placement_hint(const std::vector<NodeGroup>& groups) {
  const auto cut = std::ranges::find_if(groups, [](const NodeGroup& group) {
    return group.cuts != nullptr && group.cuts->only_parts;
  });
  if (cut != groups.end())
    return fmt::format(
        "the GPUs of \"{}\" are cut into a \"mix\" of instances: nobody gets a whole one there",
        excerpt(cut->name));
  const bool box = std::ranges::find(groups, "gpu-box", &NodeGroup::type) != groups.end();
  return box ? "a gpu-box lends its GPUs to hosts for transfers and runs no jobs: those need "
               "nodes with GPUs of their own"
             : "a job goes on the nodes of one group: one of them must have what it asks for, or "
               "groups of one GPU model together where \"span_groups\" lets jobs span them";
}

void check_placement(const CheckedFile& file, ReadingContext& context) {
  for_each_design(file, context,
                  [&](const CheckedScenario& design) { check_design(design, context); });
}

}  // namespace gpuscape
