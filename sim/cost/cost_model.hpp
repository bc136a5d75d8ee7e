#pragma once
/// The cost of a checked design: a pure function of its inventory, its use and its assumptions.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/cost/cost_item.hpp"

namespace gpuscape {

/// What a cost comes to, over the horizon; in the report's currency.
struct CostTotals {
  double capex = 0.0;
  double opex = 0.0;
  double total = 0.0;
  double useful_gpu_hours = 0.0;
  double held_gpu_hours = 0.0;
  double jobs = 0.0;
  /// NaN where there was no useful GPU-hour, or no job.
  [[nodiscard]] double per_useful_gpu_hour() const;
  [[nodiscard]] double per_job() const;
};

/// What one input decides: the total at its ends, everything else as it is.
struct CostSwing {
  CostInput input;
  double at_low = 0.0;
  double at_high = 0.0;
  [[nodiscard]] double width() const;
};

class CostModel {
 public:
  using Items = std::vector<std::pair<std::string, std::unique_ptr<CostItem>>>;
  /// Prices and powers of the inventory are those that count.
  CostModel(CostSpec spec, Inventory inventory, Items items);

  [[nodiscard]] Ledger ledger(const Usage& usage, const CostDraw& draw = {}) const;
  [[nodiscard]] CostTotals totals(const Usage& usage, const CostDraw& draw = {}) const;
  /// Of every input with a range that moves the total, the widest first.
  [[nodiscard]] std::vector<CostSwing> swings(const Usage& usage) const;
  /// What has no price, power or size and is therefore left out, one phrase each.
  [[nodiscard]] std::vector<std::string> missing() const;

  [[nodiscard]] const CostSpec& spec() const { return spec_; }
  [[nodiscard]] const Inventory& inventory() const { return inventory_; }
  [[nodiscard]] const CostInputs& inputs() const { return inputs_; }
  [[nodiscard]] const Items& items() const { return items_; }
  [[nodiscard]] const Exchange& exchange() const { return exchange_; }

 private:
  [[nodiscard]] CostBasis basis(const Usage& usage) const;

  CostSpec spec_;
  Inventory inventory_;
  Items items_;
  Exchange exchange_;
  CostInputs inputs_;
};

}  // namespace gpuscape
