#include "sim/scheduling/node_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape {

namespace {

std::string_view trimmed_item(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<std::uint32_t> number_of(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::string unknown_group(std::string_view name, const Platform& platform) {
  std::vector<std::string> names;
  for (const NodeGroup& group : platform.groups()) names.push_back(group.name);
  const std::string likely = nearest(name, names);
  return fmt::format("no nodes are called \"{}\"{}", excerpt(name),
                     likely.empty() ? "" : fmt::format("; did you mean \"{}\"?", excerpt(likely)));
}

}  // namespace

std::variant<NamedNodes, std::string> find_nodes(std::string_view item, const Platform& platform) {
  const auto& groups = platform.groups();
  std::optional<std::string_view> range;
  auto group = std::ranges::find(groups, item, &NodeGroup::name);
  const std::size_t slash = item.rfind('/');
  if (group == groups.end() && slash != std::string_view::npos) {
    range = item.substr(slash + 1);
    group = std::ranges::find(groups, item.substr(0, slash), &NodeGroup::name);
  }
  if (group == groups.end()) return unknown_group(item.substr(0, slash), platform);
  std::optional<std::uint32_t> first = 0;
  std::optional<std::uint32_t> last = group->count - 1;
  if (range) {
    const std::size_t dash = range->find('-');
    first = number_of(range->substr(0, dash));
    last = dash == std::string_view::npos ? first : number_of(range->substr(dash + 1));
  }
  if (!first || !last || *first > *last || *last >= group->count)
    return fmt::format("\"{}\" names no nodes: \"{}\" has {} to {}", excerpt(item),
                       excerpt(group->name), 0, group->count - 1);
  return NamedNodes{static_cast<std::size_t>(group - groups.begin()), *first, *last};
}

std::string open_nodes(std::string_view list, const Platform& platform, NodeMask& mask) {
  if (trimmed_item(list).empty()) {
    for (std::size_t group = 0; group < platform.groups().size(); ++group)
      for (std::uint32_t node = 0; node < platform.groups()[group].count; ++node)
        mask.open(group, node);
    return {};
  }
  while (true) {
    const std::size_t comma = list.find(',');
    const auto found = find_nodes(trimmed_item(list.substr(0, comma)), platform);
    if (const auto* fault = std::get_if<std::string>(&found)) return *fault;
    const auto& nodes = std::get<NamedNodes>(found);
    for (std::uint32_t node = nodes.first; node <= nodes.last; ++node) mask.open(nodes.group, node);
    if (comma == std::string_view::npos) return {};
    list.remove_prefix(comma + 1);
  }
}

}  // namespace gpuscape
