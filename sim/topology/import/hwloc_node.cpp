#include "sim/topology/import/hwloc_node.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <hwloc/distances.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>

#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/topology/import/hwloc_parts.hpp"
#include "sim/topology/import/xml_fault.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kHere = "this-machine";

struct Destroy {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, Destroy>;

[[noreturn]] void refuse(const std::string& file, int line, std::string message, std::string hint) {
  throw ScenarioError({{.file = file,
                        .line = line,
                        .column = line > 0 ? 1 : 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

constexpr const char* kHint = "write it with hwloc 2: lstopo --of xml FILE.xml";

constexpr const char* kLaterHint =
    "write it in the form of hwloc 2; hwloc 3 does so with "
    "lstopo --export-xml-flags 2 --of xml FILE.xml";

/// Version 1 had another form, and a later one may: only what is known is read.
void check_version(const std::string& file) {
  std::string fault;
  const auto text = read_input(file, kMostFileBytes, fault);
  if (!text) refuse(file, 0, fault, kHint);
  if (const XmlFault found = xml_fault(*text); found.line > 0)
    refuse(file, found.line, found.message, kHint);
  std::istringstream input(*text);
  std::string line;
  for (int number = 1; number <= 20 && std::getline(input, line); ++number) {
    const std::size_t at = line.find("<topology");
    if (at == std::string::npos) continue;
    const std::size_t version = line.find("version=\"", at);
    if (version == std::string::npos) refuse(file, number, "this was written by hwloc 1", kHint);
    if (line.compare(version + 9, 2, "2.") == 0) return;
    const std::size_t end = line.find('"', version + 9);
    refuse(file, number,
           fmt::format("hwloc's version {} is not known here",
                       excerpt(line.substr(version + 9, end - version - 9))),
           kLaterHint);
  }
  refuse(file, 1, "not an hwloc file: no <topology> at its beginning", kHint);
}

/// Null where hwloc refuses.
Topology load(const std::string& file) {
  hwloc_topology_t made = nullptr;
  if (hwloc_topology_init(&made) != 0) return nullptr;
  Topology topology(made);
  hwloc_topology_set_io_types_filter(made, HWLOC_TYPE_FILTER_KEEP_ALL);
  if (file != kHere && hwloc_topology_set_xml(made, file.c_str()) != 0) return nullptr;
  return hwloc_topology_load(made) == 0 ? std::move(topology) : nullptr;
}

/// hwloc ends the process on some input: a child tries it first.
bool survives(const std::string& file) {
  return succeeds_apart([&] { return load(file) != nullptr; });
}

class HwlocNode {
 public:
  explicit HwlocNode(hwloc_topology_t topology) : topology_(topology) {}

  ImportedNode take() {
    add_sockets();
    for (hwloc_obj_t bridge = nullptr;
         (bridge = hwloc_get_next_bridge(topology_, bridge)) != nullptr;)
      if (bridge->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_HOST)
        host_bridges_.push_back(bridge);
    std::erase_if(host_bridges_, [&](hwloc_obj_t bridge) { return !leads_somewhere(bridge); });
    for (const hwloc_obj_t bridge : host_bridges_) add_host_bridge(bridge);
    if (virtual_functions_ > 0)
      node_.notes.push_back(
          fmt::format("{} SR-IOV virtual function{} left out: they share the hardware of the "
                      "device they belong to.",
                      virtual_functions_, virtual_functions_ == 1 ? "" : "s"));
    add_nvlinks();
    if (speed_unknown_)
      node_.notes.push_back(
          "hwloc told no speed of some PCIe links: those are x16, of the generation of the named "
          "GPU, else 3.");
    if (!node_.nics.empty())
      node_.notes.push_back(
          "hwloc tells no speed of adapters: theirs is that of models it knows, "
          "else 10 Gbit/s.");
    return std::move(node_);
  }

 private:
  void add_sockets() {
    const int count = hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_PACKAGE);
    for (int i = 0; i < count; ++i)
      packages_.push_back(
          hwloc_get_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, static_cast<unsigned>(i)));
    if (packages_.empty()) packages_.push_back(hwloc_get_root_obj(topology_));
    for (std::size_t i = 0; i < packages_.size(); ++i)
      node_.devices.emplace_back(fmt::format("cpu{}", i), DeviceKind::cpu);
    const hwloc_obj_t root = hwloc_get_root_obj(topology_);
    node_.memory_bytes = static_cast<double>(root->total_memory);
    const int parts = hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_NUMANODE);
    node_.divided_sockets = parts > std::ssize(packages_);
    const int cores = hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_CORE);
    if (cores > 0) node_.cores_per_socket = cores / std::ssize(packages_);
    const char* model = hwloc_obj_get_info_by_name(packages_.front(), "CPUModel");
    if (model != nullptr) node_.cpu_model = model;
  }

  /// Of what an adapter or bridge is plugged into; the first where it is near all of them.
  std::size_t socket_of(hwloc_obj_t bridge) const {
    const hwloc_obj_t near = hwloc_get_non_io_ancestor_obj(topology_, bridge);
    if (near == nullptr || near->cpuset == nullptr) return 0;
    for (std::size_t i = 0; i < packages_.size(); ++i)
      if (packages_[i]->cpuset != nullptr &&
          hwloc_bitmap_isincluded(near->cpuset, packages_[i]->cpuset) != 0)
        return i;
    return 0;
  }

  bool leads_somewhere(hwloc_obj_t object) const {
    if (device_kind_of(object)) return true;
    for (hwloc_obj_t child = object->io_first_child; child != nullptr; child = child->next_sibling)
      if (leads_somewhere(child)) return true;
    return false;
  }

  void add_host_bridge(hwloc_obj_t bridge) {
    const std::size_t socket = socket_of(bridge);
    std::string above = fmt::format("cpu{}", socket);
    const auto beside = std::ranges::count_if(
        host_bridges_, [&](hwloc_obj_t other) { return socket_of(other) == socket; });
    if (beside > 1) {
      const std::string name = next_name("hb");
      node_.devices.emplace_back(name, DeviceKind::host_bridge);
      node_.links.push_back({.a = above, .b = name});
      above = name;
    }
    add_below(bridge, above, 1);
  }

  /// Bridges stand in pairs: a port of the host or of a switch, and below it the upper side of a
  /// switch.
  void add_below(hwloc_obj_t bridge, const std::string& above, int depth) {
    for (hwloc_obj_t child = bridge->io_first_child; child != nullptr;
         child = child->next_sibling) {
      if (child->type == HWLOC_OBJ_PCI_DEVICE) add_device(child, above);
      if (child->type != HWLOC_OBJ_BRIDGE || !leads_somewhere(child)) continue;
      if (depth % 2 == 1) {
        add_below(child, above, depth + 1);
        continue;
      }
      const std::string name = next_name("sw");
      node_.devices.emplace_back(name, DeviceKind::pcie_switch);
      join(above, name, child->attr->bridge.upstream.pci.linkspeed);
      add_below(child, name, depth + 1);
    }
  }

  void add_device(hwloc_obj_t object, const std::string& above) {
    const std::optional<DeviceKind> kind = device_kind_of(object);
    if (!kind) return;
    if (is_virtual_function(object)) {
      ++virtual_functions_;
      return;
    }
    const std::string name = name_of(object, *kind);
    node_.devices.emplace_back(name, *kind);
    join(above, name, object->attr->pcidev.linkspeed);
    const unsigned id = object->attr->pcidev.device_id;
    if (*kind == DeviceKind::nic)
      node_.nics.push_back({.name = name, .speed = nic_speed(object->attr->pcidev.vendor_id, id)});
    if (*kind == DeviceKind::gpu) {
      node_.nvlink_type = nvlink_of(id);
      gpus_[object] = name;
    }
  }

  void join(const std::string& above, const std::string& name, float speed) {
    speed_unknown_ = speed_unknown_ || !(speed > 0.0F);
    ImportedNode::Link link = pcie_link_of(speed);
    link.a = above;
    link.b = name;
    node_.links.push_back(link);
  }

  /// What the system calls an adapter; all others are counted.
  std::string name_of(hwloc_obj_t object, DeviceKind kind) {
    std::string name;
    for (auto* child = object->io_first_child; child != nullptr; child = child->next_sibling) {
      if (child->type != HWLOC_OBJ_OS_DEVICE || child->name == nullptr) continue;
      unsigned type = 0;  // not as an enumerator: hwloc hands on what the file says
      std::memcpy(&type, &child->attr->osdev.type, sizeof type);
      if (type == HWLOC_OBJ_OSDEV_OPENFABRICS) name = child->name;
      if (type == HWLOC_OBJ_OSDEV_NETWORK && name.empty()) name = child->name;
    }
    if (kind == DeviceKind::nic && !name.empty() && used_.insert({name, 1}).second) return name;
    const char* stem = kind == DeviceKind::gpu    ? "gpu"
                       : kind == DeviceKind::nic  ? "nic"
                       : kind == DeviceKind::nvme ? "nvme"
                                                  : "storage";
    return next_name(stem);
  }

  std::string next_name(const std::string& stem) {
    std::string name = fmt::format("{}{}", stem, counts_[stem]++);
    while (!used_.insert({name, 1}).second) name = fmt::format("{}{}", stem, counts_[stem]++);
    return name;
  }

  /// What NVML told hwloc: MB/s between GPUs, and between a GPU and its socket.
  void add_nvlinks() {
    unsigned count = 1;
    hwloc_distances_s* found = nullptr;
    if (hwloc_distances_get_by_name(topology_, "NVLinkBandwidth", &count, &found, 0) != 0 ||
        count == 0 || found == nullptr)
      return;
    const double link = nvlink_rate(node_.nvlink_type);
    bool to_sockets = false;
    for (unsigned i = 0; i < found->nbobjs; ++i)
      for (unsigned j = 0; j < i; ++j) {
        const auto rate = static_cast<double>(found->values[i * found->nbobjs + j]);
        const std::string a = gpu_at(found->objs[j]);
        const std::string b = gpu_at(found->objs[i]);
        const auto links = static_cast<std::uint32_t>(std::lround(rate / link));
        if (a.empty() != b.empty()) to_sockets = to_sockets || rate > 0.0;
        if (a.empty() || b.empty() || a == b || links < 1 || links > 18) continue;
        node_.nvlinks.push_back({.a = a, .b = b, .type = node_.nvlink_type, .lanes = links});
      }
    hwloc_distances_release(topology_, found);
    if (to_sockets)
      node_.notes.emplace_back(
          "The file has NVLink between GPUs and sockets, which is not read: what stands there is "
          "PCIe.");
  }

  /// Of the device that an object of the system belongs to; empty where that is no GPU.
  [[nodiscard]] std::string gpu_at(hwloc_obj_t object) const {
    for (; object != nullptr; object = object->parent)
      if (const auto known = gpus_.find(object); known != gpus_.end()) return known->second;
    return "";
  }

  hwloc_topology_t topology_;
  std::vector<hwloc_obj_t> packages_;
  std::vector<hwloc_obj_t> host_bridges_;
  std::map<std::string, std::size_t> counts_;
  std::map<std::string, int> used_;
  std::map<hwloc_obj_t, std::string> gpus_;  // never iterated over
  int virtual_functions_ = 0;
  bool speed_unknown_ = false;
  ImportedNode node_;
};

}  // namespace

ImportedNode node_from_hwloc(const std::string& file) {
  if (file != kHere) check_version(file);
  Topology topology = survives(file) ? load(file) : nullptr;
  if (!topology)
    refuse(file, 0, "hwloc cannot read this as a machine",
           "write it again: lstopo --of xml FILE.xml");
  return HwlocNode(topology.get()).take();
}

}  // namespace gpuscape
