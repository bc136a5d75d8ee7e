#pragma once
/// The links that jobs of a replay can share: those of the network, and inside of nodes the root
/// ports and the PCIe links of adapters. All else in a node belongs to one job's own time.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/platform/cluster/network.hpp"
#include "sim/platform/free_capacity.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Links are numbered: first the network's, then node by node those inside.
class SharedLinks {
 public:
  /// Which links inside of nodes are among them.
  enum class Inside : unsigned char {
    ways_to_adapters,  ///< those on the ways from GPUs to adapters
    all,               ///< every one that two jobs can share
  };
  /// Both must outlive it.
  SharedLinks(const Network& network, const FreeCapacity& capacity,
              Inside inside = Inside::ways_to_adapters);

  [[nodiscard]] LinkIndex count() const { return count_; }
  [[nodiscard]] bool is_of_network(LinkIndex link) const { return link < network_.link_count(); }
  /// Whether a job alone below one switch meets it: links inside of nodes, and those from their
  /// adapters to a switch.
  [[nodiscard]] bool is_of_node(LinkIndex link) const {
    return !is_of_network(link) || network_.is_host_link(link);
  }
  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const;
  /// "gpu/3 → leaf 0", "gpu/3: cpu0 → hca0".
  [[nodiscard]] std::string name(LinkIndex link) const;
  [[nodiscard]] const Network& network() const { return network_; }
  [[nodiscard]] const Platform& platform() const { return capacity_.platform(); }

  /// Whether others can be on the span's node, and links inside of it are known.
  [[nodiscard]] bool can_be_shared(const AllocationSpan& span) const {
    return is_part(group_of(span), span);
  }
  /// Which GPUs it has; empty where they are not told apart.
  [[nodiscard]] GpuSet gpus_of(const AllocationSpan& span) const;
  /// That link of the node's graph; nothing where nobody else can be on it.
  [[nodiscard]] std::optional<LinkIndex> inner_link(const AllocationSpan& span,
                                                    std::uint32_t link) const;
  /// The adapters over which the GPUs of a span exchange data, as rails of its node: the nearest of
  /// each GPU; all of them where it has the whole node, or where its GPUs are not known.
  void find_rails(const AllocationSpan& span, std::vector<std::uint32_t>& rails) const;
  /// Adds the links inside of the span's node between that adapter and the nearest of its GPUs,
  /// both ways; none where nobody else can be on the node.
  void add_inner_links(const AllocationSpan& span, std::uint32_t rail,
                       std::vector<LinkIndex>& links) const;

 private:
  /// From a GPU to an adapter and back.
  struct Way {
    PathClass path = PathClass::network;
    std::size_t hops = 0;
    std::vector<std::uint32_t> links;  // shared ones, into Group::links
  };
  /// What the nodes of a group have inside.
  struct Group {
    std::uint32_t first_node = 0;
    std::uint32_t nodes = 0;
    LinkIndex first_link = 0;
    std::vector<std::uint32_t> links;    // of the graph, that can be shared
    std::vector<std::vector<Way>> ways;  // [rail][GPU]; empty: not known
    bool lends = false;  // or uses lent GPUs: several jobs are on its links, whoever has its GPUs
    std::vector<Id<struct InnerLinkTag>>
        place;  // of the graph's links, into `links`; none: not there
  };
  static void add_all(const NodeGraph& graph, Group& group);
  [[nodiscard]] static Way way(const NodeGraph& graph, DeviceIndex gpu, DeviceIndex nic,
                               std::vector<std::uint32_t>& shared);
  [[nodiscard]] const Group& group_of(const AllocationSpan& span) const;
  [[nodiscard]] bool is_part(const Group& group, const AllocationSpan& span) const;

  const Network& network_;
  const FreeCapacity& capacity_;
  std::vector<Group> groups_;
  LinkIndex count_ = 0;
};

}  // namespace gpuscape
