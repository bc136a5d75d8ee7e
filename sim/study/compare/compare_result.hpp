#pragma once
/// Several designs beside a baseline: what differs, how surely, and for whom.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cost/compare_costs.hpp"
#include "sim/study/compare/board_verdict.hpp"
#include "sim/study/compare/cost_verdict.hpp"
#include "sim/study/compare/guess_trial.hpp"
#include "sim/study/compare/unmapped_trial.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/study_outcome.hpp"

namespace gpuscape {

/// What the interval of a difference says.
enum class Verdict : std::uint8_t {
  better,
  worse,
  higher,               ///< of what is neither good nor bad
  lower,                ///< likewise
  negligible,           ///< there is one, but below 1 %, or 1 s
  no_difference_shown,  ///< the interval holds zero
  no_interval,          ///< one sample, or nothing to compare
};

struct Difference {
  Estimate baseline;
  Estimate variant;
  Estimate difference;  ///< variant − baseline
  /// Of skewed ones over paired replications: variant ÷ baseline, their geometric mean. Where it is
  /// there the verdict is its interval's.
  std::optional<Estimate> ratio = {};
  Verdict verdict = Verdict::no_interval;
  /// The interval holds zero, but all replications point one way: the verdict is the sign test's.
  bool by_sign_test = false;
  /// Of replications with other jobs on either side: false where their ranks do not tell the sides
  /// apart, and no difference is shown.
  bool ranks_agree = true;
};

struct MetricDifference : Difference {
  const Metric* metric = nullptr;  ///< never null in a result
};

struct SloDifference : Difference {
  std::string name;
  Goal goal = Goal::low;  ///< high where the objective is a lower limit
  bool met_at_baseline = false;
  bool met = false;
};

/// The jobs of one user, account or stream, and how many of them ended later or sooner than at the
/// baseline: by more than 10 % of their time from submission to end, and by more than a minute.
struct GroupChange {
  std::string name;
  std::int64_t jobs = 0;    ///< that ended at the baseline
  std::int64_t later = 0;   ///< of them; those that never ended in the variant count here
  std::int64_t sooner = 0;  ///< of them
  [[nodiscard]] double later_share() const {
    return static_cast<double>(later) / static_cast<double>(jobs);
  }
  [[nodiscard]] double sooner_share() const {
    return static_cast<double>(sooner) / static_cast<double>(jobs);
  }
  /// A twentieth of its jobs or more end later, and more than end sooner.
  [[nodiscard]] bool loses() const { return later_share() >= kNoticed && later > sooner; }
  [[nodiscard]] bool gains() const { return sooner_share() >= kNoticed && sooner > later; }

  static constexpr double kNoticed = 0.05;
};

/// Who loses and who gains by a variant, among groups of one kind.
struct LaterJobs {
  std::string kind;                 ///< what groups are: "account", "user" or "stream"
  std::vector<GroupChange> groups;  ///< all of them, those that lose most first
  std::size_t losing = 0;           ///< how many of the first ones lose
  /// Into `groups`: those that gain, the most first.
  std::vector<std::size_t> gaining = {};
};

/// One variant beside the baseline.
struct Comparison {
  std::size_t variant = 0;  ///< into CompareResult::variants
  bool paired = false;
  std::string pairing;  ///< "the same 1164 jobs", or why they are not paired
  std::vector<MetricDifference> metrics;
  std::vector<SloDifference> slo;
  /// Of replication 0: accounts where several are named, users where any is, else streams; none
  /// where jobs are not the same.
  std::vector<LaterJobs> later;
  std::optional<CostComparison> cost;  ///< where both designs have one over the same horizon
  std::optional<CostVerdict> cost_verdict = {};  ///< where any of the two has a cost
};

struct VariantResult {
  std::string name;
  StudyOutcome outcome;
  bool finished = true;  ///< false: stopped before there was anything to compare
};

struct CompareResult {
  std::vector<VariantResult> variants;  ///< the baseline first
  std::vector<Comparison> comparisons;  ///< of those that were finished
  bool partial = false;
  std::vector<std::string> left_out = {};    ///< names of designs with faults, which did not run
  std::optional<BoardVerdict> verdict = {};  ///< none where it was stopped before
  /// What other values of the catalogue's guesses would come to, where that was asked.
  std::vector<GuessTrial> guesses = {};
  /// What jobs without an application would make of it, where that was asked and there are any.
  std::optional<UnmappedAnswer> unmapped = {};
  std::vector<std::string> mixed_bases = {};  ///< as mixed_bases() says of all designs together
};

}  // namespace gpuscape
