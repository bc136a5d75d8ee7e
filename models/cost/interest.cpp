/// What money costs that is tied up in purchases: interest on what is not yet paid back, in equal
/// parts over the horizon. It is taken on the purchases before the first job.
/// Leaves out: inflation.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Interest final : public CostItem {
 public:
  explicit Interest(ObjectReader& reader)
      : rate_(read_cost_number(reader, "rate", "A year.", kShare)) {
    if (!rate_ && !reader.describing() && !reader.has("rate"))
      reader.issue("", R"("rate" is missing)", R"(for example "rate": 0.05)");
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    if (!rate_) return;
    rate_->name = fmt::format("rate of {}", item);
    inputs.add(*rate_);
  }

  [[nodiscard]] bool is_taxed() const override { return false; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    double owed = 0.0;  // what is bought before the first job
    for (const NodePool& pool : basis.inventory.pools)
      if (basis.is_owned(pool) && pool.facts.price)
        owed += basis.exchange.cost(*pool.facts.price, static_cast<double>(pool.count), draw);
    for (const PartCount& part : basis.inventory.parts)
      if (part.facts.price)
        owed += basis.exchange.cost(*part.facts.price, static_cast<double>(part.count), draw);
    double before = 0.0;  // share of the horizon that lies before the year
    for (int year = 1; year <= basis.years; ++year) {
      const double share = basis.length_of(year) / basis.horizon;
      const double left = 1.0 - before - share / 2.0;
      ledger.add({item, "interest", "", year,
                  rate_ ? owed * left * draw(*rate_) * (basis.length_of(year) / kYear) : 0.0,
                  CostKind::opex});
      before += share;
    }
  }

 private:
  static constexpr Seconds kYear{365.0 * 86400.0};
  std::optional<CostInput> rate_;
};

}  // namespace

void register_cost_interest(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "interest",
       .summary = "Interest on purchases, paid back in equal parts.",
       .example = R"({"rate": 0.05})"},
      [](ObjectReader& reader) { return std::make_unique<Interest>(reader); });
}

}  // namespace gpuscape
