/// What each repair costs: parts and hands, at the rate at which nodes fail in the run. Leaves out:
/// warranties and rented nodes, whose repairs others pay; spares on the shelf (nodes that stand by
/// are nodes).

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Repairs final : public CostItem {
 public:
  explicit Repairs(ObjectReader& reader)
      : price_(need_cost_price(reader, "price", PaidFor::once, "Price of one repair.")) {}

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (int year = 1; year <= basis.years; ++year) {
      const double count = basis.usage.failures_per_second * basis.used_length_of(year).value();
      ledger.add({item, ledger.text([&] { return fmt::format("{:.0f} repairs", count); }), "", year,
                  basis.exchange.cost(price_, count, draw), CostKind::opex});
    }
  }

 private:
  CostPrice price_;
};

}  // namespace

void register_cost_repairs(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "repairs",
       .summary = "Repairs of what fails in the run (`cluster/failures`), each at one price.",
       .example = R"({"price": "900 USD"})"},
      [](ObjectReader& reader) { return std::make_unique<Repairs>(reader); });
}

}  // namespace gpuscape
