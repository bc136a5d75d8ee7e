/// A node as a graph of what is inside: sockets with their memory, PCIe switches, GPUs, adapters,
/// drives, NVLink from GPU to GPU or through switches, with the payload capacity of every link.
/// What a host bridge, a shared uplink or a slot lets through follows from the links. Leaves out:
/// NVSwitches that block, what drives attain, paths that firmware forbids. Numbers are the entry's:
/// the catalogue's with their sources, or the user's.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/node/graph/assembly.hpp"
#include "models/node/graph/entry.hpp"
#include "models/node/graph/fabric.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

/// A socket with two GPUs and an adapter.
constexpr const char* kGraphExample = R"({"count": 4, "memory": "256 GiB",
  "cpu": {"sockets": 1, "cores_per_socket": 32, "memory_bandwidth_per_socket": "100 GB/s"},
  "gpu": {"count": 2},
  "devices": {"cpu0": "cpu", "gpu0": "gpu", "gpu1": "gpu", "nic0": "nic"},
  "links": [{"between": ["cpu0", "gpu0"], "bandwidth": "25 GB/s"},
            {"between": ["cpu0", "gpu1"], "bandwidth": "25 GB/s"},
            {"between": ["cpu0", "nic0"], "bandwidth": "25 GB/s"}],
  "nics": {"nic0": {"speed": "100 Gbit/s"}}})";

/// A value with its range stands for the value: {"value": 1, "low": 0.5, "high": 2}.
JsonValue without_ranges(const JsonValue& value) {
  if (value.is_array()) {
    JsonValue result = JsonValue::make_array();
    for (const JsonValue& item : value.items()) result.items().push_back(without_ranges(item));
    result.set_place(value.place());
    return result;
  }
  if (!value.is_object()) return value;
  const JsonValue* plain = value.find("value");
  if (plain != nullptr && (plain->is_text() || plain->is_number())) return *plain;
  JsonValue result = JsonValue::make_object();
  for (const JsonMember& member : value.members())
    result.members().push_back({member.key, without_ranges(member.value), member.key_place});
  result.set_place(value.place());
  return result;
}

/// The count of a node with a valid one.
std::optional<std::uint32_t> valid_count(const JsonValue& node) {
  const JsonValue* count = node.find("count");
  if (count == nullptr || count->kind() != JsonValue::Kind::integer) return std::nullopt;
  const double value = count->number();
  if (value < graph_node::kNodeCount.least || value > graph_node::kNodeCount.most)
    return std::nullopt;
  return static_cast<std::uint32_t>(count->integer());
}

bool differ_in_count_only(const JsonValue& a, const JsonValue& b) {
  return std::ranges::equal(
      a.members(), b.members(), [](const JsonMember& one, const JsonMember& other) {
        return one.key == other.key && (one.key == "count" || same_content(one.value, other.value));
      });
}

/// The last sound node at a pointer, and the defaults that were filled in. Designs of one file most
/// often differ in how many nodes they have, if in their nodes at all.
struct BuiltNode {
  JsonValue written;
  NodeGroup group;
  std::vector<std::string> defaulted;
};
using BuiltNodes = std::map<std::string, BuiltNode>;

class GraphNode final : public NodeModel {
 public:
  explicit GraphNode(ObjectReader& reader) {
    if (reader.describing()) {
      graph_node::read_entry(reader);
      return;
    }
    for (const JsonMember& member : reader.value().members())
      if (member.key != "type") reader.keep(member.key);
    if (!take_built(reader)) build(reader);
  }
  [[nodiscard]] NodeGroup group() const override { return group_; }

 private:
  bool take_built(ObjectReader& reader) {
    const auto& nodes = reader.context().kept<BuiltNodes>();
    const auto built = nodes.find(reader.pointer());
    const auto count = valid_count(reader.value());
    if (built == nodes.end() || !count ||
        !differ_in_count_only(built->second.written, reader.value()))
      return false;
    group_ = built->second.group;
    group_.count = *count;
    for (const std::string& pointer : built->second.defaulted)
      reader.context().mark_default(pointer);
    return true;
  }

  void build(ObjectReader& reader) {
    ReadingContext& context = reader.context();
    const std::size_t faults = context.issue_count();
    const std::vector<std::string> before = context.take_defaulted();
    read(reader);
    std::vector<std::string> marks = context.take_defaulted();
    for (const std::string& pointer : before) context.mark_default(pointer);
    for (const std::string& pointer : marks) context.mark_default(pointer);
    if (context.issue_count() == faults && valid_count(reader.value()))
      context.kept<BuiltNodes>()[reader.pointer()] = {reader.value(), group_, std::move(marks)};
  }

  void read(ObjectReader& reader) {
    const JsonValue plain = without_ranges(reader.value());
    ObjectReader inner(plain, reader.pointer(), reader.context());
    inner.keep("type");
    inner.keep(kGpuSharingPlace.key);
    const graph_node::NodeEntry entry = graph_node::read_entry(inner);
    inner.finish();
    group_.count = entry.count;
    group_.type = entry.id;
    group_.gpu_model = entry.gpu_model;
    if (const auto known = entry.parts.gpu_memories.find(entry.gpu_model);
        known != entry.parts.gpu_memories.end())
      group_.gpu_memory = known->second;
    group_.gpu_rated_power = entry.gpu_rated_power.value_or(Watts(0.0));
    if (entry.gpu_power_limit && entry.gpu_rated_power)
      group_.gpu_power_limit = *entry.gpu_power_limit;
    group_.rack_units = entry.rack_units;
    group_.features = entry.features;
    group_.capacity = capacity_of(entry);
    const JsonValue* devices = plain.find("devices");
    if (devices == nullptr || devices->members().size() != entry.devices.size()) return;
    graph_node::check_fabric(entry, reader.context());
    graph_node::assemble(entry, group_, reader.context());
  }

  static Demand capacity_of(const graph_node::NodeEntry& entry) {
    Demand capacity;
    capacity.gpus = static_cast<std::int32_t>(entry.gpu_count.value_or(0));
    capacity.milli_cores = 1000 * entry.cpu.sockets * entry.cpu.cores_per_socket;
    capacity.memory_mib = static_cast<std::int64_t>(std::floor(entry.memory.value() / 1048576.0));
    return capacity;
  }

  NodeGroup group_;
};

}  // namespace

void register_node_graph(Registry& registry) {
  registry.nodes.add(
      {.name = "graph",
       .summary = "A node with its devices and links, as in catalogue entries; a `type` out "
                  "of the catalogue becomes one.",
       .example = kGraphExample,
       .parts = {{"gpu.model", "gpus"},
                 {"nics.*.model", "nics"},
                 {"links[].type", "links"},
                 {"gpu_fabric.type", "links"},
                 {"gpu_fabric.switch", "nvswitches"},
                 {"cpu.inter_socket.type", "links"}}},
      [](ObjectReader& reader) { return std::make_unique<GraphNode>(reader); });
}

}  // namespace gpuscape
