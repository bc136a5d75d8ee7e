#include "sim/report/text_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "sim/base/unit_text.hpp"
#include "sim/report/text_table.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kSeparator = " · ";
constexpr std::size_t kLabelWidth = 14;

std::string line(std::string_view label, std::string_view text) {
  return fmt::format("{:<{}}{}\n", label, kLabelWidth + 3, text);
}

/// The unit of "3.7 h"; empty for several units, as in "1 h 13 min".
std::string_view only_unit(std::string_view text) {
  const std::size_t space = text.find(' ');
  return space == text.rfind(' ') && space != std::string_view::npos ? text.substr(space)
                                                                     : std::string_view();
}

/// "16 min (7–31)" where one unit does, else "1 h 13 min (42 min – 3 h 56 min)".
template <class Print>
std::string with_interval(const Estimate& estimate, Print print) {
  if (!std::isfinite(estimate.value)) return "–";
  std::string value = print(estimate.value);
  if (!estimate.low || !estimate.high || !(*estimate.low < *estimate.high)) return value;
  const std::string low = print(*estimate.low);
  const std::string high = print(*estimate.high);
  if (low == value && high == value) return value;
  const std::string_view unit = only_unit(value);
  if (value.find(' ') == std::string::npos) return fmt::format("{} ({}–{})", value, low, high);
  if (unit.empty() || unit != only_unit(low) || unit != only_unit(high))
    return fmt::format("{} ({} – {})", value, low, high);
  return fmt::format("{} ({}–{})", value, std::string_view(low).substr(0, low.find(' ')),
                     std::string_view(high).substr(0, high.find(' ')));
}

std::string wait_text(double seconds) {
  return std::isfinite(seconds) ? human_text(Seconds(seconds)) : "–";
}
std::string coarse_text(double seconds) { return rounded_text(Seconds(seconds)); }

std::string percent_text(double share) { return fmt::format("{:.1f} %", 100.0 * share); }

std::string quantity(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", human_count(count), noun, count == 1 ? "" : "s");
}

std::string span_text(Seconds span) {
  const auto days = static_cast<std::int64_t>(std::lround(span.value() / 86400.0));
  return days >= 2 ? quantity(days, "day") : human_text(span);
}

std::string policies_text(const SchedulerSpec& scheduler) {
  std::string text = scheduler.policy.type;
  if (scheduler.backfill.type != "none") text += " with " + scheduler.backfill.type + " backfill";
  return text + ", " + scheduler.placement.type;
}

/// How the intervals of the table were made, in the order of the columns; or why there are none.
std::string methods_text(const StudyResult& result) {
  std::vector<std::string> methods;
  for (const Estimate* estimate : {&result.queue_wait_p95, &result.queue_wait_mean,
                                   &result.completion_mean, &result.gpus_allocated_share}) {
    const bool known = std::find(methods.begin(), methods.end(), estimate->method) != methods.end();
    if (estimate->low && !known) methods.push_back(estimate->method);
  }
  if (methods.empty()) return result.gpus_allocated_share.method;
  return fmt::format("{} % intervals: {}", 100.0 * result.scenario.run.confidence,
                     fmt::join(methods, ", "));
}

std::string sampling_text(const StudyResult& result) {
  if (!result.synthetic) return fmt::format("replay (1 sample; {})", methods_text(result));
  std::string text = quantity(result.replications, "replication");
  text += result.replications == 1
              ? fmt::format(" ({})", methods_text(result))
              : fmt::format(" ({} % intervals: t)", 100.0 * result.scenario.run.confidence);
  return text;
}

std::string header(const StudyResult& result) {
  return fmt::format("{}{}{}{}{}, {}, {}{}{}\n", title_of(result.scenario), kSeparator,
                     variant_of(result.scenario), kSeparator, quantity(result.jobs, "job"),
                     span_text(result.span), policies_text(result.scenario.scheduler), kSeparator,
                     sampling_text(result));
}

std::string counts(const StudyResult& result) {
  std::string text = std::isfinite(result.offered_load.value)
                         ? fmt::format("offered load {:.2f}", result.offered_load.value)
                         : "offered load – (all jobs at one instant)";
  if (result.first.traffic && result.network_load.value >= 0.005)
    text += fmt::format(" + {:.2f} by the network", result.network_load.value);
  text += fmt::format("{}unfinished {}{}never fit {}", kSeparator, human_count(result.unfinished),
                      kSeparator, human_count(result.never_fit));
  if (result.timed_out > 0)
    text += fmt::format("{}killed at their limit {}", kSeparator, human_count(result.timed_out));
  if (result.first.not_submitted > 0)
    text +=
        fmt::format("{}not yet submitted {}", kSeparator, human_count(result.first.not_submitted));
  return text + "\n";
}

