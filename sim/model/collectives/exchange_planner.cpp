#include "sim/model/collectives/exchange_planner.hpp"

#include <algorithm>
#include <map>
#include <tuple>

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
  const RankRoute* route = routes_.route(move.from, move.to, move.lane);
  if (route == nullptr) return false;
  planned.moves.push_back(
      {.from = move.from, .to = move.to, .route = route->route, .bytes = move.bytes});
  return true;
}

bool ExchangePlanner::add_moves(const CollectiveStage& stage, PlannedStage& planned) {
  for (const CollectiveMove& move : stage.moves) {
    const auto& neighbours = routes_.neighbours(move.from);
    const RankRoute* route = routes_.route(move.from, move.to, move.lane);
    if (route == nullptr) return false;
    const bool within = route->kind != RankRoute::Kind::network;
    if (!stage.spreads || !within || neighbours.empty()) {
      if (!add_move(move, planned)) return false;
      continue;
    }
    BytesPerSecond all(0.0);
    for (const auto& [rank, capacity] : neighbours) all += capacity;
    for (const auto& [rank, capacity] : neighbours)
      if (!add_move({move.from, rank, move.bytes * (capacity / all), {}}, planned)) return false;
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
    const RankRoute& route = routes_.of_plan(move.route);
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
  if (stage.rank_rate < BytesPerSecond(std::numeric_limits<double>::infinity())) {
    std::map<std::uint32_t, Bytes> sent;
    for (const PlannedMove& move : planned.moves) sent[move.from] += move.bytes;
    for (const auto& [rank, bytes] : sent) {
      if ((bytes / stage.rank_rate).value() <= longest) continue;
      longest = (bytes / stage.rank_rate).value();
      by_link = false;
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

/// Of one round.
struct ExchangePlanner::StageLoad {
  struct ByWay {
    bool operator()(const ExchangePattern::Flow& a, const ExchangePattern::Flow& b) const {
      return std::tie(a.from, a.from_rail, a.to, a.to_rail) <
             std::tie(b.from, b.from_rail, b.to, b.to_rail);
    }
  };
  Seconds bound{0.0};                  // the longest of its moves by its transport's rate
  std::map<ClusterLink, double> own;   // s, by link within a node
  std::map<ClusterLink, double> host;  // s, by link between adapter and switch
  struct Sent {
    Bytes bytes{0.0};
    Bytes paced{0.0};
  };
  std::map<ExchangePattern::Flow, Sent, ByWay> flows;  // by adapters; their own bytes are none
  std::map<std::uint32_t, std::uint32_t> places;       // of nodes

  struct Longest {
    Seconds time{0.0};
    ClusterLink link = 0;
  };
  [[nodiscard]] static Longest longest(const std::map<ClusterLink, double>& of) {
    Longest found;
    for (const auto& [link, time] : of)
      if (Seconds(time) > found.time) found = {Seconds(time), link};
    return found;
  }
};

void ExchangePlanner::load_move(const CollectiveStage& stage, const PlannedMove& move,
                                const std::vector<std::uint32_t>& places, StageLoad& load) const {
  const RankRoute& route = routes_.of_plan(move.route);
  const double attained = share(stage, route);
  load.places[routes_.node(move.from)] = places[move.from];
  load.places[routes_.node(move.to)] = places[move.to];
  load.bound = std::max(load.bound, move.bytes / (route.bound * attained));
  const Bytes between = move.bytes / route.payload;
  std::optional<Port> from;
  for (const ClusterLink link : plan_.routes[move.route]) {
    if (graph_.node_link(link) != nullptr) {
      load.own[link] += (move.bytes / (graph_.capacity(link) * attained)).value();
      continue;
    }
    const std::optional<Port> port = graph_.port_of_link(link);
    if (!port) continue;
    load.host[link] += (between / (graph_.capacity(link) * attained)).value();
    if (!from) {
      from = port;
      continue;
    }
    auto& sent = load.flows[{places[move.from], from->rail, places[move.to], port->rail}];
    sent.bytes += between;
    sent.paced += between / attained;
  }
}

std::optional<ExchangePattern> ExchangePlanner::pattern(const CollectivePlan& plan,
                                                        const std::vector<std::uint32_t>& places) {
  ExchangePattern pattern{.fixed = plan.latency, .time = plan.latency};
  Seconds latency = plan.latency;
  Seconds most(0.0);
  for (const CollectiveStage& stage : plan.stages) {
    PlannedStage planned{.rounds = stage.rounds, .delay = stage.delay};
    if (!add_moves(stage, planned)) return std::nullopt;
    StageLoad load;
    for (const PlannedMove& move : planned.moves) load_move(stage, move, places, load);
    const auto own = StageLoad::longest(load.own);
    const auto host = StageLoad::longest(load.host);
    const Seconds within = std::max(own.time, load.bound);
    const Seconds round = std::max(within, host.time);
    const auto rounds = static_cast<double>(stage.rounds);
    latency += stage.delay * rounds;
    pattern.fixed += stage.delay * rounds + round * stage.tail;
    pattern.time += stage.delay * rounds + round * stage.tail + round * rounds;
    if (round * rounds > most) {
      most = round * rounds;
      pattern.bound_by = host.time >= round  ? "adapter"
                         : own.time >= round ? graph_.link_name(own.link)
                                             : "transport";
    }
    if (load.flows.empty() && plan.stages.size() > 1)
      pattern.fixed += within * rounds;
    else
      add_load(load, rounds, within, pattern);
  }
  if (latency > pattern.time * 0.5) pattern.bound_by = "latency";
  return pattern;
}

void ExchangePlanner::add_load(const StageLoad& load, double rounds, Seconds within,
                               ExchangePattern& pattern) const {
  pattern.alone += within * rounds;
  for (const auto& [way, sent] : load.flows) {
    ExchangePattern::Flow flow = way;
    flow.bytes = sent.bytes * rounds;
    flow.paced = sent.paced * rounds;
    pattern.flows.push_back(flow);
  }
  for (const auto& [link, time] : load.own) {
    if (graph_.node_link_kind(link) != NodeLinkKind::pcie) continue;
    if (const auto inner = graph_.inner_link(link))
      pattern.inner.push_back({load.places.at(inner->node), inner->link, Seconds(time * rounds)});
  }
}

}  // namespace gpuscape
