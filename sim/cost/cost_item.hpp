#pragma once
/// Something that is paid for: models/cost has one file for each.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cost/cost_inputs.hpp"
#include "sim/cost/inventory.hpp"
#include "sim/cost/ledger.hpp"
#include "sim/cost/usage.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/scenario/cost_spec.hpp"

namespace gpuscape {

/// What the lines of an item are taken from.
struct CostBasis {
  const Inventory& inventory;
  const Usage& usage;
  const CostSpec& spec;
  const Exchange& exchange;
  Seconds horizon{0.0};  ///< from the purchase on
  int years = 5;         ///< of the horizon, the last one perhaps in part

  /// What part of that year lies in the horizon; years count from 1 and begin with the purchase.
  [[nodiscard]] Seconds length_of(int year) const;
  /// Where that year ends, or the horizon in it; counted from the purchase.
  [[nodiscard]] Seconds end_of(int year) const;
  /// That part of it in which jobs run: what lies after the build phase.
  [[nodiscard]] Seconds used_length_of(int year) const;
  /// The year in which a date lies that is counted from the purchase; a whole number of
  /// years belongs to the year that ends then.
  [[nodiscard]] int year_of(Seconds date) const;
  /// What the scenario says of a pool; null where it says nothing.
  [[nodiscard]] const CostPoolSpec* said_of(const NodePool& pool) const {
    return spec.pool(pool.name);
  }
  [[nodiscard]] bool is_owned(const NodePool& pool) const {
    const CostPoolSpec* said = said_of(pool);
    return said == nullptr || said->acquire == Acquire::owned;
  }
};

/// Of what is owned, and draws power.
[[nodiscard]] std::vector<Uncounted> lacking_power(const CostBasis& basis);

/// What an item draws over the horizon, with the building's share.
struct Electricity {
  double kwh = 0.0;
  std::optional<double> carbon_kg = {};  ///< CO2 equivalent; none where it is not known
};

/// W of the IT, without the building's share.
struct PowerDraw {
  /// Of one node: idle, and what comes on top while jobs hold all of it.
  struct Node {
    double idle = 0.0;
    double held = 0.0;
  };
  std::vector<std::optional<Node>> pools;  ///< as the inventory's; none where it is not known
  double parts = 0.0;                      ///< of switches and cables together
  double building = 1.0;                   ///< of all machines' power, what the hall draws
  bool complete = true;                    ///< all that is owned has a known power
};

/// Contract: lines are a pure function of basis and draw. Where something has no price there is no
/// line, never one of zero; what is missing is named instead. An item that is paid as time passes
/// has a line a year.
class CostItem {
 public:
  static constexpr ModelPlace kPlace{.section = "cost",
                                     .key = "items",
                                     .doc =
                                         "What is paid for, by names of your own; `nodes` and "
                                         "`network` are added where none is of that type.",
                                     .by_name = true};
  virtual ~CostItem() = default;
  /// Registers the item's own inputs; called once, before `add_lines`.
  virtual void add_inputs(CostInputs& /*inputs*/, const std::string& /*item*/) {}
  /// Its own prices, so that their currencies can be checked.
  [[nodiscard]] virtual std::vector<const CostPrice*> prices() const { return {}; }
  virtual void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                         Ledger& ledger) const = 0;
  [[nodiscard]] virtual Electricity electricity(const CostBasis& /*basis*/,
                                                const CostDraw& /*draw*/) const {
    return {};
  }
  /// What machines draw, of an item that pays for it; for ranges the values.
  [[nodiscard]] virtual std::optional<PowerDraw> power_draw(const CostBasis& /*basis*/) const {
    return {};
  }
  /// Whether it is charged on the capital lines of the other items: the ledger has them then.
  [[nodiscard]] virtual bool is_on_capital() const { return false; }
  /// Whether value-added or sales tax is paid on it.
  [[nodiscard]] virtual bool is_taxed() const { return true; }
  /// What it cannot take into account for want of a price, a power or a size.
  [[nodiscard]] virtual std::vector<Uncounted> missing(const CostBasis& /*basis*/) const {
    return {};
  }
  /// Why the design cannot be built as the item has it; each is a fault of the scenario.
  [[nodiscard]] virtual std::vector<std::string> misfits(const CostBasis& /*basis*/) const {
    return {};
  }
  /// What it tells beside its lines: "3 racks, 40 kW at most".
  [[nodiscard]] virtual std::vector<std::string> notes(const CostBasis& /*basis*/) const {
    return {};
  }
};

}  // namespace gpuscape
