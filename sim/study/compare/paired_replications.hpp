#pragma once
/// Two designs over replications of the same number, which have the same jobs.

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// One number of a replication; NaN: it has none.
using ValueOf = std::function<double(const ReplicationSummary&)>;

/// Over the jobs that both sides look at.
class PairedReplications {
 public:
  PairedReplications(const StudyOutcome& baseline, const StudyOutcome& variant);

  /// The mean difference of the replications that both sides have, and whether all point one way.
  /// `skewed`: where all values are above zero, their ratio too, which decides then.
  void take(const ValueOf& at_baseline, const ValueOf& at_variant, bool skewed,
            Difference& made) const;

 private:
  using Pair = std::pair<double, double>;  // baseline and variant

  [[nodiscard]] bool all_one_way(const std::vector<Pair>& pairs) const;
  [[nodiscard]] std::optional<Estimate> ratio(const std::vector<Pair>& pairs) const;
  [[nodiscard]] std::vector<Pair> pairs(const ValueOf& at_baseline,
                                        const ValueOf& at_variant) const;

  Seconds from_;
  bool is_window_of_both_;
  std::span<const ReplicationSummary> baseline_;
  std::span<const ReplicationSummary> variant_;
  double confidence_;
};

}  // namespace gpuscape
