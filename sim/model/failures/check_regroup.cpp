#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/check_failures.hpp"

namespace gpuscape {

namespace {

bool has_pool(const Platform& platform) {
  return std::ranges::any_of(platform.groups(), [](const NodeGroup& group) { return group.pool; });
}

void check_defragment(const DefragmentSpec& of, const ScenarioSpec& spec, const Platform& platform,
                      const PolicyParts& policy, ReadingContext& context) {
  const auto refuse = [&](std::string message, std::string hint) {
    context.add(of.place, of.pointer, std::move(message), std::move(hint));
  };
  if (platform.lending() != nullptr)
    refuse("jobs on lent GPUs do not move to make room", "\"gpu_access\": \"local\"");
  if (has_pool(platform)) refuse("a pool has no nodes between which jobs could move", "nodes");
  if (spec.scheduler.shares_gpus)
    refuse("jobs that share GPUs do not move yet", "\"gpu_sharing\": \"whole\"");
  if (spec.scheduler.spans_groups)
    refuse("jobs on several groups do not move yet", "\"span_groups\": \"off\"");
  if (policy.claims)
    refuse(fmt::format("\"{}\" starts pods one by one: no job of it moves",
                       excerpt(spec.scheduler.policy.type)),
           "another policy");
  check_streams(of.streams, spec, of.place, of.pointer, context);
}

void check_elastic(const StreamSpec& stream, const ScenarioSpec& spec, const Platform& platform,
                   const PolicyParts& policy, ReadingContext& context) {
  const ElasticSpec& of = stream.saves.elastic;
  const auto refuse = [&](std::string message, std::string hint) {
    context.add(of.place, of.pointer, std::move(message), std::move(hint));
  };
  if (platform.lending() != nullptr)
    refuse("jobs on lent GPUs keep their size", "\"gpu_access\": \"local\"");
  if (has_pool(platform)) refuse("jobs on a pool have no nodes to give up or to take", "nodes");
  if (stream.application || !stream.rules.empty())
    refuse("jobs that exchange data over the network keep their size yet",
           "a stream without \"application\" and \"applications\"");
  if (stream.saves.shrink.at_least > 0 || stream.saves.standbys.nodes > 0)
    refuse("a stream has one of \"elastic\", \"shrink\" and \"standbys\"",
           "\"elastic\" without the others: after a failure such a job starts on the nodes that "
           "are free");
  if (policy.picks && !policy.sizes)
    refuse(fmt::format("\"{}\" counts what jobs ask for: their size stays",
                       excerpt(spec.scheduler.policy.type)),
           "a policy that starts jobs in order, such as \"fifo\"");
  if (spec.scheduler.spans_groups)
    refuse("jobs on several groups keep their size yet", "\"span_groups\": \"off\"");
}

/// Where users share GPUs, jobs have all of a machine's GPUs that they ask for, and keep them.
void check_joining(const ScenarioSpec& spec, ReadingContext& context) {
  const std::string& type = spec.scheduler.policy.type;
  const auto refuse = [&](const SourcePlace& place, const std::string& pointer,
                          std::string_view what) {
    context.add(place, pointer, fmt::format("\"{}\" has no {} yet", excerpt(type), what),
                "another policy");
  };
  for (const StreamSpec& stream : spec.streams) {
    const SavesSpec& saves = stream.saves;
    if (saves.elastic.min > 0) refuse(saves.elastic.place, saves.elastic.pointer, "elastic jobs");
    if (saves.standbys.nodes > 0)
      refuse(saves.standbys.place, saves.standbys.pointer, "jobs with standbys");
    if (saves.shrink.at_least > 0)
      refuse(saves.shrink.place, saves.shrink.pointer, "jobs that go on with fewer nodes");
    if (stream.application || !stream.rules.empty())
      refuse(spec.scheduler.policy.parameters.place(), spec.scheduler.policy.pointer,
             fmt::format("jobs with applications, which stream \"{}\" has", excerpt(stream.name)));
  }
}

}  // namespace

void check_streams(const std::vector<std::string>& names, const ScenarioSpec& spec,
                   const SourcePlace& place, const std::string& pointer, ReadingContext& context) {
  std::vector<std::string> known;
  known.reserve(spec.streams.size());
  for (const StreamSpec& stream : spec.streams) known.push_back(stream.name);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      context.add(place, child_pointer(pointer, "streams"),
                  fmt::format("no stream is called \"{}\"", excerpt(name)),
                  nearest_hint(name, known));
}

void check_regroup(const ScenarioSpec& spec, const Platform& platform, const PolicyParts& policy,
                   ReadingContext& context) {
  if (const auto& of = spec.scheduler.defragment)
    check_defragment(*of, spec, platform, policy, context);
  if (policy.joins) return check_joining(spec, context);
  for (const StreamSpec& stream : spec.streams)
    if (stream.saves.elastic.min > 0 && !stream.has_steps())
      check_elastic(stream, spec, platform, policy, context);
}

}  // namespace gpuscape
