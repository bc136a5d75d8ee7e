#include "sim/run/transfers/steps_alone.hpp"

#include <algorithm>
#include <unordered_map>

#include "sim/run/transfers/gpus_in_turn.hpp"
#include "sim/run/transfers/transfer_fluid.hpp"

namespace gpuscape {

namespace {

/// When an entry of the plan was under way.
struct EntryTime {
  Seconds start{0.0};
  Seconds end{0.0};
  std::size_t entry = 0;  ///< transfers come first
};

template <class Entry>
void add_stay(const Entry& entry, const std::vector<TransferDates>& dates, std::size_t& row,
              std::vector<EntryTime>& stays) {
  EntryTime stay{.start = kForever, .end = Seconds(0.0), .entry = stays.size()};
  for (std::size_t i = 0; i < entry.sizes.size(); ++i, ++row) {
    stay.start = std::min(stay.start, dates[row].start);
    stay.end = std::max(stay.end, dates[row].ended > 0 ? dates[row].end : kForever);
  }
  stays.push_back(stay);
}

/// By collective of the plan: whether anything else was under way at the same time.
std::vector<bool> meets_others(const TransferPlan& plan, const std::vector<TransferDates>& dates) {
  std::vector<EntryTime> stays;
  std::size_t row = 0;
  for (const PlannedTransfer& transfer : plan.transfers) add_stay(transfer, dates, row, stays);
  for (const PlannedCollective& entry : plan.collectives) add_stay(entry, dates, row, stays);
  std::ranges::stable_sort(stays, {}, &EntryTime::start);
  std::vector<bool> meets(stays.size(), false);
  Seconds latest(0.0);  // end of those before
  for (std::size_t i = 0; i < stays.size(); ++i) {
    const bool is_next_there = i + 1 < stays.size() && stays[i + 1].start < stays[i].end;
    meets[stays[i].entry] = is_next_there || stays[i].start < latest;
    latest = std::max(latest, stays[i].end);
  }
  return {meets.begin() + static_cast<std::ptrdiff_t>(plan.transfers.size()), meets.end()};
}

/// The entry with the routes that it uses, numbered anew, and all GPUs to itself.
TransferPlan only(const TransferPlan& plan, const PlannedCollective& entry) {
  TransferPlan alone;
  alone.payload_share = plan.payload_share;
  alone.store_links = plan.store_links;
  alone.collectives.push_back(entry);
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;  // looked up, never iterated over
  const auto renumber = [&](std::uint32_t& route) {
    const auto [at, is_new] =
        numbers.try_emplace(route, static_cast<std::uint32_t>(alone.routes.size()));
    if (is_new) alone.routes.push_back(plan.routes[route]);
    route = at->second;
  };
  for (PlannedExchange& size : alone.collectives.front().sizes) {
    for (PlannedStage& stage : size.stages)
      for (PlannedMove& move : stage.moves) renumber(move.route);
    if (!size.step) continue;
    size.step->work.reset();
    if (size.step->reads)
      for (TransferPhase& lane : size.step->reads->lanes) renumber(lane.route);
    if (!size.step->access) continue;
    for (PlannedCopies& copies : size.step->access->gpus) {
      for (TransferPhase& phase : copies.before) renumber(phase.route);
      for (TransferPhase& phase : copies.beside) renumber(phase.route);
    }
  }
  return alone;
}

std::vector<TransferDates> dates_of(const TransferPlan& plan, const ClusterGraph& graph,
                                    const std::stop_token& stop) {
  const TransferLinks links = links_of(plan, graph);
  FluidTransfers run(plan, links);
  run.run(stop);
  return run.life().dates();
}

Seconds step_of(const TransferDates& dates, const PlannedStep& step) {
  if (dates.ended == 0) return Seconds(0.0);
  return (dates.end - dates.start) / static_cast<double>(step.steps);
}

std::size_t first_row_of_collectives(const TransferPlan& plan) {
  std::size_t row = 0;
  for (const PlannedTransfer& transfer : plan.transfers) row += transfer.sizes.size();
  return row;
}

/// By row of steps, from the dates of all rows.
std::vector<Seconds> steps_of(const TransferPlan& plan, const std::vector<TransferDates>& dates) {
  std::vector<Seconds> steps;
  std::size_t row = first_row_of_collectives(plan);
  for (const PlannedCollective& entry : plan.collectives)
    for (const PlannedExchange& size : entry.sizes) {
      if (size.step) steps.push_back(step_of(dates[row], *size.step));
      ++row;
    }
  return steps;
}

}  // namespace

StepsWithoutOthers steps_without_others(const TransferPlan& plan, const ClusterGraph& graph,
                                        const std::vector<TransferDates>& dates,
                                        const std::stop_token& stop) {
  StepsWithoutOthers without;
  std::vector<TransferDates> alone = dates;
  const std::vector<bool> meets = meets_others(plan, dates);
  std::size_t row = first_row_of_collectives(plan);
  for (std::size_t i = 0; i < plan.collectives.size(); ++i) {
    const PlannedCollective& entry = plan.collectives[i];
    const bool has_steps = std::ranges::any_of(
        entry.sizes, [](const PlannedExchange& size) { return size.step.has_value(); });
    if (meets[i] && has_steps)
      std::ranges::copy(dates_of(only(plan, entry), graph, stop),
                        alone.begin() + static_cast<std::ptrdiff_t>(row));
    row += entry.sizes.size();
  }
  without.alone = steps_of(plan, alone);
  without.own_gpus = steps_of(
      plan, plan.shared_gpus.empty() ? dates : dates_of(without_sharing(plan), graph, stop));
  const std::vector<Seconds> ran = steps_of(plan, dates);
  for (std::size_t i = 0; i < ran.size(); ++i)
    if (stop.stop_requested() || ran[i] == Seconds(0.0))
      without.alone[i] = without.own_gpus[i] = Seconds(0.0);
  return without;
}

}  // namespace gpuscape
