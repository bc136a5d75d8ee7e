#pragma once
/// A PCIe fabric as the catalogue has it, and the slots of hosts for its adapters.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sim/fields/model_names.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/model/network.hpp"

namespace gpuscape::pcie {

inline constexpr CatalogPart kFabricPart{"fabric", "pcie_fabrics"};

struct Fabric {
  std::string model;
  std::uint32_t ports = 2;
  std::uint32_t lanes_per_port = 16;
  BytesPerSecond port{1.0};       // payload
  BytesPerSecond port_wire{1.0};  // with headers
  Seconds latency{0.0};
  Seconds reassign{0.0};
  std::optional<std::int64_t> most_hosts;
  std::optional<std::int64_t> slots;  // of a box
  double rack_units = 0.0;
};

void read_fabric(ObjectReader& reader, Fabric& fabric);

/// Whatever has a CPU is a host, whatever has GPUs and none is a box.
[[nodiscard]] bool has_cpu(const NodeGroup& group);
[[nodiscard]] bool is_box(const NodeGroup& group);

/// A slot of a host for an adapter.
struct Slot {
  BytesPerSecond lane{0.0};  // payload
  Seconds latency{0.0};
};

/// By the fastest lanes of PCIe at the host's sockets, as below a switch GPUs may have faster ones;
/// nothing where there are none. A link that does not say its lanes is taken for a full one.
[[nodiscard]] std::optional<Slot> slot_of(const NodeGraph& graph);

/// The graph of a host with a further adapter at a socket, which is the last device.
[[nodiscard]] std::shared_ptr<const NodeGraph> with_adapter(const NodeGraph& host,
                                                            DeviceIndex socket, NodeLink link);

}  // namespace gpuscape::pcie
