#include "sim/scheduling/groups/group_order.hpp"

#include <algorithm>

namespace gpuscape {

GroupOrder::GroupOrder(ObjectReader& reader) {
  for (const auto& [value, pointer] :
       reader.values("groups_first", FieldType::texts,
                     "Groups of nodes that are tried before the others, in this order."))
    first_.push_back(value->text());
  in_order_ =
      reader.one_of("groups", {"all", "in-order"}, "all",
                    "Whether a job's node is looked for among the nodes of all groups at once, but "
                    "for those of groups_first, or in one group after the other as the scenario "
                    "lists them: in the first one that can take the job.") == "in-order";
}

std::vector<std::size_t> GroupOrder::of(const Platform& platform) const {
  const std::vector<NodeGroup>& groups = platform.groups();
  std::vector<std::size_t> order;
  const auto add = [&](std::size_t group) {
    if (group < groups.size() && std::ranges::find(order, group) == order.end())
      order.push_back(group);
  };
  for (const std::string& name : first_)
    add(static_cast<std::size_t>(std::ranges::find(groups, name, &NodeGroup::name) -
                                 groups.begin()));
  for (std::size_t group = 0; group < groups.size(); ++group) add(group);
  return order;
}

std::vector<GroupTier> GroupOrder::tiers(const Platform& platform) const {
  std::vector<GroupTier> tiers;
  const auto is_named = [&](std::size_t group) {
    return std::ranges::find(first_, platform.groups()[group].name) != first_.end();
  };
  bool together = false;  // the last tier may have further groups
  for (const std::size_t group : of(platform)) {
    if (!together) tiers.emplace_back();
    tiers.back().push_back(group);
    together = !in_order_ && !is_named(group);
  }
  return tiers;
}

std::optional<std::string> GroupOrder::unknown(const Platform& platform) const {
  for (const std::string& name : first_)
    if (std::ranges::find(platform.groups(), name, &NodeGroup::name) == platform.groups().end())
      return name;
  return std::nullopt;
}

}  // namespace gpuscape
