#pragma once
/// Machines that are written down by one of their equal trays.

#include <string>
#include <utility>
#include <vector>

#include "models/node/graph/entry.hpp"

namespace gpuscape::graph_node {

/// The devices of all trays, with their kinds: "gpu0" … "gpu3" of the second tray are "gpu4" …
/// "gpu7".
std::vector<std::pair<std::string, std::string>> in_trays(
    const std::vector<std::pair<std::string, std::string>>& devices, std::int64_t trays);

/// The links of all trays of the node.
std::vector<LinkEntry> in_trays(const std::vector<LinkEntry>& links, const NodeEntry& entry);

/// Whether `entry` names the device: "ib0" by itself, "ib" as one of several numbered ones.
bool stands_for(const std::string& entry, const std::string& device);

}  // namespace gpuscape::graph_node
