#include "sim/model/collectives/exchange_planner.hpp"

#include <algorithm>
#include <map>

namespace gpuscape {

double ExchangePlanner::share(const CollectiveStage& stage, const RankRoute& route) const {
  switch (route.kind) {
    case RankRoute::Kind::nvlink:
      return stage.nvlink_share;
    case RankRoute::Kind::pcie:
      return stage.pcie_share;
    case RankRoute::Kind::staged:
      return stage.pcie_share * (library_.staged_share / library_.pcie_share);
    case RankRoute::Kind::network:
      break;
  }
  return stage.network_share;
}

bool ExchangePlanner::add_move(const CollectiveMove& move, PlannedStage& planned) {
  const RankRoute* route = routes_.route(move.from, move.to);
  if (route == nullptr) return false;
  planned.moves.push_back(
      {.from = move.from, .to = move.to, .route = route->route, .bytes = move.bytes});
  return true;
}

bool ExchangePlanner::add_moves(const CollectiveStage& stage, PlannedStage& planned) {
  for (const CollectiveMove& move : stage.moves) {
    const auto& neighbours = routes_.neighbours(move.from);
    const RankRoute* route = routes_.route(move.from, move.to);
    if (route == nullptr) return false;
    const bool within = route->kind != RankRoute::Kind::network;
    if (!stage.spreads || !within || neighbours.empty()) {
      if (!add_move(move, planned)) return false;
      continue;
    }
    BytesPerSecond all(0.0);
    for (const auto& [rank, capacity] : neighbours) all += capacity;
    for (const auto& [rank, capacity] : neighbours)
      if (!add_move({move.from, rank, move.bytes * (capacity / all)}, planned)) return false;
  }
  return true;
}

void ExchangePlanner::set_bounds(const CollectiveStage& stage, PlannedStage& planned,
                                 std::string& bound_by) {
  std::map<ClusterLink, double> seconds;  // what a link takes for its bytes
  double longest = 0.0;
  ClusterLink fullest = 0;
  bool by_link = false;
  for (const PlannedMove& move : planned.moves) {
    const RankRoute& route = *routes_.route(move.from, move.to);
    const double attained = share(stage, route);
    const double at_bound = move.bytes.value() / (route.bound.value() * attained);
    if (at_bound > longest) {
      longest = at_bound;
      by_link = false;
    }
    for (const ClusterLink link : plan_.routes[move.route]) {
      const double payload = graph_.node_link(link) == nullptr ? route.payload : 1.0;
      double& taken = seconds[link];
      taken += move.bytes.value() / (graph_.capacity(link).value() * payload * attained);
      if (taken <= longest) continue;
      longest = taken;
      fullest = link;
      by_link = true;
    }
  }
  planned.idle_round = Seconds(longest);
  for (PlannedMove& move : planned.moves) move.bound = move.bytes / planned.idle_round;
  bound_by = by_link ? graph_.link_name(fullest) : "transport";
}

std::optional<PlannedExchange> ExchangePlanner::exchange(const CollectivePlan& plan,
                                                         bool together) {
  PlannedExchange exchange{.start_latency = plan.latency, .latency = plan.latency};
  exchange.idle_time = plan.latency;
  Seconds most(0.0);
  for (const CollectiveStage& stage : plan.stages) {
    PlannedStage planned{.rounds = stage.rounds, .delay = stage.delay};
    std::string bound_by;
    if (!add_moves(stage, planned)) return std::nullopt;
    set_bounds(stage, planned, bound_by);
    const auto rounds = static_cast<double>(planned.rounds);
    planned.tail = planned.idle_round * stage.tail;
    exchange.latency += planned.delay * rounds;
    const Seconds flows = planned.idle_round * rounds;
    exchange.idle_time += planned.delay * rounds + flows + planned.tail;
    if (flows > most) {
      most = flows;
      exchange.bound_by = bound_by;
    }
    if (together && planned.rounds > 1) {
      for (PlannedMove& move : planned.moves) move.bytes *= rounds;
      planned.delay *= rounds;
      planned.idle_round *= rounds;
      planned.rounds = 1;
    }
    exchange.stages.push_back(std::move(planned));
  }
  if (exchange.latency > exchange.idle_time * 0.5) exchange.bound_by = "latency";
  return exchange;
}

}  // namespace gpuscape
