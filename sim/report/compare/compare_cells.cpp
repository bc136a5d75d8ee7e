#include "sim/report/compare/compare_cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

using Print = MetricPrint;

/// "+12 min", "−0.3"; "0" where nothing is left of it.
std::string signed_text(double difference, Print print) {
  if (!std::isfinite(difference)) return "–";
  const double size = std::abs(print == Print::share ? 100.0 * difference : difference);
  if (size < 1e-9) return "0";
  const char* const sign = difference < 0.0 ? "−" : "+";
  if (print == Print::time || print == Print::coarse_time)
    return sign + rounded_text(Seconds(size));
  if ((print == Print::money || print == Print::amount) && size >= 0.01)
    return sign + money_text(size);
  const int digits = print == Print::share ? 1 : 2;
  // What rounds to nothing is told by its first digit.
  return size < 0.5 * std::pow(10.0, -digits) ? fmt::format("{}{:.1g}", sign, size)
                                              : fmt::format("{}{:.{}f}", sign, size, digits);
}

/// True of a value that depends on when the run stops: that of a log is what it is.
bool has_no_value(const StudyResult& study, const Metric& row) {
  return row.grows_when_overloaded && study.overloaded() && study.synthetic;
}

}  // namespace

std::string verdict_text(Verdict verdict) {
  if (verdict == Verdict::no_interval) return "";
  std::string text(verdict_name(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string marked_text(double value, const StudyResult& study, const Metric& metric) {
  if (has_no_value(study, metric)) return "overloaded";
  // A sum without all of its parts.
  const bool is_least = metric.print == MetricPrint::money && std::isfinite(value) &&
                        has_part_not_counted(study.first);
  if (is_least) return "≥ " + metric_text(value, metric.print);
  const bool marked = metric.grows_when_overloaded && study.overloaded() && std::isfinite(value);
  return metric_text(value, metric.print) + (marked ? " overloaded" : "");
}

std::string interval_text(const Estimate& difference, MetricPrint print) {
  const std::string_view unit = print == Print::share ? " points" : "";
  if (!difference.low || !difference.high)
    return fmt::format("{}{}", signed_text(difference.value, print), unit);
  const std::string low = signed_text(*difference.low, print);
  const std::string high = signed_text(*difference.high, print);
  return low == high ? fmt::format("{}{}", low, unit) : fmt::format("{} to {}{}", low, high, unit);
}

std::string decisive_interval(const Difference& of, MetricPrint print) {
  const bool shows_nothing = of.difference.low && of.difference.high && *of.difference.low <= 0.0 &&
                             *of.difference.high >= 0.0;
  if (!of.ratio || !shows_nothing || of.by_sign_test || of.verdict == Verdict::no_difference_shown)
    return interval_text(of.difference, print);
  const auto change = [](double ratio) { return fmt::format("{:+.0f}", 100.0 * (ratio - 1.0)); };
  std::string text =
      change(of.ratio->low.value_or(1.0)) + " to " + change(of.ratio->high.value_or(1.0)) + " %";
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at))
    text.replace(at, 1, "−");
  return text;
}

std::string in_one_unit(const std::string& interval) {
  constexpr std::string_view kTo = " to ";
  const std::size_t to = interval.find(kTo);
  if (to == std::string::npos) return interval;
  const std::string_view low = std::string_view(interval).substr(0, to);
  const std::string_view high = std::string_view(interval).substr(to + kTo.size());
  const std::string_view unit = only_unit(low);
  if (unit.empty() || unit != only_unit(high)) return interval;
  return fmt::format("{}{}{}", low.substr(0, low.size() - unit.size()), kTo, high);
}

std::string difference_text(const MetricDifference& metric, const StudyResult& study,
                            const StudyResult& baseline) {
  const Estimate& difference = metric.difference;
  const bool zero = difference.value == 0.0 && difference.low.value_or(0.0) == 0.0 &&
                    difference.high.value_or(0.0) == 0.0;
  if (zero || !std::isfinite(difference.value) || has_no_value(study, *metric.metric) ||
      has_no_value(baseline, *metric.metric))
    return "";
  return decisive_interval(metric, metric.metric->print);
}

std::string slo_text(const StudyResult& study) {
  std::vector<std::string> missed;
  std::vector<std::string> uncertain;
  for (const SloVerdict& slo : study.slo) {
    if (!slo.met) missed.push_back(excerpt(slo.name, kMostColumnName));
    if (slo.met && !slo.is_certain()) uncertain.push_back(excerpt(slo.name, kMostColumnName));
  }
  if (!missed.empty()) return fmt::format("no: {}", fmt::join(missed, ", "));
  if (!uncertain.empty()) return fmt::format("not certain: {}", fmt::join(uncertain, ", "));
  return "yes";
}

}  // namespace gpuscape
