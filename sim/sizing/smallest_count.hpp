#pragma once
/// The smallest count of something with which a design meets its objectives, by running it.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/session/open_scenario.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

struct SizeOptions {
  std::vector<std::string> variants = {};  ///< of the file; empty: the scenario and all of them
  std::vector<std::string> sets = {};      ///< --set, for each of them
  std::optional<std::uint64_t> seed = {};
  /// A JSON pointer to a whole number above 0; empty: the count of the only nodes with GPUs.
  std::string of = {};
  std::vector<std::string> meets = {};  ///< objectives by name; empty: all of them
  std::int64_t least = 1;
  std::int64_t most = 0;  ///< 0: 64 times what the design has
  unsigned threads = 0;   ///< 0: one per processor. Never changes the answer.
  std::stop_token stop = {};
  /// Before each run: the design, and the count that it is run with.
  std::function<void(const std::string& design, std::int64_t count)> begins = nullptr;
};

/// A design run with one count.
struct SizeTrial {
  std::int64_t count = 0;
  std::string fault = {};  ///< why it cannot have it; empty: it was run
  bool meets = false;
  bool certain = true;  ///< no interval of an objective holds its limit
  std::vector<SloVerdict> slo = {};
  /// What is in the way besides objectives: "2 jobs never fit", "is overloaded".
  std::vector<std::string> besides = {};
  std::int64_t gpus = 0;
  std::optional<double> cost = {};  ///< over the horizon; none: the design has no cost
  bool is_at_least = false;         ///< parts of it have no price
};

struct SizeOfDesign {
  std::string name = {};
  std::string of = {};                ///< what was counted
  std::int64_t has = 0;               ///< in the file
  std::string why_not = {};           ///< it was not searched to the end; empty: it was
  bool is_monotone = true;            ///< no trial contradicts that more of it is no worse
  std::string currency = {};          ///< of the costs; empty: none
  std::vector<SizeTrial> tried = {};  ///< by rising count

  /// The smallest that meets; null where none of those tried does, or the search did not end.
  [[nodiscard]] const SizeTrial* smallest() const;
  /// The largest of those tried that is below it; null where there is none.
  [[nodiscard]] const SizeTrial* below() const;
};

struct SizeAnswer {
  std::string title = {};
  std::vector<SloSpec> objectives = {};  ///< that are to be met
  std::vector<SizeOfDesign> designs = {};
  bool partial = false;  ///< stopped before all were searched
};

/// For each design: doubling until a count meets (or, where the design cannot have so many, halving
/// towards those that it can), then halving the gap to the largest that does
/// not, so that it rests on objectives that more of it does not make worse; the counts beside the
/// answer are run, too. All runs of a design have the same jobs and random numbers. What is wrong
/// with one of several designs is said with it. Throws ScenarioError where that holds for all of
/// them, and where there are no such objectives.
SizeAnswer smallest_counts(const ScenarioSource& source, const SizeOptions& options,
                           const Registry& registry);

}  // namespace gpuscape
