#pragma once
/// What a comparison of any number of designs comes to: which one to take, by what, and what keeps
/// others from it; or why there is no answer.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/stop_check.hpp"
#include "sim/cost/compare_costs.hpp"
#include "sim/study/compare/cost_verdict.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

struct CompareResult;
struct Comparison;

/// In what a design differs from the baseline, costs aside.
struct DesignTally {
  std::size_t design = 0;  ///< into CompareResult::variants
  std::vector<const Metric*> better = {};
  std::vector<const Metric*> worse = {};
};

/// A design that does not do what is asked, and in which respects.
struct ShortDesign {
  std::size_t design = 0;
  std::vector<std::string> shortfalls = {};
};

struct BoardVerdict {
  enum class By : std::uint8_t {
    nothing,         ///< there is none
    doing_the_work,  ///< it alone does what is asked
    cost,            ///< it costs least of those that do
    metrics          ///< it is better in some metrics and worse in none; no design has a cost
  };
  By by = By::nothing;
  std::optional<std::size_t> winner = {};
  /// The one that comes closest to it, by cost; and how they compare, that one as the baseline.
  std::optional<std::size_t> runner_up = {};
  std::optional<CostComparison> cost = {};
  std::optional<CostVerdict> cost_verdict = {};
  /// Within the ranges of its inputs the runner-up may cost less.
  bool ranges_decide = false;
  std::string why_none = {};
  std::vector<ShortDesign> short_of_work = {};
  std::vector<DesignTally> tallies = {};  ///< of the designs that do what is asked, baseline aside
  bool baseline_works = true;
  bool any_cost = false;
  bool any_objective = false;
};

/// By cost where all designs that do what is asked have one, by metrics where no design has. Throws
/// Interrupted.
[[nodiscard]] BoardVerdict board_verdict(const CompareResult& result, const StopCheck& stop = {});

/// Better and worse of one comparison, costs aside.
[[nodiscard]] DesignTally tally_of(const Comparison& comparison);

}  // namespace gpuscape
