#include "sim/study/compare/paired_replications.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/study/metrics/estimates.hpp"

namespace gpuscape {

PairedReplications::PairedReplications(const StudyOutcome& baseline, const StudyOutcome& variant)
    : from_(std::max(baseline.result.warm_up, variant.result.warm_up)),
      is_window_of_both_(baseline.result.warm_up == variant.result.warm_up),
      baseline_(replications_from(baseline, from_)),
      variant_(replications_from(variant, from_)),
      confidence_(baseline.result.scenario.run.confidence) {}

void PairedReplications::take(const ValueOf& at_baseline, const ValueOf& at_variant, bool skewed,
                              Difference& made) const {
  const std::vector<Pair> all = pairs(at_baseline, at_variant);
  std::vector<double> differences;
  differences.reserve(all.size());
  for (const auto& [before, after] : all) differences.push_back(after - before);
  made.difference = mean_over_replications(differences, confidence_);
  if (!made.difference.low || !made.difference.high) return;
  if (skewed) made.ratio = ratio(all);
  const double low =
      made.ratio ? made.ratio->low.value_or(1.0) - 1.0 : made.difference.low.value_or(0.0);
  const double high =
      made.ratio ? made.ratio->high.value_or(1.0) - 1.0 : made.difference.high.value_or(0.0);
  made.by_sign_test = !(low > 0.0) && !(high < 0.0) && all_one_way(all);
  made.difference.method =
      (made.by_sign_test ? "sign test, beside paired " : "paired ") + made.difference.method;
  if (!is_window_of_both_)
    made.difference.method += fmt::format(", jobs from {} on", human_text(from_));
}

/// As often as chance alone would let them at most once in 1 ÷ (1 − confidence) comparisons; from
/// six on at 95 %.
bool PairedReplications::all_one_way(const std::vector<Pair>& pairs) const {
  if (std::ldexp(2.0, -static_cast<int>(std::ssize(pairs))) > 1.0 - confidence_) return false;
  return std::ranges::all_of(pairs, [](const Pair& one) { return one.second > one.first; }) ||
         std::ranges::all_of(pairs, [](const Pair& one) { return one.second < one.first; });
}

/// The geometric mean of variant ÷ baseline: Student's t over the logarithms.
std::optional<Estimate> PairedReplications::ratio(const std::vector<Pair>& pairs) const {
  std::vector<double> logs;
  logs.reserve(pairs.size());
  for (const auto& [before, after] : pairs) {
    if (!(before > 0.0) || !(after > 0.0)) return std::nullopt;
    logs.push_back(std::log(after / before));
  }
  Estimate mean = mean_over_replications(logs, confidence_);
  if (!mean.low || !mean.high) return std::nullopt;
  return Estimate{.value = std::exp(mean.value),
                  .low = std::exp(*mean.low),
                  .high = std::exp(*mean.high),
                  .method = mean.method + " of logarithms"};
}

std::vector<PairedReplications::Pair> PairedReplications::pairs(const ValueOf& at_baseline,
                                                                const ValueOf& at_variant) const {
  std::vector<Pair> all;
  auto other = variant_.begin();
  for (const ReplicationSummary& one : baseline_) {
    while (other != variant_.end() && other->replication < one.replication) ++other;
    if (other == variant_.end()) break;
    if (other->replication != one.replication) continue;
    const Pair values{at_baseline(one), at_variant(*other)};
    if (!std::isnan(values.second - values.first)) all.push_back(values);
  }
  return all;
}

}  // namespace gpuscape
