/// Composable PCIe: boxes of GPUs and hosts on the ports of one fabric switch, over which boxes
/// lend their GPUs to hosts. A host's adapters are devices at its sockets, each in a slot as fast
/// as the fastest PCIe lanes at its sockets; a box's uplinks are at its PCIe switch; both are links
/// of so many lanes. Each of a route's two links through the fabric costs the latency of a switch:
/// the fabric's, and the adapter's or the box's. Cores and memory are not lent: whatever has a CPU
/// is a host, whatever has GPUs and none is a box. Attaching and detaching take the times given.
/// Leaves out: several fabric switches in a row, what hosts could send each other through the
/// fabric (non-transparent bridging), drives, cables' few ns, how a longer way slows reads of which
/// only so many may be outstanding. Numbers are the user's or the catalogue's (`pcie_fabrics`); a
/// rate there is a wire's, of which TLPs leave the payload share of their generation:
/// models/catalog/links.json.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/network/fabric/basis.hpp"
#include "models/network/pcie/fabric.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

using pcie::Fabric;
using pcie::kFabricPart;

/// What hosts and boxes are joined to the fabric by.
struct Links {
  BytesPerSecond payload{1.0};
  BytesPerSecond wire{1.0};
  bool fabric_in_box = false;
};

class ComposedNetwork final : public Network {
 public:
  /// A box with the fabric in it is one switch on the way, not two.
  ComposedNetwork(const PortLayout& ports, const Platform& platform, const Fabric& fabric,
                  const Links& links, std::uint32_t islands)
      : Network(ports, {.host_link = links.payload,
                        .hop_latency = fabric.latency,
                        .hop_is_a_switch = links.fabric_in_box,
                        .hosts_per_leaf = ports.host_count()}),
        fabric_(fabric),
        links_(links),
        islands_(islands) {
    for (std::size_t i = 0; i < platform.groups().size(); ++i) {
      const NodeGroup& group = platform.groups()[i];
      const std::uint32_t rails = ports.rails_of(platform.first_node(i));
      if (pcie::has_cpu(group))
        adapters_ += std::int64_t{rails} * group.count;
      else if (pcie::is_box(group) && rails > 0)
        boxes_.push_back({group.name, fabric_.model, islands_, links_.fabric_in_box});
    }
  }
  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const override {
    return ports().line(link % ports().port_count());
  }
  void route(Port from, Port to, std::vector<LinkIndex>& links) const override {
    if (from.node == to.node) return;
    links.insert(links.end(), {ports().index(from), ports().port_count() + ports().index(to)});
  }
  [[nodiscard]] NetworkParts parts() const override {
    NetworkParts parts;
    parts.switches.push_back({fabric_.model, "fabric", std::int64_t{islands_}, fabric_.rack_units});
    parts.adapters = adapters_;
    parts.own_adapters = adapters_;
    parts.kind = "pcie";
    parts.boxes = boxes_;
    const std::int64_t uplinks = links_.fabric_in_box ? 0 : ports().port_count() - adapters_;
    for (const auto& [between, count] :
         {std::pair{"host and fabric", adapters_}, std::pair{"box and fabric", uplinks}})
      if (count > 0)
        parts.cables.push_back({.between = between,
                                .model = "",
                                .count = count,
                                .speed = host_link(),
                                .wire = links_.wire});
    return parts;
  }
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override {
    const std::string port = port_name(ports(), link % ports().port_count(), platform);
    return link < ports().port_count() ? fmt::format("{} → PCIe fabric", port)
                                       : fmt::format("PCIe fabric → {}", port);
  }

 private:
  Fabric fabric_;
  Links links_;
  std::uint32_t islands_ = 1;
  std::int64_t adapters_ = 0;
  std::vector<NetworkParts::Boxes> boxes_;
};

