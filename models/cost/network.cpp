/// Switches and cables of all networks, at the catalogue's prices. Adapters are part of the nodes.
/// Leaves out: spares, transceivers that are priced apart.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class NetworkCost final : public CostItem {
 public:
  explicit NetworkCost(ObjectReader& /*reader*/) {}

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (const PartCount& part : basis.inventory.parts) {
      if (!part.facts.price || part.kind == PartCount::Kind::storage) continue;
      const double paid =
          basis.exchange.cost(*part.facts.price, static_cast<double>(part.count), draw);
      ledger.add({item, ledger.text([&] { return line_of(part); }), "", 0, paid, CostKind::capex});
    }
  }

  static std::string line_of(const PartCount& part) {
    if (part.type.empty()) return part.name();
    return fmt::format("{} {}{}", part.count, part.type,
                       part.kind == PartCount::Kind::uplinks ? " between switches" : "");
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    std::vector<Uncounted> all;
    for (const PartCount& part : basis.inventory.parts)
      if (part.kind != PartCount::Kind::storage)
        part.facts.add_lacking(part.name(), Uncounted::Lacks::price, all);
    return all;
  }
};

}  // namespace

void register_cost_network(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "network",
       .summary = "Switches and cables, at the prices of the catalogue.",
       .example = R"({})"},
      [](ObjectReader& reader) { return std::make_unique<NetworkCost>(reader); });
}

}  // namespace gpuscape
