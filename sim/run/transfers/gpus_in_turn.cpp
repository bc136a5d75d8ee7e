#include "sim/run/transfers/gpus_in_turn.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sim/run/transfers/transfer_fluid.hpp"

namespace gpuscape {

namespace {

/// From the start of an entry's first size to the end of its last.
struct EntryStay {
  std::size_t entry = 0;
  Seconds start{kForever};
  Seconds end{0.0};
  bool ended = true;
};

std::vector<EntryStay> entry_stays(const TransferPlan& plan,
                                   const std::vector<TransferDates>& dates) {
  std::size_t row = 0;
  for (const PlannedTransfer& transfer : plan.transfers) row += transfer.sizes.size();
  std::vector<EntryStay> stays;
  for (const PlannedCollective& entry : plan.collectives) {
    EntryStay& stay = stays.emplace_back(EntryStay{.entry = stays.size()});
    for (std::size_t i = 0; i < entry.sizes.size(); ++i, ++row) {
      stay.start = std::min(stay.start, dates[row].start);
      stay.end = std::max(stay.end, dates[row].end);
      stay.ended = stay.ended && dates[row].ended > 0;
    }
  }
  return stays;
}

bool meet(const EntryStay& a, const EntryStay& b) {
  return a.entry != b.entry && (!a.ended || !b.ended || (a.start < b.end && b.start < a.end));
}

}  // namespace

/// Routes over shared GPUs are the last ones of a plan.
TransferPlan without_sharing(TransferPlan plan) {
  std::size_t routes = plan.routes.size();
  for (PlannedCollective& entry : plan.collectives) {
    for (PlannedExchange& size : entry.sizes) {
      if (!size.step || !size.step->work) continue;
      routes = std::min<std::size_t>(routes, size.step->work->route);
      size.step->work.reset();
    }
  }
  plan.routes.resize(routes);
  plan.shared_gpus.clear();
  return plan;
}

std::optional<TransferPlan> plan_in_turn(const CheckedScenario& scenario,
                                         const std::stop_token& stop) {
  if (scenario.plan.shared_gpus.empty()) return std::nullopt;
  TransferPlan plan = without_sharing(scenario.plan);
  const TransferLinks links = links_of(plan, scenario.cluster->graph());
  FluidTransfers run(plan, links);
  run.run(stop);
  const std::vector<EntryStay> stays = entry_stays(plan, run.life().dates());
  std::map<std::pair<std::uint32_t, DeviceIndex>, std::vector<const EntryStay*>> on;  // by GPU
  for (const EntryStay& stay : stays) {
    for (const PlannedExchange& size : plan.collectives[stay.entry].sizes) {
      if (!size.step) continue;
      for (const Endpoint& gpu : size.step->on) {
        auto& others = on[{gpu.node, gpu.device}];
        if (std::ranges::any_of(others, [&](const EntryStay* other) { return meet(*other, stay); }))
          return std::nullopt;
        if (others.empty() || others.back() != &stay) others.push_back(&stay);
      }
    }
  }
  return plan;
}

}  // namespace gpuscape
