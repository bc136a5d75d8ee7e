#include "sim/report/run/text_report.hpp"
#include "sim/report/format/titles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sim/base/excerpt.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/routing_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/run/assumption_text.hpp"
#include "sim/report/run/nothing_started.hpp"
#include "sim/report/run/workload_lines.hpp"

namespace gpuscape {

namespace {

std::string wait_text(double seconds) {
  return std::isfinite(seconds) ? human_text(Seconds(seconds)) : "–";
}
std::string coarse_text(double seconds) { return rounded_text(Seconds(seconds)); }

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
  return fmt::format("{}{}{}{}{}, {}, {}{}{}\n", excerpt(title_of(result.scenario), 200),
                     kSeparator, excerpt(variant_of(result.scenario), 100), kSeparator,
                     quantity(result.jobs, "job"), span_text(result.span),
                     policies_text(result.scenario.scheduler), kSeparator, sampling_text(result));
}

std::string counts(const StudyResult& result) {
  const auto& closed = result.first.closed;
  const bool all_closed =
      !closed.empty() && std::all_of(closed.begin(), closed.end(),
                                     [](const auto& until) { return until.has_value(); });
  std::string text =
      all_closed ? "closed: as many jobs at any time"
      : std::isfinite(result.offered_load.value)
          ? fmt::format("offered load {:.2f}{}{}", result.offered_load.value,
                        result.first.counts_cores ? " of the cores" : "", asked_load_text(result))
          : "offered load – (all jobs at one instant)";
  const double network = result.network_load.value;
  if (result.first.traffic && network >= 0.005 && std::isfinite(network))
    text += fmt::format(" + {:.2f} by the network", network);
  text += fmt::format("{}unfinished {}{}never fit {}", kSeparator, human_count(result.unfinished),
                      kSeparator, human_count(result.never_fit));
  if (result.timed_out > 0)
    text += fmt::format("{}killed at their limit {}", kSeparator, human_count(result.timed_out));
  if (result.dependency_failed > 0)
    text +=
        fmt::format("{}dependency failed {}", kSeparator, human_count(result.dependency_failed));
  if (result.replications > 1 && result.unfinished + result.never_fit + result.timed_out > 0)
    text += fmt::format(" (in all {} replications)", result.replications);
  if (result.first.jobs.preemptions() > 0)
    text +=
        fmt::format("{}preemptions {}", kSeparator, human_count(result.first.jobs.preemptions()));
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
  const bool strands = capacity_noun(result.first) == "GPUs";
  std::vector<std::string> heads{std::string(kLabelWidth, ' '), "queue wait p50 / p95"};
  std::vector<std::string> row{result.synthetic ? "simulated" : "replayed"};
  // Of a log the waits are what they are; those of generated jobs depend on when the run stops.
  const bool shows_waits = !result.overloaded() || !result.synthetic;
  if (!shows_waits) {
    row.emplace_back("overloaded: waits grow with the length of the run");
  } else {
    row.push_back(wait_text(result.queue_wait_p50.value) + " / " +
                  with_interval(result.queue_wait_p95, wait_text));
    heads.insert(heads.end(), {"mean wait", "JCT mean"});
    row.push_back(with_interval(result.queue_wait_mean, coarse_text));
    row.push_back(with_interval(result.completion_mean, coarse_text));
  }
  heads.push_back(capacity_noun(result.first) + " allocated");
  row.push_back(with_interval(result.gpus_allocated_share, percent_text));
  if (strands) {
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
  if (shows_waits) {
    as_logged.push_back(coarse_text(logged.queue_wait_mean));
    as_logged.push_back(coarse_text(logged.completion_mean));
  }
  as_logged.push_back(percent_text(logged.gpus_allocated_share));
  as_logged.resize(heads.size());
  return text_table({heads, row, as_logged}) + back_test_line(logged) + group_lines(logged);
}

/// Of a log that asks for more than there is.
std::string overload_line(const StudyResult& result) {
  if (!result.overloaded() || result.synthetic) return "";
  return line(
      "overloaded",
      "more is asked for than there is: these waits and JCT grow with the length of the log");
}

struct SloLineOptions {
  const TextOptions& text;
  std::string_view nobody;  ///< why there may be nothing to measure
};

std::string slo_line(std::string_view label, const SloVerdict& slo, const SloLineOptions& options) {
  std::string verdict = slo.met ? "met" : "MISSED";
  if (std::isnan(slo.value.value)) verdict = fmt::format("not measured: {}", options.nobody);
  const std::string limit = human_text(Seconds(slo.at_most));
  const std::string painted =
      options.text.colour
          ? fmt::format("\x1b[{}m{}\x1b[0m", slo.met ? "32" : "1;31", terminal_text(verdict))
          : verdict;
  std::string by;
  // Both may print alike although one is longer: say then by how much.
  if (!slo.met && human_text(Seconds(slo.value.value)) == limit)
    by = " by " + human_text(Seconds(slo.value.value - slo.at_most));
  const std::string name = options.text.colour ? terminal_text(slo.name) : slo.name;
  return line(label, fmt::format("{}: queue_wait p{:g} ≤ {}: {}{}", name, 100.0 * slo.quantile,
                                 limit, painted, by));
}

std::string reads_lines(const RunResult& run) {
  std::string text;
  for (const ReadReport& report : run.reads) {
    if (report.steps > 0)
      text += line(
          text.empty() ? "rows" : "",
          fmt::format("{}: {} of steps passed over", report.file, quantity(report.steps, "row")));
    for (const RowReason& reason : report.reasons) {
      text += line(
          text.empty() ? "rows" : "",
          fmt::format("{}: {} {}: {} (first in line {})", report.file, quantity(reason.rows, "row"),
                      reason.dropped ? "dropped" : "repaired", reason.reason, reason.first_line));
    }
  }
  return text;
}

std::string answers(const StudyResult& result) {
  std::string text = counts(result) + table(result) + overload_line(result);
  text += averages_line(result) + throughput_line(result);
  if (result.worst_week) text += worst_week_line(*result.worst_week);
  text += wait_line(result.waited_for, capacity_noun(result.first));
  if (result.first.traffic)
    text += traffic_lines(result, *result.first.traffic) + routing_lines(result);
  return text + use_lines(result.first);
}

}  // namespace

std::string text_report(const StudyResult& result, const TextOptions& options) {
  const auto shown = [&](const std::string& part) {
    return options.colour ? terminal_text(part) : part;
  };
  std::string text = header(result);
  if (result.statistics_stopped)
    text += "PARTIAL: the run ended, but its statistics were stopped; jobs.csv is complete\n";
  else if (result.partial)
    text += "PARTIAL: stopped before the end; what follows is of what was done by then\n";
  if (!result.statistics_stopped)
    text += result.nothing_started() ? nothing_started_lines(result) : answers(result);
  text = shown(text);
  for (std::size_t i = 0; i < result.slo.size(); ++i) {
    const bool of_some = i < result.scenario.slo.size() && result.scenario.slo[i].where;
    text += slo_line(i == 0 ? "slo" : "", result.slo[i],
                     {options, result.statistics_stopped ? "the statistics were stopped"
                               : of_some                 ? "no such job started"
                                                         : "no job started"});
  }
  std::string rest;
  if (result.synthetic && !result.nothing_started() && !result.statistics_stopped)
    rest += sampling_line(result) + one_replication_line(result);
  for (const ReadReport& read : result.first.reads)
    for (const std::string& warning : read.warnings)
      rest += line("warning", fmt::format("{}: {}", excerpt(read.file, 200), warning));
  rest += left_out_lines(result.first);
  rest += reads_lines(result.first);
  std::vector<std::string> assumptions;
  assumptions.reserve(result.first.assumptions.size() + 1);
  for (const Assumption& assumption : result.first.assumptions)
    assumptions.push_back(assumption_text(assumption));
  if (result.unfinished + result.never_fit > 0 && !result.nothing_started())
    assumptions.emplace_back("waits are of jobs that started, JCT of jobs that ended");
  if (!assumptions.empty())
    rest += line("assumes", fmt::format("{}", fmt::join(assumptions, kSeparator)));
  return text + shown(rest);
}

}  // namespace gpuscape
