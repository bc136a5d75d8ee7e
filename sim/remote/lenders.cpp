#include "sim/remote/lenders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/scenario/located.hpp"

namespace gpuscape {

namespace {

std::string free_name(std::string name, const std::vector<std::string>& taken) {
  while (std::ranges::find(taken, name) != taken.end()) name += '_';
  return name;
}

}  // namespace

Lenders find_lenders(const CheckedScenario& local) {
  Lenders lenders;
  std::vector<std::string> groups;
  std::vector<std::string> without;
  for (const NodeGroup& group : local.cluster->platform().groups()) {
    groups.push_back(group.name);
    if (group.capacity.gpus <= 0) continue;
    const bool known =
        !group.pool && group.graph != nullptr && !group.graph->of_kind(DeviceKind::gpu).empty();
    if (!known) {
      without.push_back(group.name);
      continue;
    }
    lenders.groups.push_back(&group);
    lenders.nodes += group.count;
    lenders.most_gpus = std::max(lenders.most_gpus, group.capacity.gpus);
  }
  if (lenders.groups.empty()) {
    const bool none = without.empty();
    throw ScenarioError(located(
        {{.file = "",
          .pointer = "/cluster/nodes",
          .message = none ? std::string("no node has a GPU that could be lent")
                          : fmt::format("nothing is known of what is inside the nodes of "
                                        "\"{}\": neither their GPUs nor their adapters "
                                        "could be priced",
                                        excerpt(fmt::format("{}", fmt::join(without, "\", \"")))),
          .hint = none ? "nodes with GPUs: \"type\": \"hgx-a100-8\""
                       : "a node of the catalogue in their place, as \"type\": "
                         "\"hgx-a100-8\", or one of type \"graph\""}},
        local.spec));
  }
  lenders.client = free_name(lenders.client, groups);
  return lenders;
}

JsonValue remote_patch(const std::string& text) { return parse_json(text, "a way to lend GPUs"); }

JsonValue patch_to_jobs_alone(const CheckedScenario& local, bool steps_alone) {
  JsonValue patch = remote_patch(
      R"({"slo": null, "cost": null,
          "cluster": {"failures": null, "maintenance": null, "spares": null, "gpu_access": null}})");
  if (steps_alone) patch.set("scheduler", JsonValue::make_null());
  JsonValue streams = JsonValue::make_object();
  for (const StreamSpec& stream : local.spec.streams) {
    JsonValue anywhere = JsonValue::make_object();
    anywhere.set("gpus_from", JsonValue::make_null());
    streams.set(stream.name, std::move(anywhere));
  }
  JsonValue workload = JsonValue::make_object();
  workload.set("streams", std::move(streams));
  patch.set("workload", std::move(workload));
  return patch;
}

JsonValue patch_without_networks(const CheckedScenario& local) {
  JsonValue networks = JsonValue::make_object();
  for (const NetworkSpec& network : local.spec.cluster.networks)
    networks.set(network.name, JsonValue::make_null());
  JsonValue cluster = JsonValue::make_object();
  cluster.set("networks", std::move(networks));
  JsonValue patch = JsonValue::make_object();
  patch.set("cluster", std::move(cluster));
  return patch;
}

}  // namespace gpuscape
