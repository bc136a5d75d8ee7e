#include "models/node/graph/assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "models/node/graph/kinds.hpp"
#include "models/node/graph/ports.hpp"
#include "models/node/graph/trays.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape::graph_node {

namespace {

/// Of host memory where its bandwidth is not said.
constexpr BytesPerSecond kUnbounded{1e15};
constexpr std::size_t kMostNamed = 8;
constexpr std::size_t kMostDevices = 2048;  // of one node: every two of them have a way
constexpr std::size_t kMostLinks = 16384;   // of one node: a way is looked for over all of them

class Assembly {
 public:
  Assembly(const NodeEntry& entry, ReadingContext& context) : entry_(entry), context_(context) {}

  /// Whether a node is connected shows only where nothing else is at fault.
  void run(NodeGroup& group) {
    const std::size_t faults = context_.issue_count();
    if (!has_room()) return;
    add_devices();
    add_memory();
    for (const LinkEntry& link : in_trays(entry_.links, entry_)) add_link(link);
    add_inter_socket_links();
    if (entry_.fabric) add_fabric(*entry_.fabric);
    check_counts(group);
    add_ports(entry_, devices_, group, context_);
    if (entry_.faulty || context_.issue_count() > faults) return;
    auto graph = std::make_shared<const NodeGraph>(std::move(devices_), std::move(links_));
    if (is_connected(*graph)) group.graph = std::move(graph);
  }

 private:
  void fault(const Written& at, std::string message, std::string hint = "") {
    context_.add(at.place, at.pointer, std::move(message), std::move(hint));
  }

  /// Before anything is put together: an entry of a few lines may stand for very many devices.
  bool has_room() {
    const auto trays = static_cast<std::size_t>(entry_.trays);
    const auto sockets = static_cast<std::size_t>(
        std::ranges::count_if(entry_.devices, [](const auto& d) { return d.second == "cpu"; }));
    const std::size_t devices = (entry_.devices.size() + sockets) * trays;
    std::size_t links = entry_.links.size();
    if (entry_.fabric) links += entry_.fabric->links.size();
    if (entry_.cpu.inter_socket)
      links += sockets * (sockets - std::min<std::size_t>(sockets, 1)) / 2;
    links *= trays;
    const auto refuse = [&](const char* key, std::size_t count, std::size_t most) {
      fault(at(std::string("/") + key),
            fmt::format("{} {} in one node: at most {}",
                        human_count(static_cast<std::int64_t>(count)), key,
                        human_count(static_cast<std::int64_t>(most))),
            "several nodes, joined by a network; trays, memories and links of sockets count, too");
    };
    if (devices > kMostDevices) refuse("devices", devices, kMostDevices);
    if (links > kMostLinks) refuse("links", links, kMostLinks);
    return devices <= kMostDevices && links <= kMostLinks;
  }

  void add_devices() {
    for (const auto& [name, kind] : in_trays(entry_.devices, entry_.trays)) {
      Device device{.name = name, .kind = kind_named(kind)};
      if (device.kind == DeviceKind::gpu) {
        device.model = entry_.gpu_model;
        const auto rate = entry_.parts.copy_rates.find(device.model);
        if (rate != entry_.parts.copy_rates.end()) device.copy_rate = rate->second;
      }
      if (device.kind == DeviceKind::cpu) device.model = entry_.cpu.model;
      add_device(std::move(device));
    }
  }

  DeviceIndex add_device(Device device) {
    if (find(device.name))
      fault(entry_.written, fmt::format("there are two devices \"{}\"", excerpt(device.name)));
    names_.push_back(device.name);
    devices_.push_back(std::move(device));
    return static_cast<DeviceIndex>(devices_.size() - 1);
  }

  std::optional<DeviceIndex> find(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<DeviceIndex>(found - names_.begin());
  }

  std::vector<DeviceIndex> of_kind(DeviceKind kind) const {
    std::vector<DeviceIndex> result;
    for (DeviceIndex i = 0; i < devices_.size(); ++i)
      if (devices_[i].kind == kind) result.push_back(i);
    return result;
  }

  void add_memory() {
    const std::vector<DeviceIndex> cpus = of_kind(DeviceKind::cpu);
    if (cpus.empty()) fault(entry_.written, "a node has at least one device of kind \"cpu\"");
    for (std::size_t i = 0; i < cpus.size(); ++i) {
      const DeviceIndex memory =
          add_device({.name = fmt::format("mem{}", i), .kind = DeviceKind::memory});
      join({.from = cpus[i],
            .to = memory,
            .kind = NodeLinkKind::memory,
            .capacity = entry_.cpu.memory_bandwidth.value_or(kUnbounded)});
    }
  }

