/// Software that is licensed by the GPU, by the node, or once for all.
/// Leaves out: terms, tiers, and floating licences.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Licence final : public CostItem {
 public:
  explicit Licence(ObjectReader& reader)
      : per_(reader.one_of("per", {"gpu", "node", "design"}, "gpu", "What one licence is for.")),
        price_(need_cost_price(reader, "price", PaidFor::time, "Of one licence.")) {}

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    double count = 1.0;
    if (per_ == "gpu") count = static_cast<double>(basis.inventory.gpus());
    if (per_ == "node") {
      count = 0.0;
      for (const NodePool& pool : basis.inventory.pools) count += static_cast<double>(pool.count);
    }
    for (int year = 1; year <= basis.years; ++year)
      ledger.add({item, ledger.text([&] { return fmt::format("{:.0f} licences", count); }), "",
                  year, count * basis.exchange.cost(price_, basis.length_of(year).value(), draw),
                  CostKind::opex});
  }

 private:
  std::string per_;
  CostPrice price_;
};

}  // namespace

void register_cost_licence(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "licence",
       .summary = "Software that is licensed by the GPU, the node, or once.",
       .example = R"({"per": "gpu", "price": "4500 USD/y"})"},
      [](ObjectReader& reader) { return std::make_unique<Licence>(reader); });
}

}  // namespace gpuscape
