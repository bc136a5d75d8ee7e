#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/check_failures.hpp"
#include "sim/scheduling/node_list.hpp"

namespace gpuscape {

namespace {

void check_names(const HoursSpec& of, const ScenarioSpec& spec, const Platform& platform,
                 ReadingContext& context) {
  std::vector<std::string> streams;
  streams.reserve(spec.streams.size());
  for (const StreamSpec& stream : spec.streams) streams.push_back(stream.name);
  for (const std::string& name : of.streams)
    if (std::ranges::find(streams, name) == streams.end())
      context.add(of.place, child_pointer(of.pointer, "streams"),
                  fmt::format("no stream is called \"{}\"", excerpt(name)),
                  nearest_hint(name, streams));
  for (const std::string& item : of.nodes) {
    const auto found = find_nodes(item, platform);
    if (const auto* fault = std::get_if<std::string>(&found))
      context.add(of.place, child_pointer(of.pointer, "nodes"), *fault,
                  "names of groups, or nodes of them, as \"gpu/0-3\"");
  }
}

}  // namespace

void check_hours(const ScenarioSpec& spec, const Platform& platform, const PolicyParts& policy,
                 ReadingContext& context) {
  for (const HoursSpec& of : spec.scheduler.hours) {
    const auto refuse = [&](std::string message, std::string hint) {
      context.add(of.place, of.pointer, std::move(message), std::move(hint));
    };
    check_names(of, spec, platform, context);
    if (policy.claims)
      refuse(fmt::format("\"{}\" starts pods one by one: nodes have no hours there",
                         excerpt(spec.scheduler.policy.type)),
             "another policy");
    if (of.others != HoursSpec::Others::suspend) continue;
    if (policy.suspends)
      refuse("the policy suspends jobs too: who comes first on their nodes would not be said",
             R"("others": "requeue", or another "preempted" of the policy)");
    if (platform.lending() != nullptr)
      refuse("jobs on lent GPUs are not suspended", R"("others": "requeue")");
    if (spec.scheduler.spans_groups)
      refuse("jobs on several groups are not suspended yet", R"("span_groups": "off")");
  }
}

}  // namespace gpuscape
