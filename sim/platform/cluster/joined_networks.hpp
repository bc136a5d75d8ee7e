#pragma once
/// Several networks as one, where the jobs of a run exchange data over more than one: those of
/// appliances over their switches, those of composed hosts over a PCIe fabric.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/platform/cluster/network.hpp"

namespace gpuscape {

/// By group the index of its network; none: jobs there exchange nothing with other nodes.
using NetworkOfGroup = std::vector<std::optional<std::size_t>>;

/// Nodes of each group are joined by that group's network alone, so no route leads from one network
/// to another one.
class JoinedNetworks final : public Network {
 public:
  JoinedNetworks(const Platform& platform, std::vector<NamedNetwork> networks,
                 NetworkOfGroup of_group);

  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const override;
  void route(Port from, Port to, std::vector<LinkIndex>& links) const override;
  void way_above(Port of, Way way, std::vector<LinkSpan>& links) const override;
  [[nodiscard]] Seconds latency(std::size_t links, std::uint32_t from_node) const override;
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override;
  [[nodiscard]] NetworkParts parts() const override;

 private:
  /// A link of one of them.
  struct Part {
    std::size_t network;
    LinkIndex link;
  };
  [[nodiscard]] static NetworkFacts facts_of(const std::vector<NamedNetwork>& networks);
  [[nodiscard]] const Network& network_of(std::uint32_t node) const;
  [[nodiscard]] std::size_t index_of(const Network& network) const;
  [[nodiscard]] Part part(LinkIndex link) const;
  [[nodiscard]] LinkIndex whole(const Part& part) const;

  std::vector<NamedNetwork> networks_;
  NetworkOfGroup of_group_;
  std::vector<std::uint32_t> first_node_;  // by group
  std::vector<LinkIndex> first_fabric_;    // by network: where its links between switches begin
};

}  // namespace gpuscape
