#pragma once
/// What hwloc leaves to be known of devices: generations by rates and by PCI numbers.

#include <hwloc.h>

#include <optional>
#include <string>

#include "sim/topology/import/imported_node.hpp"

namespace gpuscape {

/// None for what an import leaves out.
std::optional<DeviceKind> device_kind_of(hwloc_obj_t object);
/// A virtual function (SR-IOV) has no link of its own: it shares that of the device on its bus.
bool is_virtual_function(hwloc_obj_t object);
/// hwloc tells a rate in GB/s; of the generations and widths that have it, the widest.
ImportedNode::Link pcie_link_of(float rate);
/// The generation of NVLink of NVIDIA's GPU with this device number.
std::string nvlink_of(unsigned id);
/// MB/s of one link of that generation, as NVML counts.
double nvlink_rate(const std::string& type);
/// Of models that are known, else 10 Gbit/s.
std::string nic_speed(unsigned vendor, unsigned id);

}  // namespace gpuscape
