/// Leaf switches with hosts below and spines above.
/// In this version it is read and checked; it carries no traffic. Numbers are the user's.

#include <fmt/format.h>

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class LeafSpine final : public NetworkModel {
 public:
  explicit LeafSpine(ObjectReader& reader) {
    reader.bandwidth("link", "Payload bandwidth of a node's link, per direction.");
    reader.time("latency", "Latency of one hop.");
    hosts_per_leaf_ = reader.count("hosts_per_leaf", "Nodes below one leaf switch.",
                                   Bounds{.least = 1, .most = 1e6});
    oversubscription_ = reader.number("oversubscription", 1.0,
                                      "Bandwidth of a leaf's hosts divided by that of its uplinks.",
                                      Bounds{.least = 1.0});
  }
  [[nodiscard]] std::string fault(const Platform& platform) const override {
    for (const NodeGroup& group : platform.groups()) {
      if (group.pool) return fmt::format("a pool has no nodes to connect: '{}'", group.name);
    }
    if (oversubscription_ > static_cast<double>(hosts_per_leaf_)) {
      return fmt::format("oversubscription {} leaves less than one uplink to a leaf of {} hosts",
                         oversubscription_, hosts_per_leaf_);
    }
    return "";
  }

 private:
  std::int64_t hosts_per_leaf_;
  double oversubscription_;
};

}  // namespace

void register_network_leaf_spine(Registry& registry) {
  registry.networks.add("leaf-spine", "Leaf switches with hosts below and spines above.",
                        [](ObjectReader& reader) { return std::make_unique<LeafSpine>(reader); });
}

}  // namespace gpuscape
