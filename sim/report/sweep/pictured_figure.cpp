#include "sim/report/sweep/pictured_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

FindSpec pictured_find(const DesignSpace& space) {
  FindSpec shortest;
  shortest.goal = FindGoal::smallest;
  shortest.by = kPicturedWait;
  FindSpec find = space.find().value_or(shortest);
  if (find.by.empty()) {
    find.goal = shortest.goal;
    find.by = shortest.by;
  }
  find.axes.clear();
  return find;
}

AxisUnit unit_of_figure(const std::string& figure) {
  const auto found = std::ranges::find(metrics(), figure, &Metric::key);
  if (found == metrics().end()) return AxisUnit::number;
  if (found->is_time()) return AxisUnit::time;
  if (found->print == MetricPrint::share) return AxisUnit::share;
  return found->print == MetricPrint::money ? AxisUnit::money : AxisUnit::number;
}

std::string words_of_figure(const std::string& figure, const std::string& currency) {
  const auto found = std::ranges::find(metrics(), figure, &Metric::key);
  if (found != metrics().end() && !found->label.empty())
    return fmt::format(fmt::runtime(found->label), "GPUs", currency);
  std::string words = figure;
  std::ranges::replace(words, '_', ' ');
  for (std::size_t at = 0; (at = words.find("gpu", at)) != std::string::npos; ++at)
    words.replace(at, 3, "GPU");
  return words;
}

std::string currency_of(const SweepOutcome& outcome) {
  for (const RunRecord& record : outcome.records)
    if (!record.currency.empty()) return record.currency;
  return "";
}

}  // namespace gpuscape