  void join(NodeLink link) {
    links_.push_back(link);
    std::swap(link.from, link.to);
    links_.push_back(link);
  }

  /// The device at one end of a link; a fault where there is none.
  std::optional<DeviceIndex> end_of(const LinkEntry& link, const std::string& name) {
    const std::optional<DeviceIndex> device = find(name);
    if (!device)
      fault(link.written, fmt::format("unknown device \"{}\"", excerpt(name)),
            nearest_hint(name, names_));
    return device;
  }

  /// In the words of the catalogue, which looks at names before: one name is one fault.
  const LinkPart* part_of(const std::string& type, const Written& written) {
    const auto part = entry_.parts.links.find(type);
    if (part != entry_.parts.links.end()) return &part->second;
    std::vector<std::string> known;
    known.reserve(entry_.parts.links.size());
    for (const auto& [name, link] : entry_.parts.links) known.push_back(name);
    fault(written, fmt::format("unknown entry \"{}\" in the catalogue's links", excerpt(type)),
          nearest_hint(type, known));
    return nullptr;
  }

  /// Payload of that many lanes; `rate` is of all of them.
  static BytesPerSecond payload(const LinkPart* part, double lanes,
                                const std::optional<Rate>& rate) {
    const double share = part == nullptr ? 1.0 : part->payload_share;
    if (rate) return rate->value * (rate->raw ? share : 1.0);
    return part == nullptr ? BytesPerSecond(1.0) : part->rate_per_lane * (lanes * share);
  }

  void add_link(const LinkEntry& link) {
    if (link.between.first.empty()) return;
    const auto a = end_of(link, link.between.first);
    const auto b = end_of(link, link.between.second);
    const LinkPart* part = link.type.empty() ? nullptr : part_of(link.type, link.type_written);
    if (!a || !b || !is_new_pair(link, *a, *b)) return;
    join({.from = *a,
          .to = *b,
          .kind = kind_of(link, devices_[*a].kind, devices_[*b].kind),
          .capacity = payload(part, link.lanes, link.rate),
          .latency = link.latency.value_or(part == nullptr ? Seconds(0.0) : part->latency),
          .lanes = link.lanes});
  }

  bool is_new_pair(const LinkEntry& link, DeviceIndex a, DeviceIndex b) {
    if (a == b) {
      fault(link.written, fmt::format("the link joins \"{}\" with itself", names_[a]));
      return false;
    }
    const bool nvlink = entry_.fabric && link.type == entry_.fabric->type;
    if (pairs_.insert({std::minmax(a, b), nvlink}).second) return true;
    fault(link.written, fmt::format("\"{}\" and \"{}\" are joined twice", names_[a], names_[b]),
          "one link, with the lanes or the count of both");
    return false;
  }

  void add_inter_socket_links() {
    if (!entry_.cpu.inter_socket) return;
    const InterSocketEntry& between = *entry_.cpu.inter_socket;
    const LinkPart* part =
        between.type.empty() ? nullptr : part_of(between.type, between.type_written);
    const std::vector<DeviceIndex> cpus = of_kind(DeviceKind::cpu);
    const std::size_t in_tray = cpus.size() / static_cast<std::size_t>(entry_.trays);
    std::optional<Rate> rate = between.rate;
    if (rate) rate->value *= between.links;
    for (std::size_t a = 0; a < cpus.size(); ++a) {
      for (std::size_t b = a + 1; b < cpus.size() && b / in_tray == a / in_tray; ++b)
        join({.from = cpus[a],
              .to = cpus[b],
              .kind = NodeLinkKind::inter_socket,
              .capacity = payload(part, between.links, rate),
              .latency = between.latency.value_or(part == nullptr ? Seconds(0.0) : part->latency),
              .lanes = between.links});
    }
  }

