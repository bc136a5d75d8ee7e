/// What money costs that is tied up in capital: interest on every capital line of the other items,
/// from the purchase on, on what is not yet written off. That is nodes and their installation,
/// switches and cables, management servers, racks, and what is bought again when its life ends.
/// Rent and everything else that is paid as time passes bears none. Leaves out: inflation; that a
/// residual value ties up more than is written off.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

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

  [[nodiscard]] bool is_on_capital() const override { return true; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    if (!rate_) return;
    const std::string what = ledger.text(
        [&] { return fmt::format("interest on {}", fmt::join(charged(ledger), ", ")); });
    const std::vector<CostLine> before = ledger.lines();
    for (int year = 1; year <= basis.years; ++year) {
      double owed = 0.0;  // times the part of the year for which it is
      for (const CostLine& line : before)
        if (bears(line)) owed += line.amount * owed_share(line, year, basis.horizon);
      ledger.add({item, what, "", year, owed * draw(*rate_), CostKind::opex});
    }
  }

  [[nodiscard]] std::vector<std::string> notes(const CostBasis& /*basis*/) const override {
    return {"interest is on every capital line, and on no other"};
  }

 private:
  static bool bears(const CostLine& line) {
    return line.kind == CostKind::capex && line.amount > 0.0;
  }

  /// What of it is not written off in that year, on average, times the part of the year that lies
  /// in its life.
  static double owed_share(const CostLine& line, int year, Seconds horizon) {
    constexpr Seconds kYear{365.0 * 86400.0};
    const Seconds until = line.until > Seconds(0.0) ? line.until : horizon;
    const Seconds begin = std::max(kYear * (year - 1.0), line.from);
    const Seconds end = std::min(kYear * static_cast<double>(year), until);
    if (!(end > begin)) return 0.0;
    const double written_off = ((begin + end) / 2.0 - line.from) / (until - line.from);
    return (1.0 - written_off) * ((end - begin) / kYear);
  }

  /// The items that have capital lines, each once.
  static std::vector<std::string> charged(const Ledger& ledger) {
    std::vector<std::string> items;
    for (const CostLine& line : ledger.lines())
      if (bears(line) && std::ranges::find(items, line.item) == items.end())
        items.push_back(line.item);
    return items;
  }

  std::optional<CostInput> rate_;
};

}  // namespace

void register_cost_interest(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "interest",
       .summary = "Interest on all capital, which is paid back in equal parts.",
       .example = R"({"rate": 0.05})"},
      [](ObjectReader& reader) { return std::make_unique<Interest>(reader); });
}

}  // namespace gpuscape
