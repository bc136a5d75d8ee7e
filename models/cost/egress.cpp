/// Data that leaves a provider.
/// Leaves out: volumes that are free, prices by volume, transfers between zones.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Egress final : public CostItem {
 public:
  explicit Egress(ObjectReader& reader)
      : per_month_(
            reader.quantity<Bytes>("per_month", "Data transferred out in a month.", kPositive)),
        price_(need_cost_price(reader, "price", PaidFor::data, "Price of a GB.")) {}

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    constexpr Seconds kMonth{730.0 * 3600.0};  // a twelfth of 365 days
    for (int year = 1; year <= basis.years; ++year)
      ledger.add({item,
                  ledger.text([&] { return fmt::format("{} a month", human_text(per_month_)); }),
                  "", year,
                  basis.exchange.cost(
                      price_, per_month_.value() * (basis.used_length_of(year) / kMonth), draw),
                  CostKind::opex});
  }

 private:
  Bytes per_month_;
  CostPrice price_;
};

}  // namespace

void register_cost_egress(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "egress",
       .summary = "Data that leaves a provider.",
       .example = R"({"per_month": "20 TB", "price": "0.09 USD/GB"})"},
      [](ObjectReader& reader) { return std::make_unique<Egress>(reader); });
}

}  // namespace gpuscape
