#pragma once
/// The order in which the groups of a cluster are tried for a job, and which are tried together.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Indices of groups among which a job's node is looked for at once, in the order of all groups.
using GroupTier = std::vector<std::size_t>;

/// Groups that are named come first, as they are named; the others follow as the scenario lists
/// them. A group whose nodes are not what the job asks for (NodeGroup::will_do) is passed over.
class GroupOrder {
 public:
  GroupOrder() = default;
  /// Reads the keys `groups_first` and `groups`.
  explicit GroupOrder(ObjectReader& reader);

  /// Indices into the platform's groups, each once.
  [[nodiscard]] std::vector<std::size_t> of(const Platform& platform) const;
  /// The same, taken together: each group that is named on its own, all others at once; with
  /// "in-order" each on its own.
  [[nodiscard]] std::vector<GroupTier> tiers(const Platform& platform) const;
  /// A name that no group has; none where all are known.
  [[nodiscard]] std::optional<std::string> unknown(const Platform& platform) const;

 private:
  std::vector<std::string> first_;
  bool in_order_ = false;
};

}  // namespace gpuscape
