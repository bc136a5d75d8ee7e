/// Electricity of what is owned. A node draws idle power and, with the share of its GPU time that
/// jobs hold, a part of the way to its maximum; one without GPUs, with the share of its core time.
/// Switches and cables draw what is typical of them. Leaves out: cores that are busy beside GPUs,
/// tariffs and carbon intensity by the hour, power factor, what making machines emits.

#include <fmt/format.h>

#include <algorithm>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/node_power.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Energy final : public CostItem {
 public:
  explicit Energy(ObjectReader& reader)
      : price_(need_cost_price(reader, "price", PaidFor::energy, "Price of electricity.")),
        carbon_(reader.optional_quantity<GramsPerKwh>(
            "carbon", "Greenhouse gas of the electricity, in CO2 equivalent; the region's average.",
            kNotNegative)),
        pue_(read_cost_number(reader, "pue",
                              "Power of the building ÷ power of the machines; 1 without it.",
                              Bounds{.least = 1.0, .most = 5.0})),
        load_(read_cost_number(reader, "load",
                               "How far from idle to maximum power held GPUs bring a node; by "
                               "default 0.77, between 0.24 and 0.8.",
                               kShare)),
        core_load_(read_cost_number(reader, "core_load",
                                    "How far held cores bring a node without GPUs; all the way "
                                    "without it.",
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
    if (core_load_) core_load_->name = fmt::format("core load of {}", item);
    if (core_load_) inputs.add(*core_load_);
    if (pue_) inputs.add(*pue_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for_each_load(basis, draw, [&](const NodePool* pool, const PartCount* part, const Load& load) {
      const std::string what = ledger.text([&] {
        return pool != nullptr ? fmt::format("electricity of {}", pool->name)
                               : fmt::format("electricity of {}",
                                             part->type.empty()
                                                 ? part->name()
                                                 : fmt::format("{} {}", part->count, part->type));
      });
      for (int year = 1; year <= basis.years; ++year)
        ledger.add({item, what, pool != nullptr ? pool->name : "", year,
                    basis.exchange.cost(price_, joules(load, basis, draw, year), draw),
                    CostKind::opex});
    });
  }

  [[nodiscard]] Electricity electricity(const CostBasis& basis,
                                        const CostDraw& draw) const override {
    double all = 0.0;
    for_each_load(basis, draw, [&](const NodePool*, const PartCount*, const Load& load) {
      for (int year = 1; year <= basis.years; ++year) all += joules(load, basis, draw, year);
    });
    const double kwh = all / kKwh;
    // What rented machines draw is not known, and it is not nothing.
    const bool known =
        carbon_ && std::ranges::all_of(basis.inventory.pools,
                                       [&](const NodePool& pool) { return basis.is_owned(pool); });
    return {.kwh = kwh,
            .carbon_kg = known ? std::optional(kwh * carbon_->value() / 1e3) : std::nullopt};
  }

  [[nodiscard]] std::optional<PowerDraw> power_draw(const CostBasis& basis) const override {
    PowerDraw all{.pools = {}, .parts = 0.0, .building = pue_ ? pue_->value : 1.0};
    for (const NodePool& pool : basis.inventory.pools)
      all.pools.push_back(is_drawn(basis, pool) ? std::optional(node_of(pool, pool.gpus == 0, {}))
                                                : std::nullopt);
    for (const PartCount& part : basis.inventory.parts)
      if (part.facts.power_max)
        all.parts += static_cast<double>(part.count) * part.facts.power_max->value;
    all.complete = missing(basis).empty();
    return all;
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    std::vector<Uncounted> all = lacking_power(basis);
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool) && pool.facts.power_max && !pool.facts.power_idle)
        all.push_back({pool.name, Uncounted::Lacks::power});
    return all;
  }

 private:
  /// Machines draw idle power from the purchase on, and more from the first job on.
  struct Load {
    double idle_watts = 0.0;
    double more_watts = 0.0;
  };
  static constexpr double kKwh = 3.6e6;  // J

  static bool is_drawn(const CostBasis& basis, const NodePool& pool) {
    return basis.is_owned(pool) && pool.facts.power_max && pool.facts.power_idle;
  }

  /// GPUs at the load draw no more than their limit.
  [[nodiscard]] PowerDraw::Node node_of(const NodePool& pool, bool by_cores,
                                        const CostDraw& draw) const {
    const double idle = draw(*pool.facts.power_idle);
    double most = draw(*pool.facts.power_max);
    const double load = by_cores ? (core_load_ ? draw(*core_load_) : 1.0) : draw(*load_);
    const std::optional<LimitedBoards>& limited = pool.facts.limited;
    if (!limited) return {.idle = idle, .held = power_above_idle(idle, most, load)};
    most += limited->saving(1.0);
    return {.idle = idle, .held = power_above_idle(idle, most, load) - limited->saving(load)};
  }

  /// Hands either a pool of nodes or a part of a network to `visit`, and null for the other.
  template <class Visit>
  void for_each_load(const CostBasis& basis, const CostDraw& draw, const Visit& visit) const {
    for (std::size_t i = 0; i < basis.inventory.pools.size(); ++i) {
      const NodePool& pool = basis.inventory.pools[i];
      if (!is_drawn(basis, pool)) continue;
      const auto count = static_cast<double>(pool.count);
      const PoolUsage& used = basis.usage.pools[i];
      const bool by_cores = pool.gpus == 0 && used.held_share == 0.0;
      const PowerDraw::Node node = node_of(pool, by_cores, draw);
      const double share = by_cores ? used.core_share : used.held_share;
      visit(&pool, nullptr, Load{count * node.idle, count * node.held * share});
    }
    for (const PartCount& part : basis.inventory.parts)
      if (part.facts.power_max)
        visit(nullptr, &part,
              Load{static_cast<double>(part.count) * draw(*part.facts.power_max), 0.0});
  }

  [[nodiscard]] double joules(const Load& load, const CostBasis& basis, const CostDraw& draw,
                              int year) const {
    return (pue_ ? draw(*pue_) : 1.0) * (load.idle_watts * basis.length_of(year).value() +
                                         load.more_watts * basis.used_length_of(year).value());
  }

  CostPrice price_;
  std::optional<GramsPerKwh> carbon_;
  std::optional<CostInput> pue_;
  std::optional<CostInput> load_;
  std::optional<CostInput> core_load_;
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
