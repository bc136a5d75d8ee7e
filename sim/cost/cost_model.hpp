#pragma once
/// The cost of a checked design: a pure function of its inventory, its use and its assumptions.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/cost_totals.hpp"

namespace gpuscape {

/// What one input decides: the total at its ends, everything else as it is.
struct CostSwing {
  CostInput input;
  double at_low = 0.0;
  double at_high = 0.0;
  [[nodiscard]] double width() const;
};

/// How far the total follows an input: 0.5 where twice the input makes half as much again.
struct CostWeight {
  CostInput input;
  double share = 0.0;
};

class CostModel {
 public:
  using Items = std::vector<std::pair<std::string, std::unique_ptr<CostItem>>>;
  /// Prices and powers of the inventory are those that count.
  CostModel(CostSpec spec, Inventory inventory, Items items);

  [[nodiscard]] Ledger ledger(const Usage& usage, const CostDraw& draw = {}) const;
  /// The same without words, for totals: several times as fast.
  [[nodiscard]] Ledger amounts(const Usage& usage, const CostDraw& draw = {}) const;
  [[nodiscard]] CostTotals totals(const Usage& usage, const CostDraw& draw = {}) const;
  /// On a line, at the scenario's rate; 0 without one, for items that bear none, and for what is
  /// paid back.
  [[nodiscard]] double tax_on(const CostLine& line) const;
  /// What the items draw when nothing is used: whether there is any, and whether its carbon
  /// intensity is known.
  [[nodiscard]] Electricity electricity_unused() const;
  /// What machines draw; nothing where no item pays for it.
  [[nodiscard]] std::optional<PowerDraw> power_draw() const;
  /// Of every input with a range that moves the total, the widest first.
  [[nodiscard]] std::vector<CostSwing> swings(const Usage& usage) const;
  /// Inputs without a range that make up at least a twentieth of the total, the heaviest first:
  /// they are taken as certain.
  [[nodiscard]] std::vector<CostWeight> certain(const Usage& usage) const;
  /// What has no price, power or size and is therefore left out of the total; sorted.
  [[nodiscard]] std::vector<Uncounted> not_counted() const;
  /// The same, one phrase each.
  [[nodiscard]] std::vector<std::string> missing() const;

  /// Prices of the design that are 18 months or more older than `prices_as_of`, or, without it,
  /// than the newest price of the design.
  [[nodiscard]] std::vector<CostInput> old_prices() const;
  /// By the item's name, why the design cannot be built as that item has it.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> misfits() const;
  /// Something that whoever reads the cost has to know.
  void note(std::string text) { notes_.push_back(std::move(text)); }
  /// The items' notes, and those that were added.
  [[nodiscard]] std::vector<std::string> notes() const;

  [[nodiscard]] const CostSpec& spec() const { return spec_; }
  [[nodiscard]] const Inventory& inventory() const { return inventory_; }
  [[nodiscard]] const CostInputs& inputs() const { return inputs_; }
  [[nodiscard]] const Items& items() const { return items_; }
  [[nodiscard]] const Exchange& exchange() const { return exchange_; }

 private:
  [[nodiscard]] CostBasis basis(const Usage& usage, const CostDraw& draw) const;
  [[nodiscard]] Usage unused() const;
  [[nodiscard]] Electricity electricity(const CostBasis& basis, const CostDraw& draw) const;
  void add_lines(const Usage& usage, const CostDraw& draw, Ledger& ledger) const;

  CostSpec spec_;
  Inventory inventory_;
  Items items_;
  Exchange exchange_;
  CostInputs inputs_;
  std::vector<std::string> notes_;
};

}  // namespace gpuscape
