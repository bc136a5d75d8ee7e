#include "sim/model/collectives/rank_hardware.hpp"

namespace gpuscape {

namespace {

const JsonValue* at(const JsonValue* object, std::string_view key) {
  return object == nullptr || !object->is_object() ? nullptr : object->find(key);
}

std::string text_at(const JsonValue* object, std::string_view key) {
  const JsonValue* value = at(object, key);
  return value == nullptr || !value->is_text() ? "" : value->text();
}

bool says(const JsonValue* object, std::string_view key) {
  const JsonValue* value = at(object, key);
  return value != nullptr && value->is_boolean() && value->boolean();
}

}  // namespace

RankHardware hardware_of(const ClusterSpec& cluster, const ClusterGraph& graph,
                         const Ranks& ranks) {
  RankHardware hardware;
  const Endpoint first = ranks.gpus.front();
  const JsonValue* node = &cluster.nodes[graph.group_of(first.node)].model.parameters;
  const JsonValue* parts = at(node, "parts");
  const JsonValue* gpu = at(at(parts, "gpus"), graph.device(first).model);
  const JsonValue* fabric = at(node, "gpu_fabric");
  hardware.vendor = text_at(gpu, "vendor");
  const JsonValue* peers = at(gpu, "peer_access");
  hardware.peer_access = peers == nullptr || says(gpu, "peer_access");
  hardware.nvlink = text_at(fabric, "type");
  hardware.switch_reduces =
      says(at(at(parts, "nvswitches"), text_at(fabric, "switch")), "in_network_reduction");
  const auto route = graph.route(first, ranks.gpus.back());
  if (!route || !route->network) return hardware;
  const JsonValue* network = &cluster.networks[*route->network].model.parameters;
  hardware.network_reduces = says(at(network, "switch"), "sharp");
  return hardware;
}

}  // namespace gpuscape
