#include "sim/model/transfers/store_legs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kStorage = "storage";

bool is_gpu_end(const ClusterGraph& graph, Endpoint end) {
  return graph.device(end).kind == DeviceKind::gpu;
}

}  // namespace

bool StoreLegs::is_store(std::string_view end) const {
  if (end.substr(0, end.find('/')) != kStorage) return false;
  return std::ranges::none_of(graph_.platform().groups(),
                              [](const NodeGroup& group) { return group.name == kStorage; });
}

std::optional<std::size_t> StoreLegs::find(std::string_view end) const {
  const std::size_t slash = end.find('/');
  const std::string_view name = slash == std::string_view::npos ? "" : end.substr(slash + 1);
  const auto at = std::ranges::find(storage_.stores, name, &InputPlan::Store::name);
  if (at == storage_.stores.end()) return std::nullopt;
  return static_cast<std::size_t>(at - storage_.stores.begin());
}

std::vector<std::string> StoreLegs::names() const {
  std::vector<std::string> all;
  all.reserve(storage_.stores.size());
  for (const InputPlan::Store& store : storage_.stores)
    all.push_back(fmt::format("{}/{}", kStorage, store.name));
  return all;
}

/// None: ports of its own reach all nodes.
std::optional<std::size_t> StoreLegs::network_of(const InputPlan::Store& store) const {
  const auto at = std::ranges::find(graph_.networks(), store.facts.over, &NamedNetwork::name);
  if (store.facts.over.empty() || at == graph_.networks().end()) return std::nullopt;
  return static_cast<std::size_t>(at - graph_.networks().begin());
}

void StoreLegs::add_link(std::string name, double capacity, StoreLeg& leg, TransferPlan& plan) {
  leg.rate = std::min(leg.rate, BytesPerSecond(capacity));
  for (std::size_t i = links_.size(); i < plan.store_links.size(); ++i)  // of others who plan
    links_.try_emplace({plan.store_links[i].name, plan.store_links[i].capacity.value()},
                       kFirstStoreLink + static_cast<ClusterLink>(i));
  const auto next = kFirstStoreLink + static_cast<ClusterLink>(plan.store_links.size());
  const auto [at, is_new] = links_.try_emplace({name, capacity}, next);
  if (is_new) plan.store_links.push_back({std::move(name), BytesPerSecond(capacity)});
  leg.links.push_back(at->second);
}

/// Operations in a second are shared in bytes, by those who ask for equally many at a time.
void StoreLegs::add_limits(const InputPlan::Store& store, const std::string& node, Way way,
                           Bytes each, StoreLeg& leg, TransferPlan& plan) {
  const StoreFacts& facts = store.facts;
  const std::string of = facts.in_nodes ? " of " + node : "";
  const auto add = [&](const StoreLimit& limit) {
    add_link(fmt::format("{}: {}{}", store.name, limit.what, of),
             limit.capacity * (limit.of_reads ? each.value() : 1.0), leg, plan);
  };
  if (way == Way::in) {
    for (const StoreLimit& limit : facts.limits) add(limit);
    return;
  }
  add_link(fmt::format("{}: writes{}", store.name, of), facts.write_bandwidth.value(), leg, plan);
  const double as_read = write_as_read(facts);
  if (!(as_read > 0.0)) return;
  add(facts.limits.front());
  constexpr double kSame = 1e-9;
  if (std::abs(as_read - 1.0) < kSame) return;
  plan.notes.insert(fmt::format(
      "storage \"{}\": at detail \"step\" a byte written takes as much of its {} as one that is "
      "read; in runs of jobs {:.3g} times as much",
      excerpt(store.name), facts.limits.front().what, as_read));
}

/// Of the node: its mount, what it copies through its memory, and its cores for protocols.
void StoreLegs::add_own(const InputPlan::Store& store, const std::string& node, Way way,
                        StoreLeg& leg, TransferPlan& plan) {
  const StoreFacts& facts = store.facts;
  const auto add = [&](std::string_view what, double capacity) {
    add_link(fmt::format("{}: {} of {}", store.name, what, node), capacity, leg, plan);
  };
  const std::optional<BytesPerSecond>& mount =
      way == Way::in ? facts.read_per_node : facts.write_per_node;
  if (mount) add(way == Way::in ? "client mount" : "client mount, writing", mount->value());
  if (facts.host_copy) add("copies in memory", facts.host_copy->value());
  if (facts.protocol_cores && facts.core_s_per_byte > 0.0)
    add("cores for " + facts.protocols, *facts.protocol_cores / facts.core_s_per_byte);
}

std::optional<TransferLeg> StoreLegs::leg(std::size_t index, Endpoint device, Way way, Bytes each,
                                          TransferPlan& plan) {
  const InputPlan::Store& of = store(index);
  TransferLeg leg;
  if (!of.facts.over.empty()) {
    const std::optional<std::size_t> network = network_of(of);
    const auto route =
        network ? graph_.route_above(device, *network, way) : std::optional<ClusterRoute>{};
    if (!route) return std::nullopt;
    leg.links = route->links;
    leg.crossing.path = route->path;
  }
  StoreLeg& at = leg.store.emplace();
  at.latency = of.facts.latency;
  at.per_connection = of.facts.per_connection;
  at.connections = of.facts.connections;
  at.wire_payload = of.facts.wire_payload;
  const std::string node = graph_.platform().node_name(device.node);
  add_limits(of, node, way, each, at, plan);
  add_own(of, node, way, at, plan);
  return leg;
}

std::variant<TransferWay, WayFault> StoreLegs::way(std::size_t index, Endpoint device, Way way,
                                                   Bytes each, TransferPlan& plan) {
  const InputPlan::Store& of = store(index);
  Endpoint end = device;
  TransferWay whole;
  whole.path = of.facts.in_nodes ? PathClass::node : PathClass::network;
  whole.transport = of.facts.over.empty() ? of.name : of.name + " over " + of.facts.over;
  if (is_gpu_end(graph_, device) && !of.facts.past_host) {
    const auto memory = graph_.graph_of(device.node)->nearest(device.device, DeviceKind::memory);
    if (!memory)
      return WayFault{fmt::format("{} has no host memory beside it", graph_.name(device)), ""};
    end = {device.node, *memory, device.adapter};
    const Endpoint there{device.node, *memory, {}};
    const Endpoint gpu{device.node, device.device, {}};
    auto copy = way == Way::in ? ways_.way(there, gpu, nullptr) : ways_.way(gpu, there, nullptr);
    if (const auto* wrong = std::get_if<WayFault>(&copy)) return *wrong;
    auto& copied = std::get<TransferWay>(copy);
    whole.legs = std::move(copied.legs);
    whole.chunk = copied.chunk;
    whole.transport = way == Way::in ? whole.transport + ", then " + copied.transport
                                     : copied.transport + ", then " + whole.transport;
  }
  std::optional<TransferLeg> first = leg(index, end, way, each, plan);
  if (!first)
    return WayFault{fmt::format("{} has no adapter on network \"{}\"", graph_.name(device),
                                excerpt(of.facts.over)),
                    "a network that joins its node, or no \"over\" of the storage"};
  whole.legs.insert(way == Way::in ? whole.legs.begin() : whole.legs.end(), std::move(*first));
  return whole;
}

}  // namespace gpuscape
