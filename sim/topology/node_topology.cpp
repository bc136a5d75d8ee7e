#include "sim/topology/node_topology.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace gpuscape {

namespace {

constexpr std::size_t kMostSplitGpus = 12;

/// GPUs, then adapters and host memory; the first are the rows, if there are any.
std::pair<std::vector<DeviceIndex>, std::vector<DeviceIndex>> rows_and_columns(
    const NodeGraph& graph) {
  std::vector<DeviceIndex> rows = graph.of_kind(DeviceKind::gpu);
  std::vector<DeviceIndex> columns = rows;
  for (const DeviceKind kind : {DeviceKind::nic, DeviceKind::memory})
    for (const DeviceIndex device : graph.of_kind(kind)) columns.push_back(device);
  if (rows.empty()) rows = columns;
  return {std::move(rows), std::move(columns)};
}

class Mapping {
 public:
  Mapping(NodeMap& map, const PairBound& bound) : map_(map), graph_(*map.graph), bound_(bound) {}

  void choose_ends() { std::tie(map_.rows, map_.columns) = rows_and_columns(graph_); }

  void describe_pairs() {
    for (const DeviceIndex row : map_.rows) {
      map_.pairs.emplace_back();
      for (const DeviceIndex column : map_.columns) map_.pairs.back().push_back(facts(row, column));
    }
  }

  void let_all_talk() {
    std::vector<SteadyFlow> flows;
    for (const DeviceIndex from : map_.rows)
      for (const DeviceIndex to : map_.rows)
        if (from != to) flows.push_back(flow(from, to));
    const std::vector<BytesPerSecond> rates = rates_of(flows);
    map_.all_pairs = summarise(rates);
    std::size_t next = 0;
    for (std::size_t i = 0; i < map_.rows.size(); ++i)
      for (std::size_t j = 0; j < map_.rows.size(); ++j)
        if (i != j) map_.pairs[i][j].when_all_talk = rates[next++];
  }

  void shift() {
    for (std::size_t step = 1; step < map_.rows.size(); ++step) {
      std::vector<SteadyFlow> flows;
      flows.reserve(map_.rows.size());
      for (std::size_t i = 0; i < map_.rows.size(); ++i)
        flows.push_back(flow(map_.rows[i], map_.rows[(i + step) % map_.rows.size()]));
      const RateSummary summary = summarise(rates_of(flows));
      if (step > 1 && !is_worse(summary, map_.worst_shift)) continue;
      map_.worst_shift = summary;
      map_.worst_step = step;
    }
  }

  void copy_to_host() {
    std::vector<SteadyFlow> out;
    std::vector<SteadyFlow> in;
    const std::vector<DeviceIndex> gpus = graph_.of_kind(DeviceKind::gpu);
    for (const DeviceIndex gpu : gpus) {
      const DeviceIndex memory = graph_.nearest(gpu, DeviceKind::memory).value_or(gpu);
      out.push_back(flow(gpu, memory));
      in.push_back(flow(memory, gpu));
    }
    const std::vector<BytesPerSecond> rates = rates_of(out);
    map_.to_host = summarise(rates);
    map_.from_host = summarise(rates_of(in));
    for (std::size_t i = 0; i < gpus.size(); ++i) add_to_root_port(gpus[i], out[i], rates[i]);
  }

  void count_shared_links() {
    std::vector<std::size_t> pairs(graph_.links().size(), 0);
    for (const DeviceIndex from : map_.columns)
      for (const DeviceIndex to : map_.columns)
        for (const std::uint32_t link : way(from, to)) ++pairs[link];
    std::map<std::pair<DeviceIndex, DeviceIndex>, SharedLink> busiest;
    for (std::uint32_t link = 0; link < pairs.size(); ++link) {
      SharedLink& kept = busiest[std::minmax(graph_.links()[link].from, graph_.links()[link].to)];
      if (pairs[link] > kept.pairs) kept = {.link = link, .pairs = pairs[link]};
    }
    for (const auto& [ends, shared] : busiest)
      if (shared.pairs > 0) map_.shared.push_back(shared);
    std::ranges::stable_sort(map_.shared, std::greater<>(), &SharedLink::pairs);
  }

  void bisect() {
    const std::vector<DeviceIndex> gpus = graph_.of_kind(DeviceKind::gpu);
    if (gpus.size() < 2) return;
    std::vector<char> first(gpus.size(), 0);
    std::fill_n(first.begin(), gpus.size() / 2, 1);
    const bool try_all = gpus.size() <= kMostSplitGpus;
    do {
      if (try_all && gpus.size() % 2 == 0 && first[0] == 0) break;  // the rest are the same halves
      keep_if_worse(gpus, first);
    } while (try_all && std::ranges::prev_permutation(first).found);
  }

