/// Support contracts, as a share of what nodes and networks cost when they are bought.
/// Leaves out: a first year that is included in the price.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Support final : public CostItem {
 public:
  explicit Support(ObjectReader& reader)
      : nodes_(read_cost_number(
            reader, "nodes", "Annual cost of support as a share of the price of nodes.", kShare)),
        networks_(read_cost_number(
            reader, "networks",
            "Annual cost of support as a share of the price of switches and cables.", kShare)) {
    if (!nodes_ && !networks_ && !reader.describing())
      reader.issue("", R"("nodes" or "networks" is missing)", R"(for example "nodes": 0.12)");
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    if (nodes_) nodes_->name = fmt::format("{} of nodes", item);
    if (networks_) networks_->name = fmt::format("{} of networks", item);
    if (nodes_) inputs.add(*nodes_);
    if (networks_) inputs.add(*networks_);
  }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    const auto pay = [&](const std::string& what, const std::string& pool, double a_year) {
      for (int year = 1; year <= basis.years; ++year)
        ledger.add(
            {item, what, pool, year, a_year * (basis.length_of(year) / kYear), CostKind::opex});
    };
    for (const NodePool& pool : basis.inventory.pools)
      if (nodes_ && basis.is_owned(pool) && pool.facts.price)
        pay(ledger.text([&] { return fmt::format("support of {}", pool.name); }), pool.name,
            draw(*nodes_) *
                basis.exchange.cost(*pool.facts.price, static_cast<double>(pool.count), draw));
    double networks = 0.0;
    for (const PartCount& part : basis.inventory.parts)
      if (networks_ && part.facts.price)
        networks += draw(*networks_) *
                    basis.exchange.cost(*part.facts.price, static_cast<double>(part.count), draw);
    pay("support of networks", "", networks);
  }

 private:
  static constexpr Seconds kYear{365.0 * 86400.0};
  std::optional<CostInput> nodes_;
  std::optional<CostInput> networks_;
};

}  // namespace

void register_cost_support(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "support",
       .summary = "Support contracts, as shares of the price.",
       .example = R"({"nodes": 0.12})"},
      [](ObjectReader& reader) { return std::make_unique<Support>(reader); });
}

}  // namespace gpuscape
