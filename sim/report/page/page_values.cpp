#include "sim/report/page/page_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/report/compare/board_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape {

namespace {

bool is_told(Verdict verdict) {
  return verdict == Verdict::better || verdict == Verdict::worse || verdict == Verdict::higher ||
         verdict == Verdict::lower;
}

std::optional<Estimate> finite(const Estimate& estimate) {
  return std::isfinite(estimate.value) ? std::optional(estimate) : std::nullopt;
}

/// The value of the baseline as the first comparison has it.
std::optional<Estimate> baseline_value(const PageComparison& of, const Metric& metric) {
  for (const PageDesign& design : of.designs)
    if (const MetricDifference* one = page_difference(design, metric)) return finite(one->baseline);
  return std::nullopt;
}

bool differs(const PageComparison& of, const Metric& metric) {
  return std::ranges::any_of(of.designs, [&](const PageDesign& design) {
    const MetricDifference* one = page_difference(design, metric);
    return one != nullptr && is_told(one->verdict);
  });
}

bool any_value(const PageComparison& of, const Metric& metric) {
  for (std::size_t i = 0; i < of.designs.size(); ++i)
    if (page_value(of, i, metric)) return true;
  return false;
}

bool same_in_all(const PageComparison& of, const Metric& metric) {
  const std::optional<Estimate> first = page_value(of, 0, metric);
  for (std::size_t i = 0; i < of.designs.size(); ++i) {
    const std::optional<Estimate> one = page_value(of, i, metric);
    if (one.has_value() != first.has_value() || (one && one->value != first->value)) return false;
  }
  return !differs(of, metric);
}

/// GPUs are stranded only on nodes of GPUs; a pool has no nodes.
bool is_hidden(const PageComparison& of, const Metric& metric) {
  const std::optional<PageResult>& baseline = of.designs.front().result;
  return metric.needs == Needs::gpus && baseline && baseline->study().first.counts_cores;
}

}  // namespace

std::optional<Estimate> page_value(const PageResult& of, const Metric& metric) {
  const std::size_t index = metric_index(metric.key);
  if (of.run->figures[index] == SavedFigure::none) return std::nullopt;
  return finite(saved_estimate(*of.run, index));
}

std::optional<Estimate> page_value(const PageComparison& of, std::size_t design,
                                   const Metric& metric) {
  const PageDesign& one = of.designs[design];
  if (!one.finished) return std::nullopt;
  if (const MetricDifference* beside = page_difference(one, metric)) return finite(beside->variant);
  if (design == 0)
    if (std::optional<Estimate> value = baseline_value(of, metric)) return value;
  return one.result ? page_value(*one.result, metric) : std::nullopt;
}

const MetricDifference* page_difference(const PageDesign& design, const Metric& metric) {
  if (!design.beside) return nullptr;
  const auto found = std::ranges::find(design.beside->metrics, &metric, &MetricDifference::metric);
  return found == design.beside->metrics.end() ? nullptr : &*found;
}

bool has_no_value(const PageDesign& design, const Metric& metric) {
  return metric.grows_when_overloaded && design.overloaded && design.result &&
         design.result->study().synthetic;
}

std::string page_value_text(const PageDesign& design, const Estimate& value, const Metric& metric) {
  if (has_no_value(design, metric)) return "overloaded";
  const auto print = [&](double one) { return metric_text(one, metric.print); };
  const std::string text = with_interval(value, print);
  if (metric.print == MetricPrint::money && !design.not_counted.empty()) return "≥ " + text;
  return metric.grows_when_overloaded && design.overloaded ? text + " overloaded" : text;
}

std::string page_label(const PageResult* result, const Metric& metric) {
  const std::string noun = result == nullptr ? "GPUs" : capacity_noun(result->study().first);
  const std::string currency =
      result == nullptr || !result->cost ? std::string() : result->cost->currency;
  return fmt::format(fmt::runtime(metric.label), noun, currency);
}

std::string page_label(const PageComparison& of, const Metric& metric) {
  for (const PageDesign& design : of.designs)
    if (design.result && (design.result->cost || !is_of_cost(metric)))
      return page_label(&*design.result, metric);
  return page_label(nullptr, metric);
}

PageColumns page_columns(const PageComparison& of) {
  PageColumns columns;
  std::vector<const Metric*> all = deciding_metrics();
  std::ranges::stable_partition(all, [&](const Metric* metric) { return differs(of, *metric); });
  for (const Metric* metric : all) {
    if (!any_value(of, *metric) || is_hidden(of, *metric)) continue;
    if (metric->decides == 0)
      columns.other.push_back(metric);
    else if (of.designs.size() > 1 && same_in_all(of, *metric))
      columns.same.push_back(metric);
    else
      columns.shown.push_back(metric);
  }
  return columns;
}

bool has_cost(const PageComparison& of) {
  return std::ranges::any_of(of.designs, [](const PageDesign& design) {
    return !design.not_counted.empty() || (design.result && design.result->cost);
  });
}

bool has_objective(const PageComparison& of) {
  return std::ranges::any_of(of.designs, [](const PageDesign& design) {
    return (design.result && !design.result->study().slo.empty()) ||
           (design.beside && !design.beside->slo.empty());
  });
}

}  // namespace gpuscape
