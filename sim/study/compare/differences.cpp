#include "sim/study/compare/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/study/compare/paired_blocks.hpp"
#include "sim/study/compare/paired_replications.hpp"
#include "sim/study/statistics/rank_sum.hpp"

namespace gpuscape {

namespace {

/// Of one number of each replication.
Estimate over_replications(const StudyOutcome& side, std::size_t metric) {
  if (side.result.replications == 1) return exact_of_replay(side.result.metrics[metric]);
  std::vector<double> values;
  values.reserve(side.replications.size());
  for (const ReplicationSummary& replication : side.replications)
    values.push_back(replication.metrics[metric]);
  return estimate_over_replications(values, side.result.scenario.run.confidence);
}

/// Of replications with other jobs on either side: whether their ranks tell the two apart, too.
/// Intervals from a few replications are too narrow where the metric is skewed. Of so few that no
/// ranks could, the intervals alone decide.
void look_at_ranks(const StudyOutcome& baseline, const StudyOutcome& variant,
                   const ValueOf& at_baseline, const ValueOf& at_variant, Difference& made) {
  const double most = 1.0 - baseline.result.scenario.run.confidence;
  const auto values = [](const StudyOutcome& side, const ValueOf& value_of) {
    std::vector<double> all;
    for (const ReplicationSummary& one : side.replications)
      if (const double value = value_of(one); !std::isnan(value)) all.push_back(value);
    return all;
  };
  const std::vector<double> before = values(baseline, at_baseline);
  const std::vector<double> after = values(variant, at_variant);
  if (least_rank_sum_p(before.size(), after.size()) > most) return;
  made.ranks_agree = rank_sum_p(before, after) <= most;
  made.difference.method += ", and ranks";
}

/// Generated jobs for which there is too little: how long they wait depends on when the run stops.
bool waits_without_end(const StudyResult& study) { return study.synthetic && study.overloaded(); }

Estimate not_compared(std::string_view why) {
  return {std::nan(""), {}, {}, fmt::format("not compared: {}", why)};
}

/// How two studies are compared, and where they are not.
class Method {
 public:
  Method(const StudyOutcome& baseline, const StudyOutcome& variant, Pairing pairing,
         const StopCheck& stop)
      : lacks_parts_(has_part_not_counted(baseline.result.first) ||
                     has_part_not_counted(variant.result.first)),
        baseline_overloaded_(waits_without_end(baseline.result)),
        variant_overloaded_(waits_without_end(variant.result)) {
    if (pairing == Pairing::blocks) blocks.emplace(baseline, variant, stop);
    if (pairing == Pairing::replications) replications.emplace(baseline, variant);
  }

  /// Whether it says at once what there is to say of figures that grow for as long as jobs arrive
  /// (`grows`), or are sums of what designs are made of (`is_cost`).
  bool settle(Difference& difference, bool grows, bool is_cost) const {
    if (is_cost && lacks_parts_) {
      difference.difference = not_compared("a part of a design has no price, power or size");
      return true;
    }
    const bool both = baseline_overloaded_ && variant_overloaded_;
    if (!grows || !(baseline_overloaded_ || variant_overloaded_)) return false;
    difference.difference =
        not_compared(fmt::format("{} overloaded, so waits grow for as long as jobs arrive",
                                 both                   ? "both designs are"
                                 : baseline_overloaded_ ? "the baseline is"
                                                        : "the variant is"));
    if (!both) difference.verdict = baseline_overloaded_ ? Verdict::better : Verdict::worse;
    return true;
  }

  std::optional<PairedBlocks> blocks;
  std::optional<PairedReplications> replications;

