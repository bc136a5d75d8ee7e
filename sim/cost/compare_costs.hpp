#pragma once
/// Two designs by what they cost: which one is cheaper, how sure that is, what turns it round, and
/// where owning and renting break even.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/cost/cost_model.hpp"

namespace gpuscape {

/// A design and how it is used.
struct DesignCost {
  const CostModel& model;
  const Usage& usage;
};

/// A value, and how far the ranges of the inputs move it: each input by itself to both ends, the
/// deviations to either side added as the root of their squares.
struct CostBand {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
};

/// An input and the value beyond which the other design is the cheaper one.
struct CostTurn {
  CostInput input;
  double value = 0.0;
  bool above = true;     ///< else below
  bool of_first = true;  ///< whether the first design has it
  bool of_second = true;
};

/// One design owns all its nodes, the other rents all of them.
struct OwnOrRent {
  bool first_owns = true;
  /// Share of the hours from the first job to the horizon for which the rented nodes are up: owning
  /// costs less above it. Over 1: never. None where nodes are reserved: they are paid for anyway.
  std::optional<CostBand> use = {};
  double use_now = 1.0;  ///< of the run, or 1 where every hour is billed
  /// Of a node-hour, in the report's currency: owning costs less above it.
  CostBand rent = {};
  double rent_now = 0.0;
  /// After which owning costs less; infinite: not within ten years. What is owned is sold then for
  /// its residual value.
  CostBand months = {};
  /// Jobs a month above which owning costs less: owned nodes cost much the same whatever they do,
  /// so that their cost per job falls with the number of jobs; of rented ones as many node-hours
  /// are paid for each job as in the run. Infinite: never. None where no job ended in the run.
  std::optional<CostBand> jobs = {};
  double jobs_now = 0.0;  ///< a month, of the owned design
  double jobs_full =
      0.0;  ///< a month, when jobs hold all GPUs that are owned; infinite: none is held
};

struct CostComparison {
  CostBand difference = {};          ///< the second's total less the first's
  std::vector<CostTurn> turns = {};  ///< within the range of the input, the widest swing first
  std::optional<OwnOrRent> own_or_rent = {};
};

/// None where currency or horizon are not the same: totals are not of one kind then. Inputs of one
/// name and range are one and the same for both.
std::optional<CostComparison> compare_costs(const DesignCost& first, const DesignCost& second);

/// The cost of one unit of what a design does.
struct CostRates {
  double first = 0.0;
  double second = 0.0;
  CostBand difference = {};
  std::vector<CostTurn> turns = {};
};

/// `work` is what each design does over its own horizon, above 0. None where currencies differ.
std::optional<CostRates> compare_rates(const DesignCost& first, const DesignCost& second,
                                       const std::array<double, 2>& work);

}  // namespace gpuscape
