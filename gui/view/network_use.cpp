#include <fmt/format.h>

#include <algorithm>

#include "gui/view/map_view.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape::gui {

namespace {

std::string use_text(const UsedLink& link) {
  std::string text =
      fmt::format("{}{}{} used on average", link.name, kSeparator, percent_text(link.mean));
  if (link.nearly_full > 0.0)
    text += fmt::format(", above 90 % for {} of the run", percent_text(link.nearly_full));
  if (link.gpus_lost > GpuSeconds(0.0))
    text += fmt::format("{}{} of the GPU time lost", kSeparator, percent_text(link.lost_share));
  return text;
}

UsedLink link_of(const LinkUse& use, GpuSeconds lost, const TrafficResult& traffic) {
  UsedLink link{.name = use.name,
                .tier = use.tier,
                .mean = use.mean,
                .nearly_full = use.nearly_full,
                .gpus_lost = lost,
                .lost_share = traffic.lost > GpuSeconds(0.0) ? lost / traffic.lost : 0.0};
  link.text = use_text(link);
  return link;
}

/// What a job held beyond its time alone.
GpuSeconds lost_by(const RunResult& run, const TrafficRecord& record) {
  Seconds ran(0.0);
  for (const Segment& segment : run.jobs.segments(record.job)) ran += segment.end - segment.start;
  return gpus_for(run.held(record.job), ran * (1.0 - 1.0 / record.slowdown));
}

std::string user_text(const RunResult& run, const TrafficRecord& record) {
  std::string text = fmt::format("job {}", run.jobs.id(record.job));
  const JobOrigin& origin = (*run.origins)[run.jobs.origin(record.job)];
  if (!origin.user.empty()) text += fmt::format("{}{}", kSeparator, origin.user);
  return text + fmt::format("{}{}{}{} times as long", kSeparator,
                            quantity(run.jobs.demand(record.job).gpus, "GPU"), kSeparator,
                            metric_text(record.slowdown, MetricPrint::factor));
}

}  // namespace

std::optional<NetworkUse> network_use(const StudyResult& result) {
  if (!result.first.traffic) return std::nullopt;
  const TrafficResult& traffic = *result.first.traffic;
  NetworkUse use;
  use.summary = traffic_lines(result, traffic);
  for (const TrafficResult::Loss& loss : traffic.losses)
    use.links.push_back(link_of(loss.link, loss.gpu_seconds, traffic));
  for (const LinkUse& busy : traffic.busiest)
    if (std::ranges::find(use.links, busy.name, &UsedLink::name) == use.links.end())
      use.links.push_back(link_of(busy, GpuSeconds(0.0), traffic));
  return use;
}

std::vector<LinkUser> users_of_link(const RunResult& run, const std::string& link,
                                    std::size_t most) {
  std::vector<LinkUser> users;
  if (!run.traffic) return users;
  const std::vector<std::string>& names = run.traffic->links;
  const auto found = std::ranges::find(names, link);
  if (found == names.end()) return users;
  const SlowingLink wanted(static_cast<std::uint32_t>(found - names.begin()));
  for (const TrafficRecord& record : run.traffic->jobs)
    if (record.slowed_by == wanted)
      users.push_back({record.job, record.slowdown, lost_by(run, record), user_text(run, record)});
  std::ranges::stable_sort(users, std::ranges::greater(), &LinkUser::gpus_lost);
  users.resize(std::min(users.size(), most));
  return users;
}

}  // namespace gpuscape::gui
