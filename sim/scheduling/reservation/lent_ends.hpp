#pragma once
/// When jobs are expected to give lent GPUs back, island by island.

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/platform/future/expected_releases.hpp"

namespace gpuscape {

/// GPUs by the date on which they come back.
using EndsOfGpus = std::map<Seconds, std::int64_t>;

/// Of all groups that lend GPUs. It follows changes node by node: a reservation looks at no more
/// ends than it waits for, however many jobs run.
class LentEnds {
 public:
  /// Follows what has changed since it was last called. Changes are cleared after this, or they are
  /// not complete.
  void follow(const ExpectedReleases& releases, const LentGpus& lent);
  [[nodiscard]] const EndsOfGpus& of(std::size_t group, std::uint32_t island) const {
    return groups_[group].of_island[island];
  }

 private:
  struct End {
    Seconds date{0.0};
    std::int32_t gpus = 0;
  };
  struct Group {
    std::uint32_t per_island = 1;  // nodes
    std::vector<EndsOfGpus> of_island;
    /// As they were looked at last: where run times are rescaled, the end that a change names is
    /// not the one that was expected.
    std::vector<std::vector<End>> of_node;
  };
  void begin(const ExpectedReleases& releases, const LentGpus& lent);
  static void look_at(const std::vector<Release>& now, std::uint32_t node, Group& group);

  std::vector<Group> groups_;  // without nodes where they lend nothing
};

/// Ends of several groups, one after the other by rising date.
class EndsInOrder {
 public:
  void add(const EndsOfGpus& ends) {
    if (!ends.empty()) left_.emplace_back(ends.begin(), ends.end());
  }
  [[nodiscard]] bool empty() const { return left_.empty(); }
  [[nodiscard]] Seconds first() const { return soonest()->first->first; }
  /// The GPUs that come back then.
  std::int64_t take() {
    const auto at = left_.begin() + (soonest() - left_.cbegin());
    const std::int64_t gpus = at->first->second;
    if (++at->first == at->second) left_.erase(at);
    return gpus;
  }

 private:
  using Left = std::pair<EndsOfGpus::const_iterator, EndsOfGpus::const_iterator>;
  [[nodiscard]] std::vector<Left>::const_iterator soonest() const {
    return std::ranges::min_element(left_, {}, [](const Left& of) { return of.first->first; });
  }
  std::vector<Left> left_;
};

}  // namespace gpuscape
