#include "sim/model/collectives/step_reads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/model/transfers/way_footprint.hpp"

namespace gpuscape {

/// By adapter the memory beside it, or each GPU by the adapter that is nearest to it. Where nothing
/// says how a store is reached, the node as a whole.
std::vector<StepReads::End> StepReads::ends_of(const InputPlan::Store& store,
                                               const Node& node) const {
  std::vector<End> ends;
  const NodeGraph& graph = *graph_.graph_of(node.node);
  if (store.facts.past_host && !node.gpus.empty()) {
    const double part = node.part / static_cast<double>(node.gpus.size());
    for (const DeviceIndex gpu : node.gpus) ends.push_back({{node.node, gpu, {}}, part});
    return ends;
  }
  const auto network = std::ranges::find(graph_.networks(), store.facts.over, &NamedNetwork::name);
  if (network == graph_.networks().end()) {
    const std::vector<DeviceIndex> memory = graph.of_kind(DeviceKind::memory);
    ends.push_back({{node.node, memory.empty() ? 0 : memory.front(), {}}, node.part});
    return ends;
  }
  const auto index = static_cast<std::size_t>(network - graph_.networks().begin());
  const std::vector<DeviceIndex> nics = graph_.adapters_on(node.node, index);
  const auto rate = [&](std::size_t rail) {
    const Network& of = *network->network;
    return of.capacity(of.ports().index({node.node, static_cast<std::uint32_t>(rail)})).value();
  };
  double all = 0.0;
  for (std::size_t rail = 0; rail < nics.size(); ++rail) all += rate(rail);
  for (std::size_t rail = 0; rail < nics.size(); ++rail) {
    const auto memory = graph.nearest(nics[rail], DeviceKind::memory);
    ends.push_back(
        {{node.node, memory.value_or(nics[rail]), nics[rail]}, node.part * (rate(rail) / all)});
  }
  return ends;
}

std::string StepReads::add(const ApplicationSpec& of, const JobCosts& costs, const StepCosts& step,
                           const std::vector<Node>& nodes, PlannedStep& planned,
                           TransferPlan& plan) {
  const auto data = std::ranges::find_if(storage_.datasets, [&](const InputPlan::Data& each) {
    return each.spec.name == costs.dataset(of);
  });
  if (data == storage_.datasets.end() || !(step.samples > 0.0)) return {};
  double fullest = 0.0;
  for (const Node& node : nodes) fullest = std::max(fullest, node.part);
  const InputPlan::Store& store = storage_.stores[data->on];
  const StepReading reading = step_reading(data->spec, step, costs.reads_by_rate(of), fullest);
  if (!(reading.all > Bytes(0.0))) return {};
  PlannedReads reads{.dataset = data->spec.name, .store = store.name, .bytes = reading.all};
  double bound = attained_by_readers(data->spec, store.facts, reading.read);
  if (store.facts.connections > 0)
    bound = std::min(bound, static_cast<double>(store.facts.connections) * reading.read.value() /
                                time_of_read(data->spec, store.facts, reading.read).value());
  for (const Node& node : nodes) {
    for (const End& end : ends_of(store, node)) {
      std::optional<TransferLeg> leg =
          stores_.leg(data->on, end.device, StoreLegs::Way::in, reading.read, plan);
      if (!leg)
        return fmt::format("{} has no adapter on network \"{}\", over which \"{}\" is read",
                           graph_.platform().node_name(node.node), excerpt(store.facts.over),
                           excerpt(store.name));
      const TransferWay way{.legs = {std::move(*leg)}, .path = PathClass::network, .transport = {}};
      add_way(plan.footprint, way, graph_);
      reads.lanes.push_back({.route = ways_.add_routes(way, plan),
                             .bytes = reading.all * end.part,
                             .bound = BytesPerSecond(bound * (end.part / node.part)),
                             .limit = RateLimit::window});
    }
  }
  find_alone(plan, store.facts.wire_payload, reads);
  planned.reads = std::move(reads);
  return {};
}

std::vector<StepReads::Node> readers_on(const Ranks& ranks) {
  std::vector<StepReads::Node> nodes;
  std::size_t first = 0;
  for (const std::uint32_t size : ranks.node_sizes) {
    StepReads::Node& node = nodes.emplace_back();
    node.node = ranks.gpus[first].node;
    node.part = static_cast<double>(size) / static_cast<double>(ranks.gpus.size());
    node.gpus.reserve(size);
    for (std::uint32_t i = 0; i < size; ++i) node.gpus.push_back(ranks.gpus[first + i].device);
    first += size;
  }
  return nodes;
}

/// All lanes at once: as long as the fullest link takes, or the slowest readers.
void StepReads::find_alone(const TransferPlan& plan, double wire_payload,
                           PlannedReads& reads) const {
  reads.bound_by = reads.dataset + ": readers";
  std::map<ClusterLink, Seconds> taken;
  for (const TransferPhase& lane : reads.lanes) {
    reads.alone = std::max(reads.alone, lane.bytes / lane.bound);
    for (const ClusterLink link : plan.routes[lane.route]) {
      const bool of_store = link >= kFirstStoreLink;
      const double payload = of_store || graph_.node_link(link) != nullptr ? 1.0 : wire_payload;
      taken[link] += lane.bytes / ((of_store ? plan.store_links[link - kFirstStoreLink].capacity
                                             : graph_.capacity(link)) *
                                   payload);
    }
  }
  for (const auto& [link, time] : taken) {
    if (!(time > reads.alone)) continue;
    reads.alone = time;
    reads.bound_by = link_name(plan, graph_, link);
  }
}

}  // namespace gpuscape
