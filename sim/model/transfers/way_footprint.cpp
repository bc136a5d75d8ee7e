#include "sim/model/transfers/way_footprint.hpp"

namespace gpuscape {

namespace {

void add_link(PlanFootprint& footprint, const NodeLink* inside) {
  if (inside == nullptr) {
    footprint.network = true;
    return;
  }
  switch (inside->kind) {
    case NodeLinkKind::memory:
      footprint.memory = true;
      break;
    case NodeLinkKind::inter_socket:
      footprint.sockets = true;
      break;
    case NodeLinkKind::nvlink:
      footprint.nvlink = true;
      break;
    case NodeLinkKind::pcie:
    case NodeLinkKind::c2c:
      footprint.links = true;
      break;
  }
}

}  // namespace

void add_way(PlanFootprint& footprint, const TransferWay& way, const ClusterGraph& graph) {
  for (const TransferLeg& leg : way.legs) {
    for (const NamedTransport* transport : {leg.transport, leg.gpudirect})
      if (transport != nullptr) footprint.transports.insert(transport->id);
    footprint.gpus = footprint.gpus || leg.crossing.copy_rate.has_value();
    for (const ClusterLink link : leg.links) add_link(footprint, graph.node_link(link));
  }
}

}  // namespace gpuscape
