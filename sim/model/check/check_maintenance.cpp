#include "sim/model/check/check_maintenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/scheduling/node_list.hpp"

namespace gpuscape {

namespace {

constexpr const char* kHint = R"(written "group", "group/3" or "group/0-3")";

class MaintenanceChecker {
 public:
  MaintenanceChecker(const ScenarioSpec& spec, const Platform& platform, ReadingContext& context)
      : spec_(spec), platform_(platform), context_(context) {}

  std::vector<PlannedOutage> check() {
    std::vector<PlannedOutage> planned;
    for (const MaintenanceSpec& maintenance : spec_.cluster.maintenance) {
      PlannedOutage outage{.name = maintenance.name,
                           .begin = maintenance.begin,
                           .end = maintenance.end,
                           .requeues = maintenance.requeues};
      for (const std::string& nodes : maintenance.nodes) add(maintenance, nodes, outage);
      std::ranges::sort(outage.nodes);
      const auto twice = std::ranges::unique(outage.nodes);
      outage.nodes.erase(twice.begin(), twice.end());
      for (const OutageNode& at : outage.nodes) find_overlap(maintenance, at);
      planned.push_back(std::move(outage));
    }
    std::ranges::sort(planned, {}, [](const PlannedOutage& outage) {
      return std::pair(outage.begin, std::string_view(outage.name));
    });
    return planned;
  }

 private:
  void fault(const MaintenanceSpec& of, std::string_view key, std::string message,
             std::string hint) {
    context_.add(of.place, child_pointer(of.pointer, key), std::move(message), std::move(hint));
  }

  void add(const MaintenanceSpec& of, std::string_view text, PlannedOutage& outage) {
    const auto found = find_nodes(text, platform_);
    if (const auto* why = std::get_if<std::string>(&found)) return fault(of, "nodes", *why, kHint);
    const auto& nodes = std::get<NamedNodes>(found);
    const NodeGroup& group = platform_.groups()[nodes.group];
    if (group.pool)
      return fault(of, "nodes",
                   fmt::format("\"{}\" is a pool: it has no nodes", excerpt(group.name)),
                   "processors of a pool cannot be taken away");
    for (std::uint32_t node = nodes.first; node <= nodes.last; ++node)
      outage.nodes.push_back({static_cast<std::uint32_t>(nodes.group), node});
  }

  /// Of those before it.
  void find_overlap(const MaintenanceSpec& of, const OutageNode& at) {
    auto& others = of_node_[at];
    for (const MaintenanceSpec* other : others) {
      if (!(other->begin < of.end && of.begin < other->end)) continue;
      if (overlapping_.insert({other, &of}).second)
        fault(of, "nodes",
              fmt::format("{}/{} is in maintenance \"{}\" at the same time",
                          platform_.groups()[at.group].name, at.node, excerpt(other->name)),
              "make one of the two, or other dates");
    }
    others.push_back(&of);
  }

  const ScenarioSpec& spec_;
  const Platform& platform_;
  ReadingContext& context_;
  std::map<OutageNode, std::vector<const MaintenanceSpec*>> of_node_;
  std::set<std::pair<const MaintenanceSpec*, const MaintenanceSpec*>> overlapping_;
};

}  // namespace

std::vector<PlannedOutage> check_maintenance(const ScenarioSpec& spec, const Platform& platform,
                                             ReadingContext& context) {
  if (spec.cluster.maintenance.empty()) return {};
  const bool by_steps = std::ranges::any_of(
      spec.streams, [](const StreamSpec& stream) { return stream.has_steps(); });
  if (by_steps) {
    const MaintenanceSpec& first = spec.cluster.maintenance.front();
    context.add(first.place, first.pointer, "at detail \"step\" nodes are never away",
                "maintenance is of runs of jobs");
    return {};
  }
  for (const PlacedModel& of : spec.models) {
    if (!of.place.is(kGpuAccessPlace) || of.model.type == "local") continue;
    context.add(of.model.parameters.place(), of.model.pointer,
                "maintenance of a cluster that lends GPUs is not modelled",
                R"(leave out "maintenance" or "gpu_access")");
    return {};
  }
  return MaintenanceChecker(spec, platform, context).check();
}

}  // namespace gpuscape