 private:
  bool lacks_parts_;
  bool baseline_overloaded_;
  bool variant_overloaded_;
};

/// As far as numbers tell: where some never start, the others end sooner for it.
bool same_jobs_end(const StudyResult& a, const StudyResult& b) {
  return a.unfinished == b.unfinished && a.never_fit == b.never_fit &&
         a.over_budget == b.over_budget && a.dependency_failed == b.dependency_failed;
}

double absolute_of(bool is_time, bool is_share, const NegligibleSpec& negligible) {
  if (is_time) return negligible.time.value();
  return is_share ? negligible.share : negligible.number;
}

Matter matter_of(const SloSpec& slo, double scale, const NegligibleSpec& negligible) {
  if (!slo.of_jobs) return matter_of(metrics()[metric_index(slo.metric)], scale, negligible);
  return {scale,
          std::max(absolute_of(slo.is_time, false, negligible), negligible.relative * scale)};
}

void judge(Difference& made, Goal goal, const Matter& matter) {
  Estimate decisive = made.difference;
  if (made.ratio) {
    // Of a difference that points the other way nothing is shown.
    const bool grows = made.ratio->value > 1.0;
    const bool agree = grows == (made.difference.value > 0.0);
    decisive.low = agree ? std::log(made.ratio->low.value_or(1.0)) : -1.0;
    decisive.high = agree ? std::log(made.ratio->high.value_or(1.0)) : 1.0;
  }
  if (made.by_sign_test) decisive.low = decisive.high = made.difference.value;
  made.verdict = verdict_of(decisive, goal, matter);
  if (!made.ranks_agree && made.verdict != Verdict::no_interval)
    made.verdict = Verdict::no_difference_shown;
}

double scale_of(const Difference& difference) {
  return std::max(std::abs(difference.baseline.value), std::abs(difference.variant.value));
}

}  // namespace

Verdict verdict_of(const Estimate& difference, Goal goal, const Matter& matter) {
  constexpr double kRounding = 1e-9;
  if (!difference.low || !difference.high) return Verdict::no_interval;
  const double rounding = kRounding * matter.scale;
  const bool grows = *difference.low > rounding;
  if (!grows && !(*difference.high < -rounding)) return Verdict::no_difference_shown;
  if (std::abs(difference.value) < matter.least) return Verdict::negligible;
  if (goal == Goal::low) return grows ? Verdict::worse : Verdict::better;
  if (goal == Goal::high) return grows ? Verdict::better : Verdict::worse;
  return grows ? Verdict::higher : Verdict::lower;
}

Matter matter_of(const Metric& metric, double scale, const NegligibleSpec& negligible) {
  const auto own = negligible.by_metric.find(std::string(metric.key));
  if (own != negligible.by_metric.end()) return {scale, own->second};
  const bool is_share = metric.print == MetricPrint::share;
  const double absolute =
      metric.in_proportion ? 0.0 : absolute_of(metric.is_time(), is_share, negligible);
  return {scale, std::max(absolute, negligible.relative * scale)};
}

Estimate unpaired_difference(const Estimate& baseline, const Estimate& variant) {
  Estimate difference{
      .value = variant.value - baseline.value, .low = {}, .high = {}, .method = baseline.method};
  if (!baseline.low || !baseline.high) return difference;
  difference.method = variant.method;
  if (!variant.low || !variant.high) return difference;
  difference.low =
      difference.value - std::hypot(variant.value - *variant.low, *baseline.high - baseline.value);
  difference.high =
      difference.value + std::hypot(*variant.high - variant.value, baseline.value - *baseline.low);
  difference.method = "unpaired: from the intervals of both";
  return difference;
}

Estimate compared_estimate(const StudyOutcome& side, std::size_t metric) {
  return metrics()[metric].estimated ? side.result.estimates[metric]
                                     : over_replications(side, metric);
}

std::vector<MetricDifference> metric_differences(const StudyOutcome& baseline,
                                                 const StudyOutcome& variant, Pairing pairing,
                                                 const StopCheck& stop) {
  const Method method(baseline, variant, pairing, stop);
  const NegligibleSpec& negligible = baseline.result.scenario.run.negligible;
  std::vector<MetricDifference> all;
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    const Metric& metric = metrics()[i];
    if (metric.compared == 0) continue;
    if (!has(baseline.result.first, metric) || !has(variant.result.first, metric)) continue;
    // How long other jobs take says nothing of these.
    if (metric.of_same_jobs && pairing == Pairing::none) continue;
    MetricDifference& made = all.emplace_back();
    made.metric = &metric;
    made.baseline = compared_estimate(baseline, i);
    made.variant = compared_estimate(variant, i);
    if (method.settle(made, metric.grows_when_overloaded, is_of_cost(metric))) continue;
    const auto value = [&](const ReplicationSummary& one) { return one.metrics[i]; };
    if (method.blocks) {
      made.difference = method.blocks->of_metric(metric, made.variant.value - made.baseline.value);
    } else if (method.replications) {
      method.replications->take(value, value, metric.is_skewed, made);
    } else {
      made.difference = unpaired_difference(made.baseline, made.variant);
      look_at_ranks(baseline, variant, value, value, made);
    }
    if (metric.of_same_jobs && !same_jobs_end(baseline.result, variant.result))
      made.difference = not_compared("not the same jobs end");
    judge(made, metric.goal, matter_of(metric, scale_of(made), negligible));
  }
  return all;
}

