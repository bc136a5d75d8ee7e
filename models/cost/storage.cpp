/// Arrays and other stores, at the catalogue's prices or the user's. Leaves out: licences by drive,
/// and drives that are part of nodes.

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class StorageCost final : public CostItem {
 public:
  explicit StorageCost(ObjectReader& /*reader*/) {}

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (const PartCount& part : basis.inventory.parts) {
      if (!part.facts.price || part.kind != PartCount::Kind::storage) continue;
      const double paid =
          basis.exchange.cost(*part.facts.price, static_cast<double>(part.count), draw);
      ledger.add({item, ledger.text([&] { return part.name(); }), "", 0, paid, CostKind::capex});
    }
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    std::vector<Uncounted> all;
    for (const PartCount& part : basis.inventory.parts)
      if (part.kind == PartCount::Kind::storage)
        part.facts.add_lacking(part.name(), Uncounted::Lacks::price, all);
    return all;
  }
};

}  // namespace

void register_cost_storage(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "storage",
       .summary = "Arrays and other stores, at the prices of the catalogue.",
       .example = R"({})"},
      [](ObjectReader& reader) { return std::make_unique<StorageCost>(reader); });
}

}  // namespace gpuscape
