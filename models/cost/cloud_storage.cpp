/// Data that is kept at a provider, by its size.
/// Leaves out: requests, classes of storage, growth.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class CloudStorage final : public CostItem {
 public:
  explicit CloudStorage(ObjectReader& reader)
      : size_(reader.quantity<Bytes>("size", "Average amount of data that is stored.", kPositive)),
        price_(need_cost_price(reader, "price", PaidFor::data_time, "Price of a GB for a month.")) {
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (int year = 1; year <= basis.years; ++year)
      ledger.add(
          {item, ledger.text([&] { return fmt::format("{} kept", human_text(size_)); }), "", year,
           basis.exchange.cost(price_, size_.value() * basis.used_length_of(year).value(), draw),
           CostKind::opex});
  }

 private:
  Bytes size_;
  CostPrice price_;
};

}  // namespace

void register_cost_cloud_storage(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "cloud-storage",
       .summary = "Data that is kept at a provider, by its size.",
       .example = R"({"size": "200 TB", "price": "0.023 USD/GB/month"})"},
      [](ObjectReader& reader) { return std::make_unique<CloudStorage>(reader); });
}

}  // namespace gpuscape
