#include "models/node/graph/entry.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/unread_fields.hpp"
#include "sim/model/network.hpp"

namespace gpuscape::graph_node {

namespace {

constexpr std::string_view kSection = "nodes";
constexpr Bounds kLanes{.least = 1, .most = 16};
constexpr Bounds kLinks{.least = 1, .most = 1000};
constexpr Bounds kWatts{.least = 1.0, .most = 1e5};

Written written(const ObjectReader& reader) { return {reader.value().place(), reader.pointer()}; }

Written type_written(const ObjectReader& reader) {
  const JsonValue* type = reader.value().find("type");
  return {type == nullptr ? reader.value().place() : type->place(), reader.pointer() + "/type"};
}

/// What one link carries on its wire.
std::optional<Rate> read_link_rate(ObjectReader& reader) {
  std::optional<Rate> rate = read_rate(
      reader, "bandwidth_per_link",
      "What one carries per direction, before the type's payload share, if not the type's.");
  if (rate) rate->raw = true;
  return rate;
}

std::pair<std::string, std::string> read_between(ObjectReader& link) {
  std::vector<std::string> ends;
  if (link.has("between") || link.describing()) {
    for (const auto& [value, pointer] :
         link.values("between", FieldType::texts, "The two devices that it joins."))
      ends.push_back(value->text());
  } else {
    link.ignored("between", FieldType::texts, "");
    link.issue("", "\"between\" is missing", "between: the two devices that the link joins");
    return {};
  }
  if (ends.size() == 2) return {ends[0], ends[1]};
  if (!link.describing())
    link.issue("between", fmt::format("a link joins two devices, found {}", ends.size()));
  return {};
}

LinkEntry read_link(ObjectReader& reader) {
  LinkEntry link{.written = written(reader), .type_written = type_written(reader)};
  link.between = read_between(reader);
  link.type = reader.text("type", "", "The type of link, out of the catalogue's `links`.");
  link.lanes =
      static_cast<std::uint32_t>(reader.optional_count("lanes", "PCIe lanes.", kLanes).value_or(0));
  link.rate = read_rate(reader, "bandwidth",
                        "What it carries per direction, where lanes and type do not say it.");
  link.latency = reader.optional_quantity<Seconds>("latency", "Instead of the type's latency.");
  pass_over_unread(reader, kSection, "links[]");
  if (!link.rate && !reader.has("bandwidth") && (link.type.empty() || !reader.has("lanes")) &&
      !reader.describing())
    reader.issue("", "a link needs \"type\" and \"lanes\", or a \"bandwidth\"");
  return link;
}

InterSocketEntry read_inter_socket(ObjectReader& reader) {
  InterSocketEntry entry{.type_written = type_written(reader)};
  entry.type = reader.text("type", "", "The type of link, out of the catalogue's `links`.");
  entry.links =
      static_cast<std::uint32_t>(reader.count("links", 1, "Links between two sockets.", kLinks));
  entry.rate = read_link_rate(reader);
  entry.latency = reader.optional_quantity<Seconds>("latency", "Instead of the type's latency.");
  pass_over_unread(reader, kSection, "cpu.inter_socket");
  if (entry.type.empty() && !reader.has("bandwidth_per_link") && !reader.describing())
    reader.issue("", "a link between sockets needs \"type\" or \"bandwidth_per_link\"");
  return entry;
}

CpuEntry read_cpu(ObjectReader& reader) {
  CpuEntry cpu;
  cpu.sockets = reader.count("sockets", 0, "Sockets; as many as there are devices of kind `cpu`.",
                             Bounds{.least = 0, .most = 1024});
  cpu.model = reader.text("model", "", "Processor of each socket.");
  cpu.cores_per_socket = reader.count("cores_per_socket", 0,
                                      "CPU cores of a socket; jobs that ask for cores need them.",
                                      Bounds{.least = 0, .most = 4096});
  cpu.memory_bandwidth = reader.optional_quantity<BytesPerSecond>(
      "memory_bandwidth_per_socket",
      "What the memory of a socket carries, reads and writes together; without it, memory bounds "
      "nothing.",
      kLinkBounds);
  reader.optional_object("inter_socket", "What joins every two sockets.",
                         [&](ObjectReader& r) { cpu.inter_socket = read_inter_socket(r); });
  pass_over_unread(reader, kSection, "cpu");
  return cpu;
}

std::optional<Rate> times(std::optional<Rate> rate, std::uint32_t links) {
  if (rate) rate->value *= links;
  return rate;
}

LinkEntry read_fabric_link(ObjectReader& reader) {
  LinkEntry link{.written = written(reader)};
  link.between = read_between(reader);
  link.lanes =
      static_cast<std::uint32_t>(reader.count("count", 1, "Links between the two.", kLinks));
  pass_over_unread(reader, kSection, "gpu_fabric.links[]");
  return link;
}

FabricEntry read_fabric(ObjectReader& reader) {
  FabricEntry fabric{.type_written = type_written(reader)};
  fabric.type = reader.text("type", "The type of link, out of the catalogue's `links`.");
  fabric.rate = read_link_rate(reader);
  const auto point_to_point = [&](ObjectReader& r) {
    const bool there = r.list("links", "Which GPUs are joined.", [&](ObjectReader& link) {
      fabric.links.push_back(read_fabric_link(link));
      fabric.links.back().type = fabric.type;
      fabric.links.back().type_written = fabric.type_written;
      fabric.links.back().rate = times(fabric.rate, fabric.links.back().lanes);
    });
    if (!there && !r.describing())
      r.issue("", "\"links\" is missing", "links: which GPUs are joined");
  };
  const auto nvswitch = [&](ObjectReader& r) {
    fabric.links_per_gpu = static_cast<std::uint32_t>(
        r.count("links_per_gpu", "Links from each GPU to the switches.", kLinks));
    fabric.domain_gpus =
        r.count("domain_gpus", 0,
                "GPUs that the same switches join, in the order of the devices; 0: "
                "all of the node.");
    for (const auto& [value, pointer] :
         r.values("gpus", FieldType::texts, "GPUs that the switches join, where not all do."))
      fabric.gpus.push_back(value->text());
    fabric.chip = r.text("switch", "", "The switch, out of the catalogue's `nvswitches`.");
  };
  reader.alternatives(
      "kind",
      {{.name = "point_to_point", .doc = "Links between pairs of GPUs.", .read = point_to_point},
       {.name = "nvswitch", .doc = "Switches that join all GPUs.", .read = nvswitch}},
      "", "How the GPUs are joined.");
  pass_over_unread(reader, kSection, "gpu_fabric");
  return fabric;
}

NicEntry read_nic(const std::string& name, ObjectReader& reader) {
  NicEntry nic{.name = name, .written = written(reader)};
  nic.model = reader.text("model", "", "Out of the catalogue's `nics`.");
  nic.speed =
      read_rate(reader, "speed", "What one port carries per direction, if not the model's.");
  nic.speed_refused = reader.has("speed") && !nic.speed;
  nic.ports = reader.count("ports", 1, "Ports with a cable.", Bounds{.least = 1, .most = 16});
  nic.role = reader.text("role", "compute",
                         "The role of the networks that it meets: `compute`, `storage`, "
                         "`management`, or `all`.");
  reader.ignored("as_written", FieldType::text, "How the source calls it.");
  pass_over_unread(reader, kSection, "nics.*");
  return nic;
}

void read_gpu(ObjectReader& reader, NodeEntry& entry) {
  entry.gpu_model = reader.text("model", "", "Out of the catalogue's `gpus`.");
  entry.gpu_count = reader.optional_count("count", "GPUs in a node; as many as there are devices.",
                                          Bounds{.least = 0, .most = 1024});
  entry.gpu_rated_power = reader.optional_quantity<Watts>(
      "rated_power", "Rated power of one GPU in this machine, if not the model's.", kWatts);
  entry.gpu_power_limit = reader.optional_quantity<Watts>(
      "power_limit",
      "Power limit that is set on each GPU, as by `nvidia-smi -pl`; below the rated power it "
      "computes slower and draws less.",
      kWatts);
  if (const JsonValue* limit = reader.value().find("power_limit"))
    entry.power_limit_written = {limit->place(), reader.pointer() + "/power_limit"};
  pass_over_unread(reader, kSection, "gpu");
}

/// Against the rated power, which `parts` may say.
void check_power_limit(ObjectReader& reader, NodeEntry& entry) {
  if (!entry.gpu_rated_power) {
    const auto known = entry.parts.rated_powers.find(entry.gpu_model);
    if (known != entry.parts.rated_powers.end()) entry.gpu_rated_power = known->second;
  }
  if (!entry.gpu_power_limit) return;
  const auto issue = [&](std::string message, std::string hint) {
    const Written& at = entry.power_limit_written;
    reader.context().add(at.place, at.pointer, std::move(message), std::move(hint));
  };
  if (!entry.gpu_rated_power)
    return issue("a power limit says nothing while the rated power of the GPU is not known",
                 R"(beside it, "rated_power": the power of one GPU without a limit)");
  if (*entry.gpu_power_limit <= *entry.gpu_rated_power) return;
  const std::string rated = human_text(*entry.gpu_rated_power);
  issue(fmt::format("{} is above the {} that the GPU is rated at",
                    human_text(*entry.gpu_power_limit), rated),
        fmt::format("at most {}; without \"power_limit\" there is no limit", rated));
}

}  // namespace

NodeEntry read_entry(ObjectReader& reader) {
  NodeEntry entry{.written = written(reader)};
  const std::size_t faults = reader.context().issue_count();
  entry.count = static_cast<std::uint32_t>(
      reader.count("count", 1, "How many of these nodes there are.", kNodeCount));
  entry.devices = reader.choice_map(
      "devices", {"cpu", "host_bridge", "pcie_switch", "gpu", "nic", "nvme", "storage_controller"},
      "What is inside, by names of your own: `\"gpu0\": \"gpu\"`. The memory of each socket "
      "(`mem0`, "
      "…) and NVSwitches (`nvswitch`) are added.",
      true);
  reader.list("links", "What joins them, both ways alike.",
              [&](ObjectReader& link) { entry.links.push_back(read_link(link)); });
  entry.trays = reader.count(
      "trays", 1, "Number of identical trays; device numbers continue from tray to tray.",
      Bounds{.least = 1, .most = 256});
  reader.optional_object("cpu", "Processors of the node, by socket.",
                         [&](ObjectReader& r) { entry.cpu = read_cpu(r); });
  entry.memory = reader.quantity<Bytes>("memory", Bytes(0),
                                        "Memory in a node; jobs that ask for memory need it.",
                                        Bounds{.least = 0, .most = 1e18});
  reader.optional_object("gpu", "GPUs of the node.", [&](ObjectReader& r) { read_gpu(r, entry); });
  reader.optional_object("gpu_fabric", "NVLink and its like.",
                         [&](ObjectReader& r) { entry.fabric = read_fabric(r); });
  reader.map(
      "nics",
      "Network adapters of the node, by the names of their devices; `ib` stands for `ib0`, `ib1`, "
      "… too.",
      [&](const std::string& name, ObjectReader& r) { entry.nics.push_back(read_nic(name, r)); });
  entry.rack_units = reader.number("rack_units", 0.0, "Height of one node.", kNotNegative);
  for (const auto& [value, pointer] :
       reader.values("features", FieldType::texts,
                     "What a job may ask of these nodes by name, as Slurm's features."))
    entry.features.push_back(value->text());
  entry.id = reader.text("entry", "", "Id of the entry in the catalogue; filled in.");
  reader.optional_object("parts",
                         "Definitions of the names in this entry; filled in from the catalogue.",
                         [&](ObjectReader& r) { entry.parts = read_parts(r); });
  pass_over_unread(reader, kSection, "");
  check_power_limit(reader, entry);
  entry.faulty = reader.context().issue_count() > faults;
  return entry;
}

}  // namespace gpuscape::graph_node