std::string sampling_line(const StudyResult& result) {
  std::string text =
      fmt::format("warm-up {} removed ({})", human_text(result.warm_up), result.warm_up_method);
  if (!result.precision_reached) {
    text += fmt::format("{}half-widths aimed at, 5 % of means and 10 % of p95: not reached",
                        kSeparator);
  }
  if (std::isnan(result.queue_wait_mean.value))
    text += fmt::format("{}no job is left after it", kSeparator);
  return line("sampling", text);
}

std::string table(const StudyResult& result) {
  const bool pools = capacity_noun(result.first) != "GPUs";
  std::vector<std::string> heads{std::string(kLabelWidth, ' '), "queue wait p50 / p95"};
  std::vector<std::string> row{result.synthetic ? "simulated" : "replayed"};
  if (result.overloaded()) {
    row.push_back(fmt::format("overloaded: waits grow with the length of the {}",
                              result.synthetic ? "run" : "log"));
  } else {
    row.push_back(wait_text(result.queue_wait_p50.value) + " / " +
                  with_interval(result.queue_wait_p95, wait_text));
    heads.insert(heads.end(), {"mean wait", "JCT mean"});
    row.push_back(with_interval(result.queue_wait_mean, coarse_text));
    row.push_back(with_interval(result.completion_mean, coarse_text));
  }
  heads.push_back(capacity_noun(result.first) + " allocated");
  row.push_back(with_interval(result.gpus_allocated_share, percent_text));
  if (!pools) {
    heads.emplace_back("stranded");
    row.push_back(with_interval(result.gpus_stranded_share, percent_text));
  }
  if (!result.as_logged) {
    std::string text = text_table({heads, row});
    if (!result.first.reads.empty()) text += line("as logged", "not in this file");
    return text;
  }
  const AsLogged& logged = *result.as_logged;
  std::vector<std::string> as_logged = {
      "as logged", wait_text(logged.queue_wait_p50) + " / " + wait_text(logged.queue_wait_p95)};
  if (!result.overloaded()) {
    as_logged.push_back(coarse_text(logged.queue_wait_mean));
    as_logged.push_back(coarse_text(logged.completion_mean));
  }
  as_logged.push_back(percent_text(logged.gpus_allocated_share));
  as_logged.resize(heads.size());
  return text_table({heads, row, as_logged}) +
         line("back-test",
              fmt::format("{} of {} wait as long as logged, give or take 5 min or 20 %",
                          percent_text(logged.close_share), quantity(logged.compared, "job")));
}

/// What jobs waited for, most of it first.
std::string wait_line(const WaitResult& waits, std::string_view noun) {
  const std::array<std::string, kWaitReasons> names = {
      "their turn", fmt::format("{} short", noun), "no whole node free", "cores or memory short"};
  const double all = std::accumulate(waits.seconds.begin(), waits.seconds.end(), 0.0);
  if (!(all > 0.0)) return "";
  std::vector<std::size_t> order(kWaitReasons);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return waits.seconds[a] > waits.seconds[b];
  });
  std::vector<std::string> parts;
  for (const std::size_t reason : order) {
    const double share = waits.seconds[reason] / all;
    if (share >= 0.005) parts.push_back(fmt::format("{:.0f} % {}", 100.0 * share, names[reason]));
  }
  return line("why jobs waited", fmt::format("{}", fmt::join(parts, kSeparator)));
}

std::string worst_week_line(const WorstWeek& worst) {
  return line("worst week", fmt::format("p95 {} (week {}); in {} of {} weeks nobody at p95 waited",
                                        wait_text(worst.queue_wait_p95), worst.week,
                                        worst.weeks_without_wait_at_p95, worst.weeks));
}

std::string slo_line(std::string_view label, const SloVerdict& slo, const TextOptions& options) {
  std::string verdict = slo.met ? "met" : "MISSED";
  if (options.colour) verdict = fmt::format("\x1b[{}m{}\x1b[0m", slo.met ? "32" : "1;31", verdict);
  const std::string limit = human_text(Seconds(slo.at_most));
  // Both may print alike although one is longer: say then by how much.
  if (!slo.met && human_text(Seconds(slo.value.value)) == limit)
    verdict += " by " + human_text(Seconds(slo.value.value - slo.at_most));
  return line(label, fmt::format("{}: queue_wait p{:g} ≤ {}: {}", slo.name, 100.0 * slo.quantile,
                                 limit, verdict));
}

