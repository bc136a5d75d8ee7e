#include "sim/report/format/text_lines.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/study/asked_load.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kTextColumn = kLabelWidth + 3;

/// "1.26 (1.20–1.31)"; no unit, times as long as alone.
std::string slowdown_text(const Estimate& estimate) {
  return with_interval(estimate, [](double value) { return fmt::format("{:.2f}", value); });
}

std::string use_text(const LinkUse& link) {
  return link.nearly_full < 0.0005
             ? fmt::format("{} used on average", percent_text(link.mean))
             : fmt::format("above 90 % for {} of the run", percent_text(link.nearly_full));
}

}  // namespace

std::string line(std::string_view label, std::string_view text) {
  const std::string begin = fmt::format("{:<{}}", label, kTextColumn);
  return begin + wrapped(text, {.column = display_width(begin), .later = kTextColumn}) + '\n';
}

std::string labelled(std::string_view label, std::string_view table) {
  std::string all;
  while (!table.empty()) {
    const std::size_t end = table.find('\n');
    all += fmt::format("{:<{}}{}\n", label, kTextColumn, table.substr(0, end));
    label = "";
    table.remove_prefix(end == std::string_view::npos ? table.size() : end + 1);
  }
  return all;
}

std::string wait_reason_text(WaitReason reason, std::string_view noun) {
  switch (reason) {
    case WaitReason::order:
      return "queue order";
    case WaitReason::gpus_short:
      return fmt::format("{} short", noun);
    case WaitReason::no_whole_node:
      return "no whole node free";
    case WaitReason::cores_or_memory_short:
      return "cores or memory short";
    case WaitReason::limit:
      return "limits or nodes of others";
    case WaitReason::model_short:
      return "free GPUs are not of the kind asked for";
    case WaitReason::dependency:
      return "dependencies";
    case WaitReason::managers_away:
      return "no majority of the management servers";
  }
  return "";
}

std::string wait_shares_text(const SecondsByReason& seconds, std::string_view noun) {
  const Seconds all = std::accumulate(seconds.begin(), seconds.end(), Seconds(0.0));
  if (!(all > Seconds(0.0))) return "";
  std::vector<std::size_t> order(kWaitReasons);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return seconds[a] > seconds[b]; });
  std::vector<std::string> parts;
  for (const std::size_t reason : order) {
    const double share = seconds[reason] / all;
    if (share >= 0.005)
      parts.push_back(fmt::format("{:.0f} % {}", 100.0 * share,
                                  wait_reason_text(static_cast<WaitReason>(reason), noun)));
  }
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

std::string wait_line(const SecondsByReason& seconds, std::string_view noun) {
  const std::string shares = wait_shares_text(seconds, noun);
  return shares.empty() ? "" : line("why jobs waited", shares);
}

std::string worst_week_line(const WorstWeek& worst) {
  const std::string p95 = human_text(Seconds(worst.queue_wait_p95));
  if (worst.week == 0)
    return line("worst week", fmt::format("p95 {}, the mean of each replication's worst; weeks "
                                          "with a p95 wait of zero: {:.3g} of {:.3g}",
                                          p95, worst.weeks_without_wait_at_p95, worst.weeks));
  return line("worst week",
              fmt::format("p95 {} (week {}); weeks with a p95 wait of zero: {:.0f} of {:.0f}", p95,
                          worst.week, worst.weeks_without_wait_at_p95, worst.weeks));
}

std::string asked_load_text(const StudyResult& result) {
  const std::optional<AskedLoad> asked = asked_load(result.scenario);
  if (!asked) return "";
  const bool same_gpus = asked->gpus == result.first.gpus_total;
  const std::string load = fmt::format("{:.2f}", asked->load);
  if (same_gpus && load == fmt::format("{:.2f}", result.estimates["offered_load"].value)) return "";
  return fmt::format(" (asked: {} of {} GPUs)", load, human_count(asked->gpus));
}

