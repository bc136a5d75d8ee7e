#include "sim/model/failures/nodes_away.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/scheduling/node_list.hpp"

namespace gpuscape {

std::vector<OutageNode> nodes_away(const SaidAway& said, const Platform& platform,
                                   ReadingContext& context) {
  std::vector<OutageNode> all;
  const auto fault = [&](std::string message, std::string hint) {
    context.add(said.place, child_pointer(said.pointer, "nodes"), std::move(message),
                std::move(hint));
  };
  for (const std::string& text : said.nodes) {
    const auto found = find_nodes(text, platform);
    if (const auto* why = std::get_if<std::string>(&found)) {
      fault(*why, R"(written "group", "group/3" or "group/0-3")");
      continue;
    }
    const auto& nodes = std::get<NamedNodes>(found);
    const NodeGroup& group = platform.groups()[nodes.group];
    if (group.pool && text != group.name) {
      fault(fmt::format("\"{}\" is a pool: it has no nodes", excerpt(group.name)),
            "a pool goes away as a whole, by its name");
      continue;
    }
    for (std::uint32_t node = nodes.first; node <= nodes.last; ++node)
      all.push_back({static_cast<std::uint32_t>(nodes.group), node});
  }
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

bool is_never_away(const SaidAway& said, bool by_steps, ReadingContext& context) {
  if (by_steps)
    context.add(said.place, said.pointer, "at detail \"step\" nodes are never away",
                "maintenance and failures are of runs of jobs");
  return by_steps;
}

}  // namespace gpuscape
