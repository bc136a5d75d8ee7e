/// A place in somebody's data centre, by the power that is reserved: the maximum of all that is
/// owned. Electricity is an item of its own.
/// Leaves out: commitments, setup fees.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Colocation final : public CostItem {
 public:
  explicit Colocation(ObjectReader& reader)
      : price_(need_cost_price(reader, "price", PaidFor::power_time,
                               "Price of a kW of reserved power for a month.")) {}

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    double watts = 0.0;
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool) && pool.facts.power_max)
        watts += static_cast<double>(pool.count) * draw(*pool.facts.power_max);
    for (const PartCount& part : basis.inventory.parts)
      if (part.facts.power_max)
        watts += static_cast<double>(part.count) * draw(*part.facts.power_max);
    for (int year = 1; year <= basis.years; ++year)
      ledger.add(
          {item, ledger.text([&] { return fmt::format("{} reserved", human_text(Watts(watts))); }),
           "", year, basis.exchange.cost(price_, watts * basis.length_of(year).value(), draw),
           CostKind::opex});
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    return lacking_power(basis);
  }

 private:
  CostPrice price_;
};

}  // namespace

void register_cost_colocation(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "colocation",
       .summary = "A place for what is owned, by its maximum power.",
       .example = R"({"price": "150 EUR/kW/month"})"},
      [](ObjectReader& reader) { return std::make_unique<Colocation>(reader); });
}

}  // namespace gpuscape