std::string averages_line(const StudyResult& result) {
  const Seconds length = result.averaged_to - result.averaged_from;
  if (!(length > Seconds(0.0))) return "";
  const std::string of = std::isfinite(result.estimates["offered_load"].value)
                             ? "offered load and time averages over "
                             : "time averages over ";
  const bool to_the_end = !(result.averaged_to < result.first.end);
  std::string_view what = ", from the first to the last submission";
  if (result.synthetic) what = "";
  if (result.warm_up > Seconds(0.0)) what = " after the warm-up";
  if (!(result.span > Seconds(0.0)) || to_the_end) what = ", to the end of the last job";
  return line("averages", fmt::format("{}{}{}", of, rounded_text(length), what));
}

std::string back_test_line(const AsLogged& logged) {
  return line(
      "back-test",
      fmt::format("{} of {} wait as long as logged, give or take {} or 20 %; {} to within "
                  "3 s",
                  percent_text(logged.close_share), quantity(logged.compared, "job"),
                  human_text(Seconds(logged.close_within)), percent_text(logged.strict_share)));
}

std::string one_replication_line(const StudyResult& result) {
  const bool several = result.replications > 1;
  const bool warm_up = result.warm_up > Seconds(0.0);
  if (!several && !warm_up) return "";
  std::string text = several ? fmt::format("replication 1 of {}", result.replications)
                             : std::string("the whole run");
  text +=
      fmt::format("{}, as are timeline.csv and timeline.svg", warm_up ? " with its warm-up" : "");
  if (several && std::isfinite(result.metrics["queue_wait_p95_s"]))
    text += fmt::format("; its p95 wait is {}{}, the table's the mean of all",
                        human_text(Seconds(result.metrics["queue_wait_p95_s"])),
                        warm_up ? " without the warm-up" : "");
  return line("jobs.csv", text);
}

std::string traffic_lines(const StudyResult& result, const TrafficResult& traffic) {
  if (traffic.jobs.empty()) return line("job slowdown", "no job exchanged data over the network");
  if (std::isnan(result.estimates["job_slowdown_p50"].value))
    return line("job slowdown", "no job that exchanges data is left after the warm-up");
  std::string text =
      line("job slowdown",
           fmt::format("p50 {} / p95 {}; {} of the jobs that exchange data run 1 % or more longer; "
                       "weighted by GPU-hours {}",
                       slowdown_text(result.estimates["job_slowdown_p50"]),
                       slowdown_text(result.estimates["job_slowdown_p95"]),
                       percent_text(result.estimates["job_slowed_share"].value),
                       slowdown_text(result.estimates["job_slowdown_by_gpu_hours"])));
  if (!(traffic.lost > GpuSeconds(0.0))) return text + line("bottleneck", "no link slowed a job");
  if (result.estimates["network_load"].value < 0.001 * result.estimates["offered_load"].value)
    return text + line("bottleneck", "none: the network adds less than 0.1 % GPU time");
  std::vector<std::string> causes;
  for (const TrafficResult::Loss& loss :
       std::span(traffic.losses).first(std::min<std::size_t>(3, traffic.losses.size()))) {
    causes.push_back(fmt::format("{}: {} of the time lost, {}", loss.link.name,
                                 percent_text(loss.gpu_seconds / traffic.lost),
                                 use_text(loss.link)));
  }
  const std::pair<const char*, GpuSeconds> others[] = {
      {"latency of longer routes", traffic.lost_on_routes},
      {"calls to lent GPUs", traffic.lost_by_calls},
      {"copies to lent GPUs at their own rate", traffic.lost_by_own_copies}};
  for (const auto& [cause, lost] : others)
    if (lost >= 0.005 * traffic.lost)
      causes.push_back(fmt::format("{}: {}", cause, percent_text(lost / traffic.lost)));
  return text + line("bottleneck", fmt::format("{}", fmt::join(causes, kSeparator)));
}

}  // namespace gpuscape
