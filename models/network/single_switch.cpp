/// One switch that never blocks, with a link to every node: what bounds traffic is the nodes' own
/// links, one in each direction.
/// Leaves out: how many ports a switch can have, and what its buffers do. Numbers are the user's.

#include <fmt/format.h>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Star final : public Network {
 public:
  Star(std::uint32_t nodes, BytesPerSecond link, Seconds latency)
      : nodes_(nodes), link_(link), latency_(latency) {}

  [[nodiscard]] std::uint32_t link_count() const override { return 2 * nodes_; }
  [[nodiscard]] BytesPerSecond capacity(LinkIndex /*link*/) const override { return link_; }
  [[nodiscard]] LinkTier tier(LinkIndex /*link*/) const override { return LinkTier::host; }
  void route(std::uint32_t from, std::uint32_t to, std::vector<LinkIndex>& links) const override {
    if (from != to) links.insert(links.end(), {from, nodes_ + to});
  }
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override {
    return link < nodes_ ? fmt::format("{} → switch", platform.node_name(link))
                         : fmt::format("switch → {}", platform.node_name(link - nodes_));
  }
  [[nodiscard]] BytesPerSecond host_link() const override { return link_; }
  [[nodiscard]] Seconds hop_latency() const override { return latency_; }
  [[nodiscard]] std::uint32_t hosts_per_leaf() const override { return nodes_; }

 private:
  std::uint32_t nodes_;
  BytesPerSecond link_;
  Seconds latency_;
};

class SingleSwitch final : public NetworkModel {
 public:
  explicit SingleSwitch(ObjectReader& reader)
      : link_(reader.bandwidth("link", "Payload bandwidth of a node's link, per direction.",
                               kLinkBounds)),
        latency_(reader.time("latency", "Latency of a link and the switch behind it.")) {}
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override {
    return pool_fault(platform);
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    return std::make_unique<Star>(platform.node_count(), link_, latency_);
  }

 private:
  BytesPerSecond link_;
  Seconds latency_;
};

}  // namespace

void register_network_single_switch(Registry& registry) {
  registry.networks.add(
      "single-switch", "One switch with a link to every node.",
      [](ObjectReader& reader) { return std::make_unique<SingleSwitch>(reader); });
}

}  // namespace gpuscape
