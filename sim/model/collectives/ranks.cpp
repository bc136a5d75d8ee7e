#include "sim/model/collectives/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

constexpr const char* kHint =
    "written \"group/node/gpu0-7\", \"group/0-3\" for all GPUs of four nodes, \"group\" for all of "
    "a group";
constexpr std::size_t kMostRanks = 65536;

std::optional<std::uint32_t> number_of(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

/// "gpu0-7" → "gpu0" to "gpu7"; "3" → itself. Nothing where it is not such a range.
std::vector<std::string> range_of(std::string_view text) {
  const std::size_t dash = text.rfind('-');
  if (dash == std::string_view::npos) return {std::string(text)};
  std::string_view first = text.substr(0, dash);
  const std::size_t stem = first.find_last_not_of("0123456789");
  const std::string_view word = first.substr(0, stem == std::string_view::npos ? 0 : stem + 1);
  first.remove_prefix(word.size());
  const auto from = number_of(first);
  const auto to = number_of(text.substr(dash + 1));
  if (!from || !to) return {std::string(text)};
  std::vector<std::string> names;
  for (std::uint32_t i = *from; i <= *to && names.size() < kMostRanks; ++i)
    names.push_back(fmt::format("{}{}", word, i));
  return names;
}

class Finder {
 public:
  explicit Finder(const ClusterGraph& graph) : graph_(graph) {}

  RankFault add(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string group(text.substr(0, slash));
    const auto& groups = graph_.platform().groups();
    const auto found = std::ranges::find(groups, group, &NodeGroup::name);
    if (found == groups.end())
      return {fmt::format("there are no nodes \"{}\"", excerpt(group)), kHint};
    const auto index = static_cast<std::size_t>(found - groups.begin());
    if (slash == std::string_view::npos) return add_nodes(index, 0, found->count);
    const std::string_view rest = text.substr(slash + 1);
    const std::size_t second = rest.find('/');
    if (second == std::string_view::npos && number_of(rest.substr(0, rest.find('-')))) {
      const std::vector<std::string> nodes = range_of(rest);
      const auto first = number_of(nodes.empty() ? rest : std::string_view(nodes.front()));
      const auto last = number_of(nodes.empty() ? rest : std::string_view(nodes.back()));
      if (!first || !last || *last >= found->count)
        return {
            fmt::format("\"{}\": there are {} nodes \"{}\"", excerpt(text), found->count, group),
            kHint};
      return add_nodes(index, *first, *last + 1);
    }
    if (second == std::string_view::npos) return add_devices(group + "/", rest);
    for (const std::string& node : range_of(rest.substr(0, second)))
      if (auto fault = add_devices(fmt::format("{}/{}/", group, node), rest.substr(second + 1));
          !fault.message.empty())
        return fault;
    return {};
  }

  Ranks take() {
    Ranks ranks;
    for (const std::uint32_t node : nodes_) {
      const std::vector<DeviceIndex>& of = by_node_[node];
      ranks.node_sizes.push_back(static_cast<std::uint32_t>(of.size()));
      for (const DeviceIndex device : of) ranks.gpus.push_back({node, device});
    }
    return ranks;
  }

 private:
  RankFault add_nodes(std::size_t group, std::uint32_t first, std::uint32_t end) {
    const auto& of = graph_.platform().groups()[group];
    const std::vector<DeviceIndex> gpus =
        of.graph ? of.graph->of_kind(DeviceKind::gpu) : std::vector<DeviceIndex>{};
    if (gpus.empty())
      return {fmt::format("nodes \"{}\" have no GPUs that links lead to", of.name),
              "a node of the catalogue has, and one of type \"graph\""};
    for (std::uint32_t node = first; node < end; ++node)
      for (const DeviceIndex gpu : gpus)
        if (auto fault = add(Endpoint{graph_.platform().first_node(group) + node, gpu});
            !fault.message.empty())
          return fault;
    return {};
  }

  RankFault add_devices(const std::string& before, std::string_view devices) {
    for (const std::string& device : range_of(devices)) {
      std::string why;
      const auto end = graph_.find(before + device, why);
      if (!end) return {fmt::format("\"{}{}\": {}", excerpt(before), excerpt(device), why), kHint};
      if (graph_.device(*end).kind != DeviceKind::gpu)
        return {fmt::format("{} is not a GPU", graph_.name(*end)), kHint};
      if (auto fault = add(Endpoint{end->node, end->device}); !fault.message.empty()) return fault;
    }
    return {};
  }

  RankFault add(Endpoint gpu) {
    if (!seen_.insert({gpu.node, gpu.device}).second)
      return {fmt::format("{} is named twice", graph_.name(gpu)), "every GPU takes part once"};
    if (seen_.size() > kMostRanks) return {"more than 65536 GPUs", ""};
    std::vector<DeviceIndex>& of = by_node_[gpu.node];
    if (of.empty()) nodes_.push_back(gpu.node);
    of.push_back(gpu.device);
    return {};
  }

  const ClusterGraph& graph_;
  std::set<std::pair<std::uint32_t, DeviceIndex>> seen_;
  std::vector<std::uint32_t> nodes_;  // in the order named
  std::map<std::uint32_t, std::vector<DeviceIndex>> by_node_;
};

}  // namespace

Ranks first_of(const Ranks& all, std::int64_t count) {
  Ranks ranks;
  ranks.gpus.assign(all.gpus.begin(), all.gpus.begin() + count);
  auto left = static_cast<std::uint32_t>(count);
  for (const std::uint32_t size : all.node_sizes) {
    if (left == 0) break;
    ranks.node_sizes.push_back(std::min(size, left));
    left -= ranks.node_sizes.back();
  }
  return ranks;
}

RankFault find_ranks(const ClusterGraph& graph, const std::vector<std::string>& among,
                     std::size_t least, Ranks& ranks) {
  Finder finder(graph);
  for (const std::string& name : among)
    if (RankFault fault = finder.add(name); !fault.message.empty()) return fault;
  ranks = finder.take();
  if (ranks.gpus.size() < least)
    return {fmt::format("{} GPU exchanges nothing", ranks.gpus.size()),
            "a collective is among two GPUs or more"};
  return {};
}

}  // namespace gpuscape
