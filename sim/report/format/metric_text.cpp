#include "sim/report/format/metric_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/money.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape {

std::string money_text(double amount) {
  std::string text = human_text(Price{amount, {}, PaidFor::once});
  const std::size_t currency = text.find(" USD");
  if (currency != std::string::npos) return text.substr(0, currency);
  // "3.2 MUSD": the prefix stays.
  return text.substr(0, text.size() - Currency().code().size());
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

std::vector<const Metric*> in_order(int Metric::* place) {
  std::vector<const Metric*> found;
  for (const Metric& metric : metrics())
    if (metric.*place > 0) found.push_back(&metric);
  std::ranges::sort(found, {}, [&](const Metric* metric) { return metric->*place; });
  return found;
}

std::string metric_label(std::string_view label, const RunResult& run) {
  return fmt::format(fmt::runtime(label), capacity_noun(run));
}

bool is_printed(const Metric& metric, const RunResult& run) {
  return has(run, metric) && (metric.needs != Needs::gpus || capacity_noun(run) == "GPUs");
}

}  // namespace gpuscape