class ComposedPcie final : public NetworkModel {
 public:
  explicit ComposedPcie(ObjectReader& reader) {
    const std::size_t faults = reader.context().issue_count();
    read_named_part(reader, kFabricPart,
                    "The PCIe fabric: one of the catalogue by name, or in place `fabric_ports`, "
                    "`lanes_per_port`, `pcie_generation`, `port_bandwidth` (of the wire), "
                    "`hop_latency`, `reassign_time`, `max_hosts`, `gpu_slots_per_box`.",
                    [&](ObjectReader& inner) { pcie::read_fabric(inner, fabric_); });
    if (!reader.describing() && !reader.has(kFabricPart.path))
      reader.issue("", "\"fabric\" is missing", "the name of a PCIe fabric in the catalogue");
    const JsonValue* named = reader.value().find(kFabricPart.path);
    faulty_ = reader.context().issue_count() > faults || (named && is_unknown_name(*named));
    const Bounds some{.least = 1, .most = 64};
    lanes_ = static_cast<std::uint32_t>(
        reader.count("lanes", 16, "PCIe lanes of a host's adapter and of a box's uplink.", some));
    adapters_ = static_cast<std::uint32_t>(
        reader.count("host_adapters", 1, "Adapters of a host on the fabric.", some));
    uplinks_ = static_cast<std::uint32_t>(reader.count(
        "box_uplinks", 1,
        "Uplinks of a box; 0 where the fabric switch is in the box and takes no port for it.",
        Bounds{.least = 0, .most = 64}));
    for (const auto& [value, pointer] :
         reader.values("joins", FieldType::texts,
                       "Groups of nodes that are on the fabric, by their names; without it all "
                       "that have a CPU, and all boxes."))
      joins_.push_back(value->text());
    islands_ = static_cast<std::uint32_t>(
        reader.count("islands", 1,
                     "Number of equal, separate fabrics, to which the hosts and the boxes of each "
                     "group are dealt in order; a job stays in one of them.",
                     Bounds{.least = 1, .most = 1e6}));
    const Bounds brief{.least = 0.0, .most = 1e6};
    composition_.attach =
        reader
            .optional_quantity<Seconds>(
                "attach_time",
                "Time until a host can use a GPU; default: the fabric's `reassign_time`.", brief)
            .value_or(fabric_.reassign);
    composition_.detach =
        reader.quantity<Seconds>("detach_time", Seconds(0.0),
                                 "Time until a GPU that was given back can be attached.", brief);
  }
  [[nodiscard]] std::string role() const override { return std::string(kComposedRole); }
  void add_ports(NodeGroup& group) const override {
    const bool host = is_host(group);
    if (!host && !is_box(group)) return;
    if (host) return plug_adapters(group);
    const std::vector<DeviceIndex> at = group.graph->of_kind(DeviceKind::pcie_switch);
    if (at.empty()) return;
    const BytesPerSecond line = uplinks_ == 0 ? fabric_.port * fabric_.ports : link();
    for (std::uint32_t i = 0; i < std::max(1U, uplinks_); ++i)
      group.ports.push_back({at[i % at.size()], role(), line});
  }
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override;
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    const BytesPerSecond wire = fabric_.port_wire * (static_cast<double>(lanes_) /
                                                     static_cast<double>(fabric_.lanes_per_port));
    return std::make_unique<ComposedNetwork>(PortLayout(platform, kComposedRole), platform, fabric_,
                                             Links{link(), wire, uplinks_ == 0}, islands_);
  }
  [[nodiscard]] std::optional<Composition> composition() const override { return composition_; }
  [[nodiscard]] std::uint32_t islands() const override { return islands_; }

 private:
  [[nodiscard]] bool is_joined(const NodeGroup& group) const {
    return joins_.empty() || std::ranges::find(joins_, group.name) != joins_.end();
  }
  [[nodiscard]] bool is_host(const NodeGroup& group) const {
    return is_joined(group) && pcie::has_cpu(group);
  }
  [[nodiscard]] bool is_box(const NodeGroup& group) const {
    return is_joined(group) && pcie::is_box(group);
  }
  void plug_adapters(NodeGroup& group) const {
    const std::vector<DeviceIndex> sockets = group.graph->of_kind(DeviceKind::cpu);
    const std::optional<pcie::Slot> slot = pcie::slot_of(*group.graph);
    const NodeLink of_slot{.kind = NodeLinkKind::pcie,
                           .capacity = slot ? slot->lane * lanes_ : link(),
                           .latency = slot ? slot->latency : fabric_.latency,
                           .lanes = lanes_};
    for (std::uint32_t i = 0; i < adapters_; ++i) {
      group.graph = pcie::with_adapter(*group.graph, sockets[i % sockets.size()], of_slot);
      const auto adapter = static_cast<DeviceIndex>(group.graph->devices().size() - 1);
      group.ports.push_back({adapter, role(), link()});
    }
  }
  [[nodiscard]] std::string islands_text(const Platform& platform) const;
  [[nodiscard]] std::uint32_t ports_each() const {
    return (lanes_ + fabric_.lanes_per_port - 1) / fabric_.lanes_per_port;
  }
  /// Payload of an adapter or uplink.
  [[nodiscard]] BytesPerSecond link() const {
    return fabric_.port * (static_cast<double>(lanes_) / fabric_.lanes_per_port);
  }

  Fabric fabric_;
  std::uint32_t lanes_ = 16;
  std::uint32_t adapters_ = 1;
  std::uint32_t uplinks_ = 1;
  std::uint32_t islands_ = 1;
  std::vector<std::string> joins_;
  Composition composition_;
  bool faulty_ = false;
};