  void add_fabric(const FabricEntry& fabric) {
    for (const LinkEntry& link : in_trays(fabric.links, entry_)) add_link(link);
    if (fabric.links_per_gpu == 0) return;
    const LinkPart* part = part_of(fabric.type, fabric.type_written);
    const std::vector<DeviceIndex> gpus = on_switches(fabric);
    const std::size_t domain =
        fabric.domain_gpus == 0 ? gpus.size() : static_cast<std::size_t>(fabric.domain_gpus);
    for (std::size_t first = 0; part != nullptr && first < gpus.size(); first += domain) {
      const std::string name =
          gpus.size() > domain ? fmt::format("nvswitch{}", first / domain) : "nvswitch";
      const DeviceIndex nvswitch = add_device({.name = name, .kind = DeviceKind::nvswitch});
      for (std::size_t i = first; i < std::min(first + domain, gpus.size()); ++i)
        add_switch_links(gpus[i], nvswitch, fabric, *part);
    }
  }

  /// Those that the entry names, else all.
  std::vector<DeviceIndex> on_switches(const FabricEntry& fabric) {
    if (fabric.gpus.empty()) return of_kind(DeviceKind::gpu);
    std::vector<DeviceIndex> named;
    for (const std::string& name : fabric.gpus) {
      const std::optional<DeviceIndex> gpu = find(name);
      if (gpu && devices_[*gpu].kind == DeviceKind::gpu)
        named.push_back(*gpu);
      else
        fault(at("/gpu_fabric/gpus"),
              fmt::format("\"{}\" is not a GPU of this node", excerpt(name)));
    }
    return named;
  }

  void add_switch_links(DeviceIndex gpu, DeviceIndex nvswitch, const FabricEntry& fabric,
                        const LinkPart& part) {
    const auto chip = entry_.parts.hop_latencies.find(fabric.chip);
    const bool known = chip != entry_.parts.hop_latencies.end();
    const double lanes = fabric.links_per_gpu;
    std::optional<Rate> rate = fabric.rate;
    if (rate) rate->value *= lanes;
    NodeLink link{.from = gpu,
                  .to = nvswitch,
                  .kind = NodeLinkKind::nvlink,
                  .capacity = payload(&part, lanes, rate),
                  .latency = part.latency + (known ? chip->second : Seconds(0.0)),
                  .lanes = fabric.links_per_gpu};
    links_.push_back(link);
    std::swap(link.from, link.to);
    link.latency = part.latency;
    links_.push_back(link);
  }

  void check_counts(NodeGroup& group) {
    const auto gpus = static_cast<std::int64_t>(of_kind(DeviceKind::gpu).size());
    const auto sockets = static_cast<std::int64_t>(of_kind(DeviceKind::cpu).size());
    const std::int64_t declared = entry_.gpu_count.value_or(gpus);
    if (declared != gpus)
      fault(at("/gpu/count"),
            fmt::format("{} GPUs are declared, and there are {} devices of kind \"gpu\"", declared,
                        gpus));
    if (entry_.cpu.sockets != 0 && entry_.cpu.sockets != sockets)
      fault(at("/cpu/sockets"), fmt::format("{} sockets are declared, and there are {} devices of "
                                            "kind \"cpu\"",
                                            entry_.cpu.sockets, sockets));
    group.capacity.gpus = static_cast<std::int32_t>(gpus);
    group.capacity.milli_cores = 1000 * sockets * entry_.cpu.cores_per_socket;
  }

  Written at(std::string_view key) const {
    return {entry_.written.place, entry_.written.pointer + std::string(key)};
  }

  bool is_connected(const NodeGraph& graph) {
    const std::vector<DeviceIndex> away = graph.unreachable();
    if (away.empty()) return true;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(away.size(), kMostNamed); ++i)
      names.push_back(graph.devices()[away[i]].name);
    if (away.size() > kMostNamed)
      names.back() += fmt::format(" and {} more", away.size() - kMostNamed);
    const std::string& cpu = graph.devices()[graph.of_kind(DeviceKind::cpu).front()].name;
    fault(at("/links"), fmt::format("no way leads from {} to {}", cpu, fmt::join(names, ", ")),
          "add links; cpu/inter_socket joins the sockets");
    return false;
  }

  const NodeEntry& entry_;
  ReadingContext& context_;
  std::vector<Device> devices_;
  std::vector<std::string> names_;
  std::vector<NodeLink> links_;
  std::set<std::pair<std::pair<DeviceIndex, DeviceIndex>, bool>> pairs_;
};

}  // namespace

void assemble(const NodeEntry& entry, NodeGroup& group, ReadingContext& context) {
  Assembly(entry, context).run(group);
}

}  // namespace gpuscape::graph_node
