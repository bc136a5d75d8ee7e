/// By which ranks and adapters bytes leave a node, and what a message then takes.

#include <algorithm>
#include <map>
#include <set>

#include "sim/model/collectives/rank_routes.hpp"

namespace gpuscape {

void RankRoutes::look_across() {
  if (ranks_.node_sizes.size() < 2) return;
  const auto route = graph_.route(ranks_.gpus.front(), ranks_.gpus.back());
  if (!route || !route->network) return;
  near_.resize(ranks_.gpus.size());
  std::uint32_t first = 0;
  for (const std::uint32_t size : ranks_.node_sizes) {
    add_exits(*route->network, first, size);
    first += size;
  }
  if (std::ranges::any_of(exits_, [](const auto& of) { return of.empty(); })) exits_.clear();
}

/// Each adapter that is nearest to some rank carries as much as each other one. Where NVLink joins
/// the ranks, those use it that no other one is nearer to: a GPU of the other socket leaves its
/// node by way of a GPU beside the adapter. Over PCIe that would cost the links of both, and each
/// leaves by itself.
void RankRoutes::add_exits(std::size_t network, std::uint32_t first, std::uint32_t size) {
  struct User {
    std::pair<PathClass, std::size_t> far;
    CollectiveExit exit;
  };
  std::map<DeviceIndex, std::vector<User>> users;
  for (std::uint32_t j = 0; j < size; ++j) {
    const auto near = graph_.near_adapters(ranks_.gpus[first + j], network);
    near_[first + j] = near.nics;
    for (std::uint32_t lane = 0; lane < near.nics.size(); ++lane)
      users[near.nics[lane]].push_back({{near.path, near.links}, {.rank = j, .lane = lane}});
  }
  std::vector<CollectiveExit> exits;
  for (auto& [nic, of] : users) {
    const auto least = std::ranges::min(of, {}, &User::far).far;
    if (by_nvlink_) std::erase_if(of, [&](const User& user) { return user.far != least; });
    for (User& user : of) {
      user.exit.share = 1.0 / static_cast<double>(users.size() * of.size());
      exits.push_back(user.exit);
    }
  }
  const auto count = static_cast<std::uint32_t>(users.size());
  adapters_ = exits_.empty() ? count : std::min(adapters_, count);
  exits_.push_back(std::move(exits));
}

NetworkMessage RankRoutes::message() {
  NetworkMessage message;
  std::vector<std::uint32_t> first{0};
  for (const std::uint32_t size : ranks_.node_sizes) first.push_back(first.back() + size);
  const std::size_t nodes = exits_.size();
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::size_t next = (node + 1) % nodes;
    const std::size_t most = std::min(exits_[node].size(), exits_[next].size());
    for (std::size_t i = 0; i < most; ++i) {
      const CollectiveExit& out = exits_[node][i];
      const RankRoute* way =
          route(first[node] + out.rank, first[next] + exits_[next][i].rank, out.lane);
      if (way == nullptr) continue;
      message.latency = std::max(message.latency, way->latency);
      message.post = std::max(message.post, way->post);
      message.in_order = message.in_order && way->in_order;
    }
  }
  return message;
}

std::optional<CollectiveMessage> RankRoutes::message_by(std::string_view transport) const {
  const NamedTransport* named = ways_.transports().find(transport);
  if (named == nullptr || ranks_.gpus.size() < 2 || !by_nvlink_) return std::nullopt;
  const auto found = ways_.way(ranks_.gpus[0], ranks_.gpus[1], named);
  const auto* way = std::get_if<TransferWay>(&found);
  if (way == nullptr || way->legs.size() != 1) return std::nullopt;
  const TransferLeg& leg = way->legs.front();
  constexpr Bytes kLarge{1e9};
  const MessageCost cost = cost_of(leg, kLarge);
  return CollectiveMessage{.latency = cost.latency,
                           .share = std::min(1.0, cost.bound / leg.crossing.narrowest)};
}

}  // namespace gpuscape
