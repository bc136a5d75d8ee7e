#pragma once
/// The map of a node as a terminal shows it: matrices, what shares what, and the figures that
/// decide.

#include <string>
#include <string_view>

#include "sim/topology/node_topology.hpp"

namespace gpuscape {

/// "NV2", "PIX", …: what `nvidia-smi topo -m` writes.
std::string path_text(const PairFacts& pair);
/// "12.6": GB/s in three digits.
std::string gigabytes_text(BytesPerSecond rate);
/// "1.2": microseconds in two digits or more.
std::string microseconds_text(Seconds time);

/// "2 sockets · 4 PCIe switches · 8 GPUs · 5 adapters".
std::string inventory_text(const NodeGraph& graph);

std::string node_map_text(const NodeMap& map);

}  // namespace gpuscape
