#include "sim/report/pictures/wait_distributions.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/study/metrics/run_metrics.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

struct Part {
  double share;
  const char* name;
};
constexpr std::array<Part, 5> kParts{{{0.5, "half of the jobs"},
                                      {0.75, "three quarters"},
                                      {0.9, "90 %"},
                                      {0.95, "95 %"},
                                      {0.99, "99 %"}}};

std::vector<double> sorted_waits(const VariantResult& variant) {
  const MetricWindow& window = variant.outcome.window;
  const RunResult& run = variant.outcome.result.first;
  std::vector<double> waits = queue_waits(run, window, day_grid(window)).value;
  std::ranges::sort(waits);
  return waits;
}

}  // namespace

std::string wait_distributions(const CompareResult& result, const std::string& id) {
  std::vector<StackRow> rows;
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    const VariantResult& variant = result.variants[i];
    StackRow& row = rows.emplace_back();
    row.name = variant.name;
    row.is_baseline = i == 0;
    row.parts.assign(kParts.size(), 0.0);
    row.text = "no value";
    const std::vector<double> waits =
        variant.finished ? sorted_waits(variant) : std::vector<double>();
    if (waits.empty()) continue;
    double before = 0.0;
    for (std::size_t part = 0; part < kParts.size(); ++part) {
      const double until = quantile(waits, kParts.at(part).share);
      row.parts[part] = until - before;
      before = until;
    }
    row.text = metric_text(before, MetricPrint::time);
  }
  std::vector<std::string> names;
  names.reserve(kParts.size());
  for (const Part& part : kParts) names.emplace_back(part.name);
  return stack_chart(
      {.id = id,
       .title = "Queue waits by design",
       .about = "A bar for each design. Its first part ends at the time that half of "
                "the jobs wait at most, the next at that of three quarters, then of "
                "90, 95 and 99 %. Jobs of the first replication.",
       .axis = "queue wait of the first replication; at the end: 99 % of the jobs",
       .unit = AxisUnit::time},
      std::move(names), std::move(rows));
}

}  // namespace gpuscape
