/// People who run what is owned, in parts of a post.
/// Leaves out: users' own time, and staff for rented nodes.

#include <fmt/format.h>

#include <algorithm>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Staff final : public CostItem {
 public:
  explicit Staff(ObjectReader& reader)
      : price_(need_cost_price(reader, "price", PaidFor::time, "Price of one post.")),
        per_node_(read_cost_number(reader, "per_node", "Posts for each node that is owned.",
                                   Bounds{.least = 0.0, .most = 100.0})),
        at_least_(
            reader.number("at_least", 0.0, "Posts, however few nodes there are.", kNotNegative)) {}

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
    if (per_node_) per_node_->name = fmt::format("{} per node", item);
    if (per_node_) inputs.add(*per_node_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  [[nodiscard]] bool is_taxed() const override { return false; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    double nodes = 0.0;
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool)) nodes += static_cast<double>(pool.count);
    if (nodes == 0.0) return;
    const double posts = std::max(at_least_, per_node_ ? nodes * draw(*per_node_) : 0.0);
    for (int year = 1; year <= basis.years; ++year)
      ledger.add({item, ledger.text([&] { return fmt::format("{:.3g} posts", posts); }), "", year,
                  posts * basis.exchange.cost(price_, basis.length_of(year).value(), draw),
                  CostKind::opex});
  }

 private:
  CostPrice price_;
  std::optional<CostInput> per_node_;
  double at_least_;
};

}  // namespace

void register_cost_staff(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "staff",
       .summary = "People who run what is owned.",
       .example = R"({"price": "90 kEUR/y", "per_node": 0.017, "at_least": 1})"},
      [](ObjectReader& reader) { return std::make_unique<Staff>(reader); });
}

}  // namespace gpuscape
