#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "sim/remote/remote_answer.hpp"

namespace gpuscape {

double RemoteShares::lost_share() const {
  const GpuSeconds all = std::accumulate(lost.begin(), lost.end(), GpuSeconds(0.0));
  return asked > GpuSeconds(0.0) ? all / asked : 0.0;
}

std::optional<RemoteCause> RemoteShares::most() const {
  const auto at = std::ranges::max_element(lost);
  if (!(*at > GpuSeconds(0.0))) return std::nullopt;
  return static_cast<RemoteCause>(at - lost.begin());
}

void sort_groups(RemoteAnswer& answer) {
  if (answer.by.empty()) {
    answer.groups.clear();
    for (RemoteRow& row : answer.rows) row.by_group.clear();
    return;
  }
  std::vector<std::size_t> order(answer.groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return answer.groups[i].jobs.jobs == 0; });
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const RemoteGroup& first = answer.groups[a];
    const RemoteGroup& second = answer.groups[b];
    if (first.jobs.gpu_seconds != second.jobs.gpu_seconds)
      return first.jobs.gpu_seconds > second.jobs.gpu_seconds;
    return first.name < second.name;
  });
  const auto sorted = [&](const auto& values) {
    auto result = std::remove_cvref_t<decltype(values)>();
    result.reserve(order.size());
    for (const std::size_t i : order) result.push_back(values[i]);
    return result;
  };
  answer.groups = sorted(answer.groups);
  for (RemoteRow& row : answer.rows) row.by_group = sorted(row.by_group);
}

std::string remote_name(const RemoteChoice& choice) {
  if (choice.software.empty()) return choice.over;
  return fmt::format("{} over {}", choice.software, choice.over);
}

}  // namespace gpuscape
