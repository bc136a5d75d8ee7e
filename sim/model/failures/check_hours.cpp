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

void check_nodes(const HoursSpec& of, const Platform& platform, ReadingContext& context) {
  for (const std::string& item : of.nodes) {
    const auto found = find_nodes(item, platform);
    if (const auto* fault = std::get_if<std::string>(&found))
      context.add(of.place, child_pointer(of.pointer, "nodes"), *fault,
                  "names of groups, or nodes of them, as \"gpu/0-3\"");
  }
}

/// A suspended job goes on with what it held, and those hold more, or less, than they ask for.
void check_suspended(const ScenarioSpec& spec, ReadingContext& context) {
  for (const StreamSpec& stream : spec.streams) {
    if (stream.saves.standbys.nodes > 0)
      context.add(stream.saves.standbys.place, stream.saves.standbys.pointer,
                  "jobs with standbys are not suspended yet", "jobs that begin anew instead");
    if (stream.saves.shrink.at_least > 0)
      context.add(stream.saves.shrink.place, stream.saves.shrink.pointer,
                  "jobs that go on with fewer nodes are not suspended yet",
                  "jobs that begin anew instead");
  }
}

}  // namespace

void check_hours(const ScenarioSpec& spec, const Platform& platform, const PolicyParts& policy,
                 ReadingContext& context) {
  const auto suspends = [](const HoursSpec& of) { return of.others == HoursSpec::Others::suspend; };
  if (policy.suspends || std::ranges::any_of(spec.scheduler.hours, suspends))
    check_suspended(spec, context);
  for (const HoursSpec& of : spec.scheduler.hours) {
    const auto refuse = [&](std::string message, std::string hint) {
      context.add(of.place, of.pointer, std::move(message), std::move(hint));
    };
    check_streams(of.streams, spec, of.place, of.pointer, context);
    check_nodes(of, platform, context);
    if (policy.claims)
      refuse(fmt::format("\"{}\" starts pods one by one: nodes have no hours there",
                         excerpt(spec.scheduler.policy.type)),
             "another policy");
    if (!suspends(of)) continue;
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
