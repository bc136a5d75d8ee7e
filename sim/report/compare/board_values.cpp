#include "sim/report/compare/board_values.hpp"

#include <algorithm>
#include <cmath>

#include "sim/report/compare/board_table.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/study/compare/differences.hpp"

namespace gpuscape {

namespace {

bool shows_difference(Verdict verdict) {
  return verdict == Verdict::better || verdict == Verdict::worse || verdict == Verdict::higher ||
         verdict == Verdict::lower;
}

/// Null where the comparison is not of it.
const MetricDifference* difference_of(const Comparison& comparison, const Metric& metric) {
  const auto found = std::ranges::find(comparison.metrics, &metric, &MetricDifference::metric);
  return found == comparison.metrics.end() ? nullptr : &*found;
}

bool any_difference(const CompareResult& result, const Metric& metric) {
  return std::ranges::any_of(result.comparisons, [&](const Comparison& comparison) {
    const MetricDifference* one = difference_of(comparison, metric);
    return one != nullptr && shows_difference(one->verdict);
  });
}

/// From low to high where less is better, or where neither is.
double sort_value(const CompareResult& result, std::size_t design, std::string_view key) {
  const StudyResult& study = result.variants[design].outcome.result;
  if (key == kGpus) return static_cast<double>(study.first.gpus_total);
  if (key == kMeetsSlo)
    return static_cast<double>(
        std::ranges::count_if(study.slo, [](const SloVerdict& slo) { return !slo.met; }));
  const Metric& metric = metrics()[metric_index(key)];
  const double value = board_value(result, design, metric).value_or(std::nan(""));
  return metric.goal == Goal::high ? -value : value;
}

}  // namespace

std::vector<const Metric*> deciding_metrics() {
  constexpr int kLast = 1000;
  std::vector<const Metric*> all = in_order(&Metric::compared);
  std::ranges::stable_sort(
      all, {}, [](const Metric* metric) { return metric->decides > 0 ? metric->decides : kLast; });
  return all;
}

std::vector<const Metric*> deciding_metrics(const CompareResult& result) {
  std::vector<const Metric*> all = deciding_metrics();
  std::ranges::stable_partition(
      all, [&](const Metric* metric) { return any_difference(result, *metric); });
  return all;
}

std::optional<double> board_value(const CompareResult& result, std::size_t design,
                                  const Metric& metric) {
  const VariantResult& variant = result.variants[design];
  if (!variant.finished || !has(variant.outcome.result.first, metric)) return std::nullopt;
  const double value = compared_estimate(variant.outcome, metric_index(metric.key)).value;
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

const MetricDifference* board_difference(const CompareResult& result, std::size_t design,
                                         const Metric& metric) {
  // They are in the order of the designs.
  const auto found = std::ranges::lower_bound(result.comparisons, design, {}, &Comparison::variant);
  return found == result.comparisons.end() || found->variant != design
             ? nullptr
             : difference_of(*found, metric);
}

bool has_board_value(const CompareResult& result, const Metric& metric) {
  if (!is_printed(metric, result.variants.front().outcome.result.first)) return false;
  for (std::size_t design = 0; design < result.variants.size(); ++design)
    if (board_value(result, design, metric)) return true;
  return false;
}

bool is_same_in_all(const CompareResult& result, const Metric& metric) {
  const std::optional<double> first = board_value(result, 0, metric);
  for (std::size_t design = 0; design < result.variants.size(); ++design)
    if (board_value(result, design, metric) != first) return false;
  return !any_difference(result, metric);
}

std::vector<std::string_view> board_columns() {
  std::vector<std::string_view> keys = {kMeetsSlo, kGpus};
  for (const Metric* metric : deciding_metrics()) keys.push_back(metric->key);
  return keys;
}

std::vector<std::size_t> board_order(const CompareResult& result, std::string_view sort) {
  std::vector<std::size_t> order(result.variants.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (sort.empty()) return order;
  std::vector<double> values;
  values.reserve(order.size());
  for (const std::size_t design : order) values.push_back(sort_value(result, design, sort));
  std::stable_sort(order.begin() + 1, order.end(), [&](std::size_t a, std::size_t b) {
    if (std::isnan(values[a]) || std::isnan(values[b]))
      return std::isnan(values[b]) && !std::isnan(values[a]);
    return values[a] < values[b];
  });
  return order;
}

}  // namespace gpuscape
