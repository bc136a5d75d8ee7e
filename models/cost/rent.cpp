/// Nodes that are rented, billed for every hour of the horizon: nothing switches them off yet.
/// Leaves out: interruptions of spot nodes, minimum billing times, storage and egress.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Rent final : public CostItem {
 public:
  explicit Rent(ObjectReader& /*reader*/) {}

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    for (const NodePool& pool : basis.inventory.pools) {
      if (basis.is_owned(pool) || !pool.facts.price) continue;
      for (int year = 1; year <= basis.years; ++year) {
        const double node_time = static_cast<double>(pool.count) * basis.length_of(year).value();
        ledger.add({item, fmt::format("rent of {} {}", pool.count, pool.name), pool.name, year,
                    basis.exchange.cost(*pool.facts.price, node_time, draw), CostKind::opex});
      }
    }
  }
};

}  // namespace

void register_cost_rent(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "rent",
       .summary = "Nodes that are rented, at the prices of `pools` or of the catalogue.",
       .example = R"({})"},
      [](ObjectReader& reader) { return std::make_unique<Rent>(reader); });
}

}  // namespace gpuscape
