#pragma once
/// Which of two designs to pay for: first whether either does what is asked, then what its work
/// costs; or why nothing is said.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/cost/compare_costs.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// By what a verdict is given.
enum class CheaperBy : std::uint8_t {
  nothing,          ///< there is none
  doing_the_work,   ///< one of the two does not do what is asked
  total,            ///< both do the same work
  useful_gpu_hour,  ///< they do not, on GPUs of the same kind
  job               ///< the same jobs on other GPUs, for another time
};

enum class Cheaper : std::uint8_t { neither, baseline, variant };

/// What keeps a design from a verdict.
struct CostObstacles {
  /// What is left out of its cost: "the price of gpu".
  std::vector<std::string> not_counted = {};
  /// What it does not do: "misses the objective wait", "is overloaded".
  std::vector<std::string> shortfalls = {};
  [[nodiscard]] bool any() const { return !not_counted.empty() || !shortfalls.empty(); }
};

struct CostVerdict {
  CheaperBy by = CheaperBy::nothing;
  Cheaper cheaper = Cheaper::neither;
  CostObstacles baseline = {};
  CostObstacles variant = {};
  /// Where there is no verdict for another reason: "the baseline has no cost section".
  std::string why_none = {};
  std::optional<CostRates> rates = {};  ///< of a useful GPU-hour or a job
  [[nodiscard]] bool any_not_counted() const {
    return !baseline.not_counted.empty() || !variant.not_counted.empty();
  }
  [[nodiscard]] bool any_obstacle() const { return baseline.any() || variant.any(); }
};

/// In which respects a design does not do what is asked of it; empty where it does.
[[nodiscard]] std::vector<std::string> shortfalls(const StudyResult& study);

/// None where neither design has a cost. `compared` is that of compare_costs, if there is any.
[[nodiscard]] std::optional<CostVerdict> cost_verdict(
    const StudyResult& baseline, const StudyResult& variant, bool same_jobs,
    const std::optional<CostComparison>& compared);

/// Whether something is left out of the cost of a run.
[[nodiscard]] bool has_part_not_counted(const RunResult& run);

}  // namespace gpuscape
