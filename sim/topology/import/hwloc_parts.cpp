#include "sim/topology/import/hwloc_parts.hpp"

#include <array>
#include <cmath>
#include <map>

namespace gpuscape {

namespace {

constexpr unsigned kNvidia = 0x10de;
constexpr unsigned kAmd = 0x1002;

struct PcieSpeed {
  const char* type;
  double lane;  ///< GB/s, as hwloc counts
};
constexpr std::array<PcieSpeed, 6> kSpeeds{{{"pcie-gen1", 0.25},
                                            {"pcie-gen2", 0.5},
                                            {"pcie-gen3", 0.985},
                                            {"pcie-gen4", 1.969},
                                            {"pcie-gen5", 3.938},
                                            {"pcie-gen6", 7.563}}};

}  // namespace

std::optional<DeviceKind> device_kind_of(hwloc_obj_t object) {
  if (object->type != HWLOC_OBJ_PCI_DEVICE) return std::nullopt;
  const unsigned kind = object->attr->pcidev.class_id;
  const unsigned vendor = object->attr->pcidev.vendor_id;
  if ((kind >> 8U) == 0x03U && (vendor == kNvidia || vendor == kAmd)) return DeviceKind::gpu;
  if (kind == 0x1200U && vendor == kAmd) return DeviceKind::gpu;
  if (kind == 0x0200U || kind == 0x0207U) return DeviceKind::nic;
  if (kind == 0x0108U) return DeviceKind::nvme;
  if ((kind >> 8U) == 0x01U) return DeviceKind::storage_controller;
  return std::nullopt;
}

bool is_virtual_function(hwloc_obj_t object) {
  const auto& own = object->attr->pcidev;
  if (own.linkspeed > 0.0F || object->parent == nullptr) return false;
  for (hwloc_obj_t other = object->parent->io_first_child; other != nullptr;
       other = other->next_sibling) {
    if (other == object || device_kind_of(other) != device_kind_of(object)) continue;
    const auto& its = other->attr->pcidev;
    if (its.linkspeed > 0.0F && its.bus == own.bus && its.domain == own.domain &&
        its.vendor_id == own.vendor_id)
      return true;
  }
  return false;
}

ImportedNode::Link pcie_link_of(float rate) {
  ImportedNode::Link link{
      .a = "", .b = "", .type = "pcie-gen3", .lanes = 16, .assumed = !(rate > 0.0F)};
  for (const std::uint32_t lanes : {16U, 8U, 4U, 2U, 1U}) {
    for (const PcieSpeed& speed : kSpeeds) {
      const double off = std::abs(speed.lane * lanes / static_cast<double>(rate) - 1.0);
      if (!(off < 0.02)) continue;
      link.type = speed.type;
      link.lanes = lanes;
      return link;
    }
  }
  return link;
}

std::string nvlink_of(unsigned id) {
  if (id >= 0x2900U) return "nvlink-5";
  if (id >= 0x2300U) return "nvlink-4";
  if (id >= 0x2080U) return "nvlink-3";
  return id >= 0x1d00U ? "nvlink-2" : "nvlink-1";
}

double nvlink_rate(const std::string& type) {
  if (type == "nvlink-1") return 20000.0;
  return type == "nvlink-5" ? 50000.0 : 25000.0;
}

std::string nic_speed(unsigned vendor, unsigned id) {
  static const std::map<unsigned, const char*> kKnown{
      // of Mellanox's
      {0x1003, "56 Gbit/s"},  {0x1007, "56 Gbit/s"},  {0x1013, "100 Gbit/s"},
      {0x1015, "25 Gbit/s"},  {0x1017, "100 Gbit/s"}, {0x1019, "100 Gbit/s"},
      {0x101b, "200 Gbit/s"}, {0x101d, "100 Gbit/s"}, {0x1021, "400 Gbit/s"},
      {0xa2d6, "100 Gbit/s"}, {0xa2dc, "400 Gbit/s"}};
  const auto found = kKnown.find(id);
  const bool known = vendor == 0x15b3 && found != kKnown.end();
  return known ? found->second : "10 Gbit/s";
}

}  // namespace gpuscape
