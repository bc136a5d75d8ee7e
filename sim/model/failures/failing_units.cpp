#include "sim/model/failures/failing_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

class UnitFinder {
 public:
  UnitFinder(const FailureSpec& spec, const std::vector<OutageNode>& nodes, const Cluster& cluster,
             ReadingContext& context)
      : spec_(spec), nodes_(nodes), cluster_(cluster), context_(context) {}

  FailingUnits find() {
    switch (spec_.of) {
      case FailureSpec::Of::nodes:
        return each([](const OutageNode&) { return 1U; });
      case FailureSpec::Of::gpus:
        return gpus();
      case FailureSpec::Of::adapters:
        return adapters();
      case FailureSpec::Of::leaf_switches:
        return leaf_switches();
      case FailureSpec::Of::domains:
        return domains();
      case FailureSpec::Of::managers:
        return {.units = std::vector<FailingParts::Unit>(static_cast<std::size_t>(spec_.servers))};
      case FailureSpec::Of::storage:
      case FailureSpec::Of::drives:
        break;  // it says itself how many it has
    }
    return {};
  }

 private:
  const NodeGroup& group_of(const OutageNode& at) const {
    return cluster_.platform().groups()[at.group];
  }

  FailingUnits fault(std::string_view key, std::string message, std::string hint) {
    context_.add(spec_.place, key.empty() ? spec_.pointer : child_pointer(spec_.pointer, key),
                 std::move(message), std::move(hint));
    return {};
  }

  /// Each node is a unit of so many parts.
  template <class PartsOf>
  FailingUnits each(const PartsOf& parts_of) {
    FailingUnits found;
    for (const OutageNode& at : nodes_) {
      const std::uint32_t parts = parts_of(at);
      if (found.units.empty()) found.parts_each = parts;
      if (found.parts_each != parts)
        return fault("",
                     fmt::format("its nodes have {} and {} {}", found.parts_each, parts,
                                 spec_.of == FailureSpec::Of::gpus ? "GPUs" : "adapters"),
                     "one entry for each group of nodes");
      found.units.push_back({{at}});
    }
    return found;
  }

  FailingUnits gpus() {
    for (const OutageNode& at : nodes_) {
      const NodeGroup& group = group_of(at);
      if (group.capacity.gpus > 0 && !group.pool) continue;
      return fault("of",
                   group.pool
                       ? fmt::format("\"{}\" is a pool: it fails as a whole", excerpt(group.name))
                       : fmt::format("nodes \"{}\" have no GPUs", excerpt(group.name)),
                   R"("of": "nodes", or other "nodes")");
    }
    return each([&](const OutageNode& at) {
      return static_cast<std::uint32_t>(group_of(at).capacity.gpus);
    });
  }

  /// The network that it names; else that of the jobs of the node's group, or the only one that
  /// joins the node.
  std::optional<std::size_t> network_of(const OutageNode& at) const {
    const std::vector<NamedNetwork>& networks = cluster_.networks();
    const std::uint32_t node = cluster_.platform().first_node(at.group) + at.node;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < networks.size(); ++i) {
      if (!spec_.network.empty() && networks[i].name != spec_.network) continue;
      if (networks[i].network->rails_of(node) == 0) continue;
      if (found) return cluster_.network_of(at.group);
      found = i;
    }
    return found;
  }

  FailingUnits no_network(const OutageNode& at) {
    const std::vector<NamedNetwork>& networks = cluster_.networks();
    if (!spec_.network.empty() &&
        std::ranges::find(networks, spec_.network, &NamedNetwork::name) == networks.end())
      return fault("network", fmt::format("there is no network \"{}\"", excerpt(spec_.network)),
                   "one of the names of \"networks\" of the cluster");
    const bool is_switch = spec_.of == FailureSpec::Of::leaf_switches;
    if (!spec_.network.empty())
      return fault("network",
                   fmt::format("nodes \"{}\" are not on network \"{}\"", excerpt(group_of(at).name),
                               excerpt(spec_.network)),
                   "another network, or other \"nodes\"");
    return fault("of",
                 fmt::format("nodes \"{}\" have no {}: {}", excerpt(group_of(at).name),
                             is_switch ? "leaf switches" : "adapters",
                             networks.empty() ? "the cluster has no networks"
                                              : "no network joins them, or several do"),
                 R"("network" where there are several, or "of": "domains" with "nodes_each")");
  }

  FailingUnits adapters() {
    for (const OutageNode& at : nodes_)
      if (!network_of(at)) return no_network(at);
    return each([&](const OutageNode& at) {
      return cluster_.networks()[*network_of(at)].network->rails_of(
          cluster_.platform().first_node(at.group) + at.node);
    });
  }

  /// All nodes below a leaf, or below the leaves of one set of rails, go with it.
  FailingUnits leaf_switches() {
    FailingUnits found;
    std::map<std::pair<std::size_t, std::uint32_t>, std::vector<OutageNode>> leaves;
    for (const OutageNode& at : nodes_) {
      const auto on = network_of(at);
      if (!on) return no_network(at);
      const Network& network = *cluster_.networks()[*on].network;
      if (leaves.empty()) found.parts_each = network.switches_per_leaf();
      if (found.parts_each != network.switches_per_leaf())
        return fault("", "its nodes are on networks with rails and without",
                     "one entry for each network");
      const std::uint32_t host =
          network.host_number(cluster_.platform().first_node(at.group) + at.node);
      leaves[{*on, host / std::max(1U, network.hosts_per_leaf())}].push_back(at);
    }
    for (auto& [where, nodes] : leaves) found.units.push_back({std::move(nodes)});
    return found;
  }

  /// Neighbours of one group.
  FailingUnits domains() {
    FailingUnits found;
    for (const OutageNode& at : nodes_) {
      const bool joins = !found.units.empty() &&
                         found.units.back().nodes.back().group == at.group &&
                         std::ssize(found.units.back().nodes) < spec_.nodes_each;
      if (!joins) found.units.emplace_back();
      found.units.back().nodes.push_back(at);
    }
    return found;
  }

  const FailureSpec& spec_;
  const std::vector<OutageNode>& nodes_;
  const Cluster& cluster_;
  ReadingContext& context_;
};

}  // namespace

FailingUnits failing_units(const FailureSpec& spec, const std::vector<OutageNode>& nodes,
                           const Cluster& cluster, ReadingContext& context) {
  return UnitFinder(spec, nodes, cluster, context).find();
}

}  // namespace gpuscape
