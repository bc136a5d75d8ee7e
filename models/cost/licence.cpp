/// Software that is licensed by the GPU, virtual or not, by the node, by the drive, or once for
/// all; also for some groups of nodes only, such as those whose GPUs are used remotely. Leaves out:
/// terms, tiers, and floating licences.

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Licence final : public CostItem {
 public:
  explicit Licence(ObjectReader& reader)
      : per_(reader.one_of("per", {"gpu", "node", "drive", "design"}, "gpu",
                           "What one licence is for.")),
        each_(
            reader.number("each", 1.0,
                          "Licences for each of them: 4 where every GPU is shared by four virtual "
                          "ones that are licensed.",
                          kPositive)),
        price_(need_cost_price(reader, "price", PaidFor::time, "Price of one licence.")) {
    for (const auto& [name, pointer] : reader.values(
             "pools", FieldType::texts, "Groups of nodes that it is for; without it, all."))
      pools_.push_back(name->text());
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    double count = per_ == "design" ? 1.0 : 0.0;
    for (const NodePool& pool : basis.inventory.pools)
      if (is_for(pool)) count += static_cast<double>(pool.count * in_node(pool));
    count *= each_;
    for (int year = 1; year <= basis.years; ++year)
      ledger.add({item, ledger.text([&] { return fmt::format("{:g} licences", count); }), "", year,
                  count * basis.exchange.cost(price_, basis.length_of(year).value(), draw),
                  CostKind::opex});
  }

  [[nodiscard]] std::vector<Uncounted> missing(const CostBasis& basis) const override {
    std::vector<Uncounted> all;
    for (const NodePool& pool : basis.inventory.pools)
      if (per_ == "drive" && is_for(pool) && !pool.drives)
        all.push_back({pool.name, Uncounted::Lacks::drives});
    return all;
  }

  [[nodiscard]] std::vector<std::string> misfits(const CostBasis& basis) const override {
    std::vector<std::string> all;
    for (const std::string& name : pools_)
      if (std::ranges::find(basis.inventory.pools, name, &NodePool::name) ==
          basis.inventory.pools.end())
        all.push_back(fmt::format("no group of nodes is called \"{}\"", excerpt(name)));
    return all;
  }

 private:
  [[nodiscard]] bool is_for(const NodePool& pool) const {
    return pools_.empty() || std::ranges::find(pools_, pool.name) != pools_.end();
  }
  [[nodiscard]] std::int64_t in_node(const NodePool& pool) const {
    if (per_ == "gpu") return pool.gpus;
    if (per_ == "drive") return pool.drives.value_or(0);
    return per_ == "node" ? 1 : 0;
  }

  std::string per_;
  double each_;
  CostPrice price_;
  std::vector<std::string> pools_;
};

}  // namespace

void register_cost_licence(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "licence",
       .summary = "Software that is licensed by the GPU, the node, the drive, or once.",
       .example = R"({"per": "gpu", "price": "4500 USD/y"})"},
      [](ObjectReader& reader) { return std::make_unique<Licence>(reader); });
}

}  // namespace gpuscape