/// "1.26 (1.20–1.31)"; no unit, times as long as alone.
std::string slowdown_text(const Estimate& estimate) {
  return with_interval(estimate, [](double value) { return fmt::format("{:.2f}", value); });
}

std::string use_text(const LinkUse& link) {
  constexpr double kShown = 0.0005;
  if (link.nearly_full < kShown) return fmt::format("{} used on average", percent_text(link.mean));
  return fmt::format("above 90 % for {} of the run", percent_text(link.nearly_full));
}

/// What sharing the network did to jobs, and which links did it.
std::string traffic_lines(const StudyResult& result, const TrafficResult& traffic) {
  if (traffic.jobs.empty()) return line("job slowdown", "no job exchanged data over the network");
  std::string text = line(
      "job slowdown",
      fmt::format("p50 {} / p95 {}; {} of the jobs that exchange data run 1 % or more longer",
                  slowdown_text(result.job_slowdown_p50), slowdown_text(result.job_slowdown_p95),
                  percent_text(result.job_slowed_share.value)));
  if (!(traffic.lost > 0.0)) return text + line("what bound", "no link slowed a job");
  constexpr double kWorthNaming = 0.001;
  if (result.network_load.value < kWorthNaming * result.offered_load.value)
    return text + line("what bound", "nothing to speak of: less than 0.1 % more GPU time");
  std::vector<std::string> causes;
  constexpr std::size_t kMostLinks = 3;
  for (const TrafficResult::Loss& loss : traffic.losses) {
    if (causes.size() == kMostLinks) break;
    causes.push_back(fmt::format("{}: {} of the time lost, {}", loss.link.name,
                                 percent_text(loss.gpu_seconds / traffic.lost),
                                 use_text(loss.link)));
  }
  const double routes = traffic.lost_on_routes / traffic.lost;
  if (routes >= 0.005)
    causes.push_back(fmt::format("latency of longer routes: {}", percent_text(routes)));
  return text + line("what bound", fmt::format("{}", fmt::join(causes, kSeparator)));
}

std::string reads_lines(const RunResult& run) {
  std::string text;
  for (const ReadReport& report : run.reads) {
    for (const RowReason& reason : report.reasons) {
      text += line(
          text.empty() ? "rows" : "",
          fmt::format("{}: {} {}: {} (first in line {})", report.file, quantity(reason.rows, "row"),
                      reason.dropped ? "dropped" : "repaired", reason.reason, reason.first_line));
    }
  }
  return text;
}

}  // namespace

std::string title_of(const ScenarioSpec& scenario) {
  return scenario.title.empty() ? std::filesystem::path(scenario.file).stem().string()
                                : scenario.title;
}

std::string variant_of(const ScenarioSpec& scenario) {
  return scenario.variant.empty() ? "base" : scenario.variant;
}

std::string capacity_noun(const RunResult& run) {
  const bool pools =
      !run.nodes.empty() && std::all_of(run.nodes.begin(), run.nodes.end(),
                                        [](const NodeLabel& node) { return node.pool; });
  return pools ? "processors" : "GPUs";
}

std::string text_report(const StudyResult& result, const TextOptions& options) {
  std::string text = header(result);
  if (result.partial)
    text += "PARTIAL: stopped before the end; what follows is of what was done by then\n";
  text += counts(result);
  text += table(result);
  if (result.worst_week) text += worst_week_line(*result.worst_week);
  text += wait_line(result.first.waits, capacity_noun(result.first));
  if (result.first.traffic) text += traffic_lines(result, *result.first.traffic);
  for (std::size_t i = 0; i < result.slo.size(); ++i)
    text += slo_line(i == 0 ? "slo" : "", result.slo[i], options);
  if (result.synthetic) text += sampling_line(result);
  text += reads_lines(result.first);
  std::vector<std::string> assumptions = result.first.assumptions;
  if (result.unfinished + result.never_fit > 0)
    assumptions.emplace_back("waits are of jobs that started, JCT of jobs that ended");
  if (!assumptions.empty())
    text += line("assumes", fmt::format("{}", fmt::join(assumptions, kSeparator)));
  return text;
}

}  // namespace gpuscape
