#include "sim/report/format/metric_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/money.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

std::string money_text(double amount) {
  std::string text = human_text(Price{amount, {}, PaidFor::once});
  const std::size_t currency = text.find(" USD");
  if (currency != std::string::npos) return text.substr(0, currency);
  // "3.2 MUSD": the prefix stays.
  return text.substr(0, text.size() - Currency().code().size());
}

std::string short_time_text(Seconds time) {
  const double seconds = time.value();
  if (seconds < 60.0 && seconds >= 0.9995) return fmt::format("{:.3g} s", seconds);
  return human_text(time);
}

std::string metric_text(double value, MetricPrint print) {
  if (!std::isfinite(value)) return "–";
  switch (print) {
    case MetricPrint::time:
      return human_text(Seconds(value));
    case MetricPrint::coarse_time:
      return rounded_text(Seconds(value));
    case MetricPrint::share:
      return percent_text(value);
    case MetricPrint::money:
    case MetricPrint::amount:
      return money_text(value);
    case MetricPrint::factor:
      break;
  }
  return fmt::format("{:.2f}", value);
}

std::string slo_value_text(const SloSpec& slo, double value) {
  if (slo.of_jobs)
    return slo.is_time ? human_text(Seconds(value)) : metric_text(value, MetricPrint::factor);
  if (is_step_objective(slo.metric)) {
    if (!std::isfinite(value)) return "–";
    return slo.is_time ? short_time_text(Seconds(value)) : fmt::format("{:.5g}", value);
  }
  return metric_text(value, metrics()[metric_index(slo.metric)].print);
}

std::string slo_goal_text(const SloSpec& slo) {
  const std::string of =
      slo.of_jobs ? fmt::format("{} p{:g}", slo.metric, 100.0 * slo.quantile) : slo.metric;
  return fmt::format("{} {} {}", of, slo.at_least ? "≥" : "≤", slo_value_text(slo, slo.limit));
}

std::string slo_margin_text(const SloVerdict& slo) {
  if (!std::isfinite(slo.value.value)) return "";
  const auto print = [&](double value) { return slo_value_text(slo, value); };
  const double margin = slo.margin();
  const bool below = (margin > 0.0) != slo.at_least;
  return fmt::format("{}, {} {} it", with_interval(slo.value, print), print(std::abs(margin)),
                     below ? "below" : "above");
}

std::vector<const Metric*> in_order(int Metric::* place) {
  std::vector<const Metric*> found;
  for (const Metric& metric : metrics())
    if (metric.*place > 0) found.push_back(&metric);
  std::ranges::sort(found, {}, [&](const Metric* metric) { return metric->*place; });
  return found;
}

std::string metric_label(std::string_view label, const RunResult& run) {
  const Currency currency = run.cost == nullptr ? Currency() : run.cost->spec().currency;
  return fmt::format(fmt::runtime(label), capacity_noun(run), currency.code());
}

bool is_printed(const Metric& metric, const RunResult& run) {
  return has(run, metric) && (metric.needs != Needs::gpus || capacity_noun(run) == "GPUs");
}

}  // namespace gpuscape
