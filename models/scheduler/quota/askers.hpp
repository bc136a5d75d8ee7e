#pragma once
/// Whose job comes next of those for which others stop or give nodes up.

#include <optional>
#include <vector>

#include "models/scheduler/quota/policy.hpp"

namespace gpuscape::quota {

/// Those of a queue for which others might be stopped; in the order in which they are tried, which
/// does not change before others are.
struct Policy::Askers {
  std::size_t queue = 0;
  std::vector<Kind*> kinds;
  std::size_t next = 0;
  std::vector<std::optional<TurnKey>> keys = {};  // of the next one, by depth of the queue above it

  const TurnKey& key(const QuotaTree& tree, std::size_t above) {
    std::optional<TurnKey>& known = keys[tree[above].depth];
    if (!known) known = turn_key(tree, above, tree[above].held, kinds[next]->facts.amounts);
    return *known;
  }
};

}  // namespace gpuscape::quota
