#include "sim/platform/cluster/port_layout.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// More than anything carries.
constexpr BytesPerSecond kUnbounded{1e18};
/// What is beyond is refused elsewhere.
constexpr std::uint64_t kMostPorts = 0x7fffffff;

}  // namespace

PortLayout::PortLayout(const Platform& platform, std::string_view role)
    : PortLayout(platform, std::vector<std::optional<std::string>>(platform.groups().size(),
                                                                   std::string(role))) {}

PortLayout::PortLayout(const Platform& platform,
                       std::span<const std::optional<std::string>> roles) {
  for (std::size_t i = 0; i < platform.groups().size(); ++i) {
    const NodeGroup& of = platform.groups()[i];
    const bool joined = roles[i].has_value();
    const std::string role = roles[i].value_or("");
    Group group{.first_node = platform.first_node(i),
                .first_host = host_count_,
                .first_port = port_count_,
                .rails = 0,
                .role = {},
                .lines = {}};
    for (const NodePort& port : of.ports)
      if (joined && serves(port, role)) group.lines.push_back(port.line);
    if (of.graph)
      group.rails = static_cast<std::uint32_t>(group.lines.size());
    else if (joined)
      group.rails = 1;
    if (!of.graph) group.lines.clear();
    if (group.rails > 0) group.role = role;
    rails_ = std::max(rails_, group.rails);
    const std::uint64_t ports = port_count_ + std::uint64_t{of.count} * group.rails;
    port_count_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(ports, kMostPorts));
    if (group.rails > 0) host_count_ += of.count;
    groups_.push_back(std::move(group));
  }
}

const PortLayout::Group& PortLayout::group_of_node(std::uint32_t node) const {
  const auto after = std::ranges::upper_bound(groups_, node, {}, &Group::first_node);
  return *std::prev(after);
}

/// The last group that begins at or before it: groups without ports begin where the next one does.
const PortLayout::Group& PortLayout::group_of_port(std::uint32_t index) const {
  auto group = std::prev(std::ranges::upper_bound(groups_, index, {}, &Group::first_port));
  while (group->rails == 0) --group;
  return *group;
}

std::uint32_t PortLayout::host_number(std::uint32_t node) const {
  const Group& group = group_of_node(node);
  return group.first_host + (group.rails > 0 ? node - group.first_node : 0);
}

std::uint32_t PortLayout::own_rail(Port port) const {
  const std::uint32_t rails = rails_of(port.node);
  ensure(rails > 0, "routes begin and end at nodes that the network joins");
  return port.rail % rails;
}

std::uint32_t PortLayout::index(Port port) const {
  const Group& group = group_of_node(port.node);
  return group.first_port + (port.node - group.first_node) * group.rails + own_rail(port);
}

Port PortLayout::port(std::uint32_t index) const {
  const Group& group = group_of_port(index);
  const std::uint32_t within = index - group.first_port;
  return {group.first_node + within / group.rails, within % group.rails};
}

BytesPerSecond PortLayout::line(std::uint32_t index) const {
  const Group& group = group_of_port(index);
  if (group.lines.empty()) return kUnbounded;
  return group.lines[(index - group.first_port) % group.rails];
}

}  // namespace gpuscape
