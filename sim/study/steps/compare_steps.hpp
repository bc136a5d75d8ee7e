#pragma once
/// Several designs at `step` detail beside a baseline: how many times longer each row takes, and
/// what binds. Nothing is drawn in such a run: ranges are over rows, not over chance.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/study/steps/step_blocks.hpp"

namespace gpuscape {

/// One design and its rows.
struct StepsOfDesign {
  std::string name = {};
  TransferResult result = {};
  std::vector<StepBlock> blocks = {};  ///< of it
};

/// The same work on both designs; both have ended.
struct BlockPair {
  std::size_t baseline = 0;  ///< into StepsOfDesign::blocks
  std::size_t variant = 0;   ///< likewise
  double ratio = 1.0;        ///< time ÷ that of the baseline; above 1 is slower
};

enum class StepsVerdict : std::uint8_t {
  faster,       ///< some rows are, and none is slower
  slower,       ///< likewise
  mixed,        ///< some are faster and some slower
  negligible,   ///< no row differs by more than the threshold
  not_compared  ///< there is no row that both have
};

/// Of the steps that both designs have, summed: what the variant adds to a step of each.
struct StepCauses {
  Seconds compute{0.0};
  Seconds calls{0.0};
  Seconds rest{0.0};  ///< exchange and copies that are not hidden, and others on the links
};

struct StepsDifference {
  std::size_t design = 0;  ///< into StepsComparison::designs
  std::vector<BlockPair> pairs = {};
  std::vector<std::string> not_compared = {};  ///< names of rows that one of the two lacks, or that
                                               ///< did not end
  double mean_ratio = 1.0;                     ///< geometric mean over pairs
  std::size_t least = 0, most = 0;             ///< into pairs
  StepCauses causes = {};
  StepsVerdict verdict = StepsVerdict::not_compared;
};

struct StepsComparison {
  std::vector<StepsOfDesign> designs = {};        ///< the baseline first
  std::vector<StepsDifference> differences = {};  ///< of the others, in their order
  double negligible = 0.01;  ///< smaller than this part of the larger time, a difference is none
  std::vector<std::string> left_out = {};  ///< names of designs with faults, which did not run
  bool partial = false;
  /// The design that is fastest in the mean and in no row slower than the baseline; none where one
  /// is faster here and slower there, where several do not differ, or where rows are missing.
  std::optional<std::size_t> fastest = {};
};

/// Compares runs of the same workload; rows are the same where their names are, or else, in their
/// order, where they do the same work on devices of other names. `designs` are the baseline and at
/// least one other.
StepsComparison compare_steps(std::vector<StepsOfDesign> designs, double negligible);

std::string_view steps_verdict_name(StepsVerdict verdict);

}  // namespace gpuscape
