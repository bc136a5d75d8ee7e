/// Electricity of what is owned. A node draws idle power and, with the share of its GPU time that
/// jobs hold, a part of the way to its maximum; switches draw what is typical of them.
/// Leaves out: tariffs by hour, power factor.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/node_power.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Energy final : public CostItem {
 public:
  explicit Energy(ObjectReader& reader)
      : price_(need_cost_price(reader, "price", PaidFor::energy, "Of electricity.")),
        pue_(read_cost_number(reader, "pue",
                              "Power of the building ÷ power of the machines; 1 without it.",
                              Bounds{.least = 1.0, .most = 5.0})),
        load_(read_cost_number(reader, "load",
                               "How far from idle to maximum power held GPUs bring a node; by "
                               "default 0.77, between 0.24 and 0.8.",
                               kShare)) {
    // 0.77 in training on an H100 node, 0.24 to 0.80 in offline inference: what the measured
    // powers of validation/published/9-cost.json come to between the catalogue's idle and maximum.
    if (!load_)
      load_ = CostInput{.name = "load",
                        .value = 0.77,
                        .low = 0.24,
                        .high = 0.8,
                        .source = "measured powers of H100 and A100 nodes",
                        .origin = CostOrigin::assumption};
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    load_->name = fmt::format("load of {}", item);
    inputs.add(price_);
    inputs.add(*load_);
    if (pue_) inputs.add(*pue_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    const double pue = pue_ ? draw(*pue_) : 1.0;
    // Machines draw idle power from the purchase on, and more from the first job on.
    const auto pay = [&](const std::string& what, const std::string& pool, double idle_watts,
                         double more_watts) {
      for (int year = 1; year <= basis.years; ++year) {
        const double joules = idle_watts * basis.length_of(year).value() +
                              more_watts * basis.used_length_of(year).value();
        ledger.add({item, what, pool, year, basis.exchange.cost(price_, pue * joules, draw),
                    CostKind::opex});
      }
    };
    for (std::size_t i = 0; i < basis.inventory.pools.size(); ++i) {
      const NodePool& pool = basis.inventory.pools[i];
      const PartFacts& facts = pool.facts;
      if (!basis.is_owned(pool) || !facts.power_max || !facts.power_idle) continue;
      const double idle = draw(*facts.power_idle);
      const double load = draw(*load_) * basis.usage.pools[i].held_share;
      pay(ledger.text([&] { return fmt::format("electricity of {}", pool.name); }), pool.name,
          static_cast<double>(pool.count) * idle,
          static_cast<double>(pool.count) * power_above_idle(idle, draw(*facts.power_max), load));
    }
    for (const PartCount& part : basis.inventory.parts)
      if (part.facts.power_max)
        pay(ledger.text([&] { return fmt::format("electricity of {} {}", part.count, part.type); }),
            "", static_cast<double>(part.count) * draw(*part.facts.power_max), 0.0);
  }

  [[nodiscard]] std::vector<std::string> missing(const CostBasis& basis) const override {
    std::vector<std::string> all;
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool) && !(pool.facts.power_max && pool.facts.power_idle))
        all.push_back(fmt::format("the power of {}", pool.name));
    return all;
  }

 private:
  CostPrice price_;
  std::optional<CostInput> pue_;
  std::optional<CostInput> load_;
};

}  // namespace

void register_cost_energy(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "energy",
       .summary = "Electricity of what is owned, by how far jobs use it.",
       .example = R"({"price": "0.15 EUR/kWh", "pue": 1.4})"},
      [](ObjectReader& reader) { return std::make_unique<Energy>(reader); });
}

}  // namespace gpuscape
