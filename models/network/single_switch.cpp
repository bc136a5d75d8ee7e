/// One switch with a link to every node.
/// In this version it is read and checked; it carries no traffic. Numbers are the user's.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class SingleSwitch final : public NetworkModel {
 public:
  explicit SingleSwitch(ObjectReader& reader) {
    reader.bandwidth("link", "Payload bandwidth of a node's link, per direction.");
    reader.time("latency", "Latency of a link and the switch behind it.");
  }
  [[nodiscard]] std::string fault(const Platform& /*platform*/) const override { return ""; }
};

}  // namespace

void register_network_single_switch(Registry& registry) {
  registry.networks.add(
      "single-switch", "One switch with a link to every node.",
      [](ObjectReader& reader) { return std::make_unique<SingleSwitch>(reader); });
}

}  // namespace gpuscape