namespace {

/// The objective of the same name on the same thing; none: the number of objectives.
std::size_t same_objective(const SloVerdict& wanted, const std::vector<SloVerdict>& among) {
  const auto found = std::ranges::find_if(among, [&](const SloVerdict& slo) {
    return slo.name == wanted.name && slo.metric == wanted.metric &&
           slo.at_least == wanted.at_least && slo.quantile == wanted.quantile;
  });
  return static_cast<std::size_t>(found - among.begin());
}

bool is_cost(const SloSpec& slo) {
  return !slo.of_jobs && is_of_cost(metrics()[metric_index(slo.metric)]);
}

bool is_skewed(const SloSpec& slo) {
  if (slo.of_jobs) return slo.metric == "queue_wait";
  return metrics()[metric_index(slo.metric)].is_skewed;
}

bool grows_when_overloaded(const SloSpec& slo) {
  if (slo.of_jobs) return slo.is_time;
  return metrics()[metric_index(slo.metric)].grows_when_overloaded;
}

}  // namespace

std::vector<SloDifference> slo_differences(const StudyOutcome& baseline,
                                           const StudyOutcome& variant, Pairing pairing,
                                           const StopCheck& stop) {
  const Method method(baseline, variant, pairing, stop);
  const NegligibleSpec& negligible = baseline.result.scenario.run.negligible;
  std::vector<SloDifference> all;
  for (std::size_t i = 0; i < baseline.result.slo.size(); ++i) {
    const SloVerdict& before = baseline.result.slo[i];
    const std::size_t other = same_objective(before, variant.result.slo);
    if (other == variant.result.slo.size()) continue;
    const SloVerdict& after = variant.result.slo[other];
    SloDifference& made = all.emplace_back();
    made.name = before.name;
    made.met_at_baseline = before.met;
    made.met = after.met;
    made.baseline = before.value;
    made.variant = after.value;
    made.goal = before.at_least ? Goal::high : Goal::low;
    if (method.settle(made, grows_when_overloaded(before), is_cost(before))) continue;
    const auto at_baseline = [&](const ReplicationSummary& one) { return one.slo[i]; };
    const auto at_variant = [&](const ReplicationSummary& one) { return one.slo[other]; };
    if (method.blocks) {
      made.difference = method.blocks->of_objective(before, after.value.value - before.value.value);
    } else if (method.replications) {
      method.replications->take(at_baseline, at_variant, is_skewed(before), made);
    } else {
      made.difference = unpaired_difference(before.value, after.value);
      look_at_ranks(baseline, variant, at_baseline, at_variant, made);
    }
    judge(made, made.goal, matter_of(before, scale_of(made), negligible));
  }
  return all;
}

}  // namespace gpuscape