 private:
  /// By the least rate, then by all rates together; what differs in the last digits is equal.
  static bool is_worse(const RateSummary& one, const RateSummary& other) {
    constexpr double kSame = 1e-9;
    if (one.least < other.least * (1.0 - kSame)) return true;
    return one.least <= other.least * (1.0 + kSame) && one.total < other.total * (1.0 - kSame);
  }

  [[nodiscard]] std::vector<std::uint32_t> way(DeviceIndex from, DeviceIndex to) const {
    std::vector<std::uint32_t> links;
    graph_.route(from, to, links);
    return links;
  }

  [[nodiscard]] SteadyFlow flow(DeviceIndex from, DeviceIndex to) const {
    return {.links = way(from, to), .bound = bound_ ? bound_(from, to) : kUnlimited};
  }

  [[nodiscard]] std::vector<BytesPerSecond> rates_of(const std::vector<SteadyFlow>& flows) const {
    return simultaneous_rates(flows,
                              [&](std::uint32_t link) { return graph_.links()[link].capacity; });
  }

  [[nodiscard]] PairFacts facts(DeviceIndex from, DeviceIndex to) const {
    const SteadyFlow alone = flow(from, to);
    PairFacts facts{.path = graph_.path_class(from, to), .alone = alone.bound};
    for (const std::uint32_t index : alone.links) {
      const NodeLink& link = graph_.links()[index];
      facts.latency += link.latency;
      facts.alone = std::min(facts.alone, link.capacity);
      if (link.kind == NodeLinkKind::nvlink)
        facts.nvlinks = facts.nvlinks == 0 ? link.lanes : std::min(facts.nvlinks, link.lanes);
    }
    return facts;
  }

  void add_to_root_port(DeviceIndex gpu, const SteadyFlow& out, BytesPerSecond rate) {
    const auto uplink = std::ranges::find_if(out.links, [&](std::uint32_t link) {
      const DeviceKind above = graph_.devices()[graph_.links()[link].to].kind;
      return above == DeviceKind::cpu || above == DeviceKind::host_bridge;
    });
    if (uplink == out.links.end()) return;
    auto port = std::ranges::find(map_.root_ports, *uplink, &RootPort::uplink);
    if (port == map_.root_ports.end())
      port = map_.root_ports.insert(port, {.uplink = *uplink, .gpus = {}, .each = rate});
    port->gpus.push_back(gpu);
    port->each = std::min(port->each, rate);
  }

  void keep_if_worse(const std::vector<DeviceIndex>& gpus, const std::vector<char>& first) {
    std::vector<SteadyFlow> flows;
    std::vector<DeviceIndex> half;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      if (first[i] == 0) continue;
      half.push_back(gpus[i]);
      for (std::size_t j = 0; j < gpus.size(); ++j)
        if (first[j] == 0) flows.push_back(flow(gpus[i], gpus[j]));
    }
    const BytesPerSecond total = summarise(rates_of(flows)).total;
    NodeBisection& worst = map_.bisection;
    if (worst.splits++ > 0 && !(total < worst.bandwidth * (1.0 - 1e-9))) return;
    worst.half = std::move(half);
    worst.bandwidth = total;
  }

  NodeMap& map_;
  const NodeGraph& graph_;
  const PairBound& bound_;
};

}  // namespace

std::optional<std::size_t> crossings(const NodeGraph& graph, std::size_t most) {
  const std::vector<DeviceIndex> columns = rows_and_columns(graph).second;
  std::size_t sum = columns.size() * columns.size();
  std::vector<std::uint32_t> links;
  for (std::size_t i = 0; i < columns.size() && sum <= most; ++i) {
    for (const DeviceIndex to : columns) {
      links.clear();
      graph.route(columns[i], to, links);
      sum += links.size();
    }
  }
  return sum <= most ? std::optional(sum) : std::nullopt;
}

NodeMap map_node(std::shared_ptr<const NodeGraph> graph, const PairBound& bound) {
  NodeMap map;
  map.graph = std::move(graph);
  Mapping mapping(map, bound);
  mapping.choose_ends();
  mapping.describe_pairs();
  mapping.let_all_talk();
  mapping.shift();
  mapping.copy_to_host();
  mapping.count_shared_links();
  mapping.bisect();
  return map;
}

}  // namespace gpuscape
