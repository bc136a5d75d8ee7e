#include "models/network/fabric/path_rule.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gpuscape {

namespace {

constexpr std::string_view kInfiniBand = "infiniband";
constexpr std::string_view kEthernet = "ethernet";

constexpr std::array<std::string_view, 3> kNames{"dst-mod-k", "hash", "adaptive"};

std::string name_of(PathChoice choice) {
  return std::string(kNames.at(static_cast<std::size_t>(choice)));
}

/// Empty for what is neither, as Amazon's SRD, which spreads packets over paths by itself.
std::string_view kind_of(std::string_view protocol) {
  if (protocol == kInfiniBand) return kInfiniBand;
  return protocol == kEthernet || protocol == "ethernet_virtual" ? kEthernet : "";
}

/// What all adapters on the network speak, where that is one kind.
std::string_view kind_of_adapters(const Platform& platform, std::string_view role) {
  bool any = false;
  bool infiniband = true;
  bool ethernet = true;
  for (const NodeGroup& group : platform.groups()) {
    if (!group.graph) continue;
    for (const NodePort& port : group.ports) {
      const std::vector<std::string>& spoken = group.graph->devices()[port.nic].protocols;
      if (!serves(port, role) || spoken.empty()) continue;
      any = true;
      const auto speaks = [&spoken](std::string_view kind) {
        return std::ranges::find(spoken, kind, kind_of) != spoken.end();
      };
      infiniband = infiniband && speaks(kInfiniBand);
      ethernet = ethernet && speaks(kEthernet);
    }
  }
  if (!any || infiniband == ethernet) return "";
  return infiniband ? kInfiniBand : kEthernet;
}

void find_kind(RoutingFacts& facts, const NetworkBasis& basis, const Platform& platform) {
  const auto take = [&facts](std::string_view kind, const char* from) {
    if (!facts.kind.empty() || kind.empty()) return;
    facts.kind = kind;
    facts.kind_from = from;
  };
  if (basis.switches) take(kind_of(basis.switches->kind), "switch");
  take(kind_of_adapters(platform, basis.role), "adapters");
  take(kind_of(basis.transport_protocol), "transport");
}

}  // namespace

PathWish read_path_wish(ObjectReader& reader) {
  PathWish wish;
  const std::optional<std::string> choice = reader.optional_one_of(
      "path", {kNames.begin(), kNames.end()},
      "Which of equal paths a route takes: by the destination's number, by a hash of both ends, or "
      "all of them evenly, packet by packet. Without it `adaptive` on InfiniBand and `hash` on "
      "Ethernet, as the switches' `kind` says, else the adapters or the transport; `adaptive` "
      "where none of them does.");
  if (choice) {
    const auto name = std::ranges::find(kNames, *choice);
    if (name != kNames.end()) wish.choice = static_cast<PathChoice>(name - kNames.begin());
  }
  wish.seed = static_cast<std::uint32_t>(
      reader.count("hash_seed", 1,
                   "Another seed gives other paths, where they are hashed; so does another "
                   "`run.seed`, and each replication draws its own.",
                   Bounds{.least = 0, .most = 4294967295.0}));
  return wish;
}

PathRule path_rule(const PathWish& wish, const NetworkBasis& basis, const Platform& platform) {
  PathRule rule{.choice = PathChoice::adaptive, .seed = wish.seed, .facts = {}};
  find_kind(rule.facts, basis, platform);
  rule.facts.given = wish.choice.has_value();
  rule.choice =
      wish.choice.value_or(rule.facts.kind == kEthernet ? PathChoice::hash : PathChoice::adaptive);
  rule.facts.path = name_of(rule.choice);
  return rule;
}

}  // namespace gpuscape
