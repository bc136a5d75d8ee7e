#pragma once
/// Two designs whose costs are compared, and the inputs that they share.

#include <array>
#include <functional>
#include <vector>

#include "sim/cost/compare_costs.hpp"

namespace gpuscape {

inline constexpr Seconds kCostMonth{730.0 * 3600.0};  // a twelfth of 365 days

/// An input with a range, of one design or under the same name of both.
struct SharedInput {
  CostInput input;
  std::array<CostInputId, 2> ids;  ///< none: that design does not have it
};

/// One input changed; none: everything as it is.
struct CostChange {
  const SharedInput* shared = nullptr;
  double value = 0.0;
  [[nodiscard]] CostDraw of(std::size_t design) const {
    if (shared == nullptr || shared->ids.at(design).is_none()) return {};
    return {shared->ids.at(design), value};
  }
};

/// What a design pays for nodes that it rents, and everything else.
struct CostSplit {
  double rent = 0.0;
  double others = 0.0;
};

class DesignPair {
 public:
  /// Both must outlive it. Totals are divided by `work`.
  DesignPair(const DesignCost& first, const DesignCost& second,
             const std::array<double, 2>& work = {1.0, 1.0});

  [[nodiscard]] const std::vector<SharedInput>& inputs() const { return inputs_; }

  [[nodiscard]] double total(std::size_t design, const CostDraw& draw) const;
  /// The second's total less the first's.
  [[nodiscard]] double difference(const CostChange& change) const;
  /// The same over another horizon.
  [[nodiscard]] double difference(const CostChange& change, Seconds horizon) const;
  [[nodiscard]] CostSplit split(std::size_t design, const CostChange& change) const;

  [[nodiscard]] double jobs_a_month(std::size_t design) const;
  /// What a design costs at so many jobs a month, each of them like those of the run: rent follows
  /// their number, everything else what is used.
  [[nodiscard]] double total_at(std::size_t design, double jobs, const CostChange& change) const;
  /// GPU time that jobs hold ÷ all.
  [[nodiscard]] double held_share(std::size_t design) const;

  /// Whether every pool has a price and is owned, or else rented.
  [[nodiscard]] bool all(std::size_t design, bool owned) const;
  [[nodiscard]] bool any_reserved(std::size_t design) const;

  struct NodeHours {
    double all = 0.0;
    double billed = 0.0;
  };
  [[nodiscard]] NodeHours node_hours(std::size_t design) const;

  /// A value with how far the ranges of inputs move it.
  [[nodiscard]] CostBand band(const std::function<double(const CostChange&)>& value_with) const;

 private:
  [[nodiscard]] CostSplit split(std::size_t design, const CostChange& change,
                                const Usage& usage) const;

  std::array<DesignCost, 2> designs_;
  std::array<double, 2> work_;
  std::vector<SharedInput> inputs_;
};

}  // namespace gpuscape
