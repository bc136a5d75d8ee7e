#include "sim/scheduling/reservation/lent_ends.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

void add(EndsOfGpus& ends, Seconds end, std::int64_t gpus) {
  if (gpus == 0) return;
  const auto at = ends.try_emplace(end, 0).first;
  at->second += gpus;
  if (at->second == 0) ends.erase(at);
}

}  // namespace

void LentEnds::begin(const ExpectedReleases& releases, const LentGpus& lent) {
  groups_.assign(releases.group_count(), {});
  for (const std::size_t server : lent.lending().servers) {
    const std::uint32_t nodes = releases.group(server).capacity().node_count();
    Group& group = groups_[server];
    group.per_island = nodes_per_island(nodes, lent.lending().islands);
    group.of_island.resize(lent.lending().islands);
    group.of_node.resize(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node)
      look_at(releases.group(server).of_node(node), node, group);
  }
}

/// Of what it knew of the node and what is there now, the ends at both sides are mostly the same.
void LentEnds::look_at(const std::vector<Release>& now, std::uint32_t node, Group& group) {
  std::vector<End>& known = group.of_node[node];
  const auto same = [](const End& a, const Release& b) {
    return a.date == b.end && a.gpus == b.share.gpus;
  };
  auto [gone, come] = std::ranges::mismatch(known, now, same);
  auto gone_end = known.end();
  auto come_end = now.end();
  while (gone_end != gone && come_end != come && same(*(gone_end - 1), *(come_end - 1))) {
    --gone_end;
    --come_end;
  }
  EndsOfGpus& ends = group.of_island[node / group.per_island];
  for (; gone != gone_end; ++gone) add(ends, gone->date, -std::int64_t{gone->gpus});
  for (; come != come_end; ++come) add(ends, come->end, come->share.gpus);
  known.clear();
  for (const Release& release : now) known.push_back({release.end, release.share.gpus});
}

void LentEnds::follow(const ExpectedReleases& releases, const LentGpus& lent) {
  if (groups_.empty() || !releases.changes_complete()) return begin(releases, lent);
  for (const ReleaseChange& change : releases.changes()) {
    Group& group = groups_[change.group];
    if (!group.of_node.empty())
      look_at(releases.group(change.group).of_node(change.node), change.node, group);
  }
}

}  // namespace gpuscape
