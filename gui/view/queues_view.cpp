#include "gui/view/queues_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gpuscape::gui {

namespace {

std::string amount(double value) { return fmt::format("{:.1f}", value); }

std::string amount_or(const std::optional<double>& value, const char* without) {
  return value ? fmt::format("{:g}", *value) : without;
}

std::string indented(const QueueResult& all, const QueueUse& of) {
  std::string blanks;
  for (auto up = of.facts.parent; up; up = all.queues[*up].facts.parent) blanks += "  ";
  return blanks + of.facts.name;
}

}  // namespace

QueuesView queues_view(const StudyOutcome& outcome) {
  QueuesView view;
  const auto& all = outcome.result.first.queues;
  if (!all || all->queues.empty()) return view;
  view.kind = all->queues.front().facts.is_part ? "part" : "queue";
  double most = 0.0;
  for (const QueueUse& of : all->queues) most = std::max(most, of.mean_held);
  for (const QueueUse& of : all->queues) {
    view.rows.push_back({.name = indented(*all, of),
                         .deserved = amount_or(of.facts.gpus_deserved, "all"),
                         .limit = amount_or(of.facts.gpus_limit, "–"),
                         .fair = amount(of.mean_fair),
                         .allocated = amount(of.mean_held),
                         .borrowed = amount(of.mean_borrowed),
                         .waiting = amount(of.mean_waiting),
                         .stopped = fmt::format("{}", of.stops.reclaimed + of.stops.preempted)});
    if (!(most > 0.0)) continue;
    view.rows.back().allocated_share = of.mean_held / most;
    view.rows.back().borrowed_share = of.mean_borrowed / most;
  }
  return view;
}

}  // namespace gpuscape::gui