NetworkFault ComposedPcie::fault(const Platform& platform) const {
  NetworkFault fault = pool_fault(platform);
  if (faulty_ || !fault.message.empty()) return fault;
  for (const std::string& name : joins_)
    if (std::ranges::find(platform.groups(), name, &NodeGroup::name) == platform.groups().end())
      return {"joins", fmt::format("no group of nodes is called \"{}\"", excerpt(name))};
  // Of the largest island: the first has as many of each group as any other one.
  std::uint64_t hosts = 0;
  std::uint64_t boxes = 0;
  for (const NodeGroup& group : platform.groups()) {
    const std::uint32_t count = nodes_per_island(group.count, islands_);
    if (is_host(group)) hosts += count;
    if (!is_box(group)) continue;
    boxes += count;
    const auto gpus = static_cast<std::int64_t>(group.graph->of_kind(DeviceKind::gpu).size());
    const std::int64_t slots = fabric_.slots.value_or(gpus);
    if (gpus > slots)
      return {"fabric", fmt::format("a box of \"{}\" has {} GPUs, and a box of the fabric has {} "
                                    "slots",
                                    group.name, gpus, slots)};
  }
  if (hosts == 0 || boxes == 0)
    return {"", fmt::format("the PCIe fabric has no {}", hosts == 0 ? "host" : "GPU box"),
            hosts == 0 ? "a host is a node out of the catalogue, or of type \"graph\""
                       : "a box is a node of type \"gpu-box\""};
  const auto most_hosts = static_cast<std::uint64_t>(fabric_.most_hosts.value_or(1'000'000'000));
  const std::string of = islands_ == 1 ? "the PCIe fabric" : "an island of the PCIe fabric";
  if (hosts > most_hosts)
    return {"fabric",
            fmt::format("{} hosts are more than the {} that {} can have", hosts, most_hosts, of),
            islands_text(platform)};
  const std::uint64_t ports = (hosts * adapters_ + boxes * uplinks_) * ports_each();
  if (ports <= fabric_.ports) return {};
  return {"fabric",
          fmt::format("{} hosts and {} boxes take {} ports of {}, which has {}: a link of {} lanes "
                      "takes {}",
                      hosts, boxes, ports, of, fabric_.ports, lanes_, ports_each()),
          islands_text(platform)};
}

/// Names the least number of islands in which the ports, and hosts, of each are enough.
std::string ComposedPcie::islands_text(const Platform& platform) const {
  const auto most_hosts = static_cast<std::uint64_t>(fabric_.most_hosts.value_or(1'000'000'000));
  std::uint32_t most = 1;
  for (const NodeGroup& group : platform.groups()) most = std::max(most, group.count);
  for (std::uint32_t islands = islands_ + 1; islands <= most; ++islands) {
    std::uint64_t hosts = 0;
    std::uint64_t boxes = 0;
    for (const NodeGroup& group : platform.groups()) {
      if (is_host(group)) hosts += nodes_per_island(group.count, islands);
      if (is_box(group)) boxes += nodes_per_island(group.count, islands);
    }
    if (hosts <= most_hosts &&
        (hosts * adapters_ + boxes * uplinks_) * ports_each() <= fabric_.ports)
      return fmt::format("\"islands\": {} is the least that fits", islands);
  }
  return "a fabric with more ports, or links of fewer lanes";
}

}  // namespace

void register_network_composed_pcie(Registry& registry) {
  registry.networks.add(
      {.name = "composed-pcie",
       .summary = "A PCIe fabric over which boxes lend their GPUs to hosts.",
       .example = R"({"fabric": {"fabric_ports": 64, "port_bandwidth": "12.5 GB/s", )"
                  R"("pcie_generation": 3, "hop_latency": "150 ns"}, "box_uplinks": 1})",
       .parts = {kFabricPart}},
      [](ObjectReader& reader) { return std::make_unique<ComposedPcie>(reader); });
}

}  // namespace gpuscape
