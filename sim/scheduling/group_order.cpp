#include "sim/scheduling/group_order.hpp"

#include <algorithm>

namespace gpuscape {

GroupOrder::GroupOrder(ObjectReader& reader) {
  for (const auto& [value, pointer] :
       reader.values("groups_first", FieldType::texts,
                     "Groups of nodes that are tried before the others, in this order; without it "
                     "groups are tried as the scenario lists them."))
    first_.push_back(value->text());
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

std::optional<std::string> GroupOrder::unknown(const Platform& platform) const {
  for (const std::string& name : first_)
    if (std::ranges::find(platform.groups(), name, &NodeGroup::name) == platform.groups().end())
      return name;
  return std::nullopt;
}

}  // namespace gpuscape
