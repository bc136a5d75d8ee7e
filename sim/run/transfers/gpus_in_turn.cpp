#include "sim/run/transfers/gpus_in_turn.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sim/run/transfers/transfer_fluid.hpp"

namespace gpuscape {

namespace {

/// From the start of an entry's first size to the end of its last.
struct Stay {
  std::size_t entry = 0;
  Seconds start{kForever};
  Seconds end{0.0};
  bool ended = true;
};

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

std::vector<Stay> stays_of(const TransferPlan& plan, const std::vector<TransferDates>& dates) {
  std::size_t row = 0;
  for (const PlannedTransfer& transfer : plan.transfers) row += transfer.sizes.size();
  std::vector<Stay> stays;
  for (const PlannedCollective& entry : plan.collectives) {
    Stay& stay = stays.emplace_back(Stay{.entry = stays.size()});
    for (std::size_t i = 0; i < entry.sizes.size(); ++i, ++row) {
      stay.start = std::min(stay.start, dates[row].start);
      stay.end = std::max(stay.end, dates[row].end);
      stay.ended = stay.ended && dates[row].ended > 0;
    }
  }
  return stays;
}

bool meet(const Stay& a, const Stay& b) {
  return a.entry != b.entry && (!a.ended || !b.ended || (a.start < b.end && b.start < a.end));
}

}  // namespace

std::optional<TransferPlan> plan_in_turn(const CheckedScenario& scenario,
                                         const std::stop_token& stop) {
  if (scenario.plan.shared_gpus.empty()) return std::nullopt;
  TransferPlan plan = without_sharing(scenario.plan);
  const TransferLinks links = links_of(plan, scenario.cluster->graph());
  FluidTransfers run(plan, links);
  run.run(stop);
  const std::vector<Stay> stays = stays_of(plan, run.life().dates());
  std::map<std::pair<std::uint32_t, DeviceIndex>, std::vector<const Stay*>> on;  // by GPU
  for (const Stay& stay : stays) {
    for (const PlannedExchange& size : plan.collectives[stay.entry].sizes) {
      if (!size.step) continue;
      for (const Endpoint& gpu : size.step->on) {
        auto& others = on[{gpu.node, gpu.device}];
        if (std::ranges::any_of(others, [&](const Stay* other) { return meet(*other, stay); }))
          return std::nullopt;
        if (others.empty() || others.back() != &stay) others.push_back(&stay);
      }
    }
  }
  return plan;
}

}  // namespace gpuscape
