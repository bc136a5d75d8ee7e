/// Nodes: bought before the first job, and again when their life ends; or rented, and billed for
/// every hour from the first job to the end of the horizon, or for the time in which they hold
/// jobs. Leaves out: discounts for many; of rented ones interruptions, and the time in which
/// they start.

#include <fmt/format.h>

#include <algorithm>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Nodes final : public CostItem {
 public:
  explicit Nodes(ObjectReader& reader)
      : installation_(read_cost_number(
            reader, "installation", "Freight and installation, as a share of the price.", kShare)),
        residual_(read_cost_number(reader, "residual",
                                   "What is paid for them at the end, as a share of the price.",
                                   kShare)),
        life_(reader.optional_quantity<Seconds>(
            "life", "Service life, after which nodes are bought again; where absent, the horizon.",
            Bounds{.least = 30.0 * 86400.0})) {}

  void add_inputs(CostInputs& inputs, const std::string& /*item*/) override {
    if (installation_) inputs.add(*installation_);
    if (residual_) inputs.add(*residual_);
  }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (std::size_t i = 0; i < basis.inventory.pools.size(); ++i) {
      const NodePool& pool = basis.inventory.pools[i];
      if (!pool.facts.price) continue;
      if (!basis.is_owned(pool)) {
        add_rent(item, pool, basis.usage.pools[i], basis, draw, ledger);
        continue;
      }
      const double paid =
          basis.exchange.cost(*pool.facts.price, static_cast<double>(pool.count), draw);
      const Seconds life = life_.value_or(basis.horizon);
      const auto line = [&](const char* of, int year, double amount, int batch) {
        ledger.add({item,
                    ledger.text([&] { return fmt::format("{}{} {}", of, pool.count, pool.name); }),
                    pool.name, year, amount, CostKind::capex, life * batch,
                    std::min(life * (batch + 1.0), basis.horizon)});
      };
      for (int bought = 0; life * bought < basis.horizon; ++bought) {
        const int year = bought == 0 ? 0 : basis.year_of(life * bought);
        line("", year, paid, bought);
        if (installation_) line("installation of ", year, paid * draw(*installation_), bought);
        if (residual_) {
          const Seconds end = std::min(life * (bought + 1.0), basis.horizon);
          line("residual value of ", basis.year_of(end), -paid * draw(*residual_), bought);
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::string> missing(const CostBasis& basis) const override {
    std::vector<std::string> all;
    for (const NodePool& pool : basis.inventory.pools)
      if (!pool.facts.price) all.push_back(fmt::format("the price of {}", pool.name));
    return all;
  }

 private:
  static void add_rent(const std::string& item, const NodePool& pool, const PoolUsage& used,
                       const CostBasis& basis, const CostDraw& draw, Ledger& ledger) {
    const CostPoolSpec* said = basis.said_of(pool);
    const double up = said != nullptr && said->billed_in_use ? used.up_share : 1.0;
    for (int year = 1; year <= basis.years; ++year) {
      const double node_time =
          up * static_cast<double>(pool.count) * basis.used_length_of(year).value();
      ledger.add({item,
                  ledger.text([&] { return fmt::format("rent of {} {}", pool.count, pool.name); }),
                  pool.name, year, basis.exchange.cost(*pool.facts.price, node_time, draw),
                  CostKind::opex});
    }
  }

  std::optional<CostInput> installation_;
  std::optional<CostInput> residual_;
  std::optional<Seconds> life_;
};

}  // namespace

void register_cost_nodes(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "nodes",
       .summary = "Nodes, bought or rented at the prices of `pools` or of the catalogue.",
       .example = R"({"installation": 0.05, "residual": 0.1})"},
      [](ObjectReader& reader) { return std::make_unique<Nodes>(reader); });
}

}  // namespace gpuscape
