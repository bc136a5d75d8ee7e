#include "sim/platform/future/outages.hpp"

#include <algorithm>

namespace gpuscape {

Outages::Outages(const std::vector<PlannedOutage>& planned, const Platform& platform) {
  windows_.reserve(platform.groups().size());
  for (const NodeGroup& group : platform.groups()) windows_.emplace_back(group.count);
  for (const PlannedOutage& outage : planned)
    if (!outage.requeues) announce(outage);
}

void Outages::announce(const PlannedOutage& outage) {
  announced_.push_back(outage);
  for (const OutageNode& at : outage.nodes) {
    std::vector<Window>& windows = windows_[at.group][at.node];
    const auto after = std::ranges::upper_bound(windows, outage.begin, {}, &Window::begin);
    windows.insert(after, {outage.begin, outage.end});
  }
}

bool Outages::is_open(std::size_t group, std::uint32_t node, Seconds from, Seconds to) const {
  return std::ranges::none_of(windows_[group][node], [&](const Window& window) {
    return window.begin < to && window.end > from;
  });
}

Seconds Outages::next_open(std::size_t group, std::uint32_t node, Seconds from,
                           Seconds length) const {
  for (const Window& window : windows_[group][node])
    if (window.begin < from + length && window.end > from) from = window.end;
  return from;
}

}  // namespace gpuscape
