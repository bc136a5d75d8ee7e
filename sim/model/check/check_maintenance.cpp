#include "sim/model/check/check_maintenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/nodes_away.hpp"

namespace gpuscape {

namespace {

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
      outage.nodes = nodes_away({maintenance.place, maintenance.pointer, maintenance.nodes},
                                platform_, context_);
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
  const MaintenanceSpec& first = spec.cluster.maintenance.front();
  if (is_never_away({first.place, first.pointer, first.nodes}, by_steps, context)) return {};
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
