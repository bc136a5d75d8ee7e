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
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/run/assumption_text.hpp"
#include "sim/report/run/nothing_started.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/report/run/workload_lines.hpp"
#include "sim/scenario/scheduler_text.hpp"

namespace gpuscape {

namespace {

std::string span_text(Seconds span) {
  const auto days = static_cast<std::int64_t>(std::lround(span.value() / 86400.0));
  return days >= 2 ? quantity(days, "day") : human_text(span);
}

/// How the intervals of the table were made, in the order of the columns; or why there are none.
std::string methods_text(const StudyResult& result) {
  std::vector<std::string> methods;
  for (const Metric* metric : in_order(&Metric::column)) {
    if (!has(result.first, *metric)) continue;
    const Estimate& estimate = result.estimates[metric->key];
    const bool known = std::find(methods.begin(), methods.end(), estimate.method) != methods.end();
    if (estimate.low && !known) methods.push_back(estimate.method);
  }
  if (methods.empty()) return result.estimates["gpus_allocated_share"].method;
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
  return plain_line(fmt::format("{}{}{}{}{}, {}, {}{}{}", excerpt(title_of(result.scenario), 200),
                                kSeparator, excerpt(variant_of(result.scenario), 100), kSeparator,
                                quantity(result.jobs, "job"), span_text(result.span),
                                scheduler_text(result.scenario.scheduler), kSeparator,
                                sampling_text(result)));
}

std::string counts(const StudyResult& result) {
  const auto& closed = result.first.closed;
  const bool all_closed =
      !closed.empty() && std::all_of(closed.begin(), closed.end(),
                                     [](const auto& until) { return until.has_value(); });
  std::string text =
      all_closed ? "closed: constant number of jobs"
      : std::isfinite(result.estimates["offered_load"].value)
          ? fmt::format("offered load {:.2f}{}{}", result.estimates["offered_load"].value,
                        result.first.counts_cores ? " of the cores" : "", asked_load_text(result))
          : "offered load – (all jobs at one instant)";
  const double network = result.estimates["network_load"].value;
  if (result.first.traffic && network >= 0.005 && std::isfinite(network))
    text += fmt::format(" + {:.2f} by the network", network);
  text += fmt::format("{}unfinished {}{}never fit {}", kSeparator, human_count(result.unfinished),
                      kSeparator, human_count(result.never_fit));
  if (result.timed_out > 0)
    text += fmt::format("{}killed at their limit {}", kSeparator, human_count(result.timed_out));
  if (result.over_budget > 0)
    text += fmt::format("{}killed by budgets {}", kSeparator, human_count(result.over_budget));
  if (result.dependency_failed > 0)
    text +=
        fmt::format("{}dependency failed {}", kSeparator, human_count(result.dependency_failed));
  if (result.failed > 0)
    text += fmt::format("{}given up after failures {}", kSeparator, human_count(result.failed));
  if (result.replications > 1 &&
      result.unfinished + result.never_fit + result.timed_out + result.over_budget + result.failed >
          0)
    text += fmt::format(" (in all {} replications)", result.replications);
  if (result.first.jobs.preemptions() > 0)
    text += fmt::format("{}{} {}", kSeparator,
                        result.first.may_lose_work ? "interruptions" : "preemptions",
                        human_count(result.first.jobs.preemptions()));
  if (result.first.not_submitted > 0)
    text +=
        fmt::format("{}not yet submitted {}", kSeparator, human_count(result.first.not_submitted));
  return plain_line(text);
}

std::string sampling_line(const StudyResult& result) {
  std::string text =
      fmt::format("warm-up {} removed ({})", human_text(result.warm_up), result.warm_up_method);
  if (result.synthetic && !result.precision_reached) {
    text += fmt::format("{}half-widths aimed at, 5 % of means and 10 % of p95: not reached",
                        kSeparator);
  }
  if (std::isnan(result.estimates["queue_wait_mean_s"].value))
    text += fmt::format("{}no job is left after it", kSeparator);
  return line("sampling", text);
}

/// "0 s / 1 h 13 min (42 min to 4 h)".
std::string cell(const StudyResult& result, const Metric& metric) {
  const auto print = [&](double value) { return metric_text(value, metric.print); };
  const std::string before =
      metric.before.empty() ? "" : print(result.estimates[metric.before].value) + " / ";
  return before + with_interval(result.estimates[metric.key], print);
}

/// The same of the log, where it says so.
std::string logged_cell(const AsLogged& logged, const Metric& metric) {
  const std::pair<std::string_view, double> known[] = {
      {"queue_wait_p95_s", logged.queue_wait_p95},
      {"queue_wait_p50_s", logged.queue_wait_p50},
      {"queue_wait_mean_s", logged.queue_wait_mean},
      {"completion_mean_s", logged.completion_mean},
      {"gpus_allocated_share", logged.gpus_allocated_share}};
  const auto text_of = [&](std::string_view key) -> std::string {
    for (const auto& [name, value] : known)
      if (name == key) return metric_text(value, metric.print);
    return "";
  };
  return (metric.before.empty() ? "" : text_of(metric.before) + " / ") + text_of(metric.key);
}

std::string table(const StudyResult& result) {
  std::vector<std::string> heads{std::string(kLabelWidth, ' ')};
  std::vector<std::string> row{result.synthetic ? "simulated" : "replayed"};
  std::vector<std::string> as_logged = {"as logged"};
  // Of a log the waits are what they are; those of generated jobs depend on when the run stops.
  const bool shows_waits = !result.overloaded() || !result.synthetic;
  for (const Metric* metric : in_order(&Metric::column)) {
    if (!is_printed(*metric, result.first)) continue;
    const bool hidden = metric->grows_when_overloaded && !shows_waits;
    if (hidden && metric->column > 1) continue;
    heads.push_back(metric_label(metric->head, result.first));
    row.push_back(hidden ? "overloaded: waits grow with the length of the run"
                         : cell(result, *metric));
    if (result.as_logged) as_logged.push_back(logged_cell(*result.as_logged, *metric));
  }
  if (!result.as_logged) {
    std::string text = text_table({heads, row});
    if (!result.first.reads.empty()) text += line("as logged", "not in this file");
    return text;
  }
  return text_table({heads, row, as_logged}) + back_test_line(*result.as_logged) +
         group_lines(*result.as_logged);
}

/// Of a log that asks for more than there is.
std::string overload_line(const StudyResult& result) {
  if (!result.overloaded() || result.synthetic) return "";
  return line("overloaded",
              "demand exceeds capacity: these waits and JCT grow with the length of the log");
}

struct SloLineOptions {
  const TextOptions& text;
  std::string_view nobody;  ///< why there may be nothing to measure
  bool has_value = true;    ///< false: it depends on when the run stops
};

std::string slo_line(std::string_view label, const SloVerdict& slo, const SloLineOptions& options) {
  std::string verdict = slo.met ? "met" : "MISSED";
  if (!slo.is_certain()) verdict += ", not certain";
  if (std::isnan(slo.value.value)) {
    const bool partly = slo.value.method.starts_with("not everything");
    verdict = fmt::format("not measured: {}",
                          partly ? std::string_view(slo.value.method) : options.nobody);
  }
  const std::string painted =
      options.text.colour
          ? fmt::format("\x1b[{}m{}\x1b[0m", slo.met ? "32" : "1;31", terminal_text(verdict))
          : verdict;
  const std::string margin = options.has_value ? slo_margin_text(slo) : "";
  const std::string name = options.text.colour ? terminal_text(slo.name) : slo.name;
  return line(label, fmt::format("{}: {}: {}{}", name, slo_goal_text(slo), painted,
                                 margin.empty() ? "" : ": " + margin));
}

std::string reads_lines(const RunResult& run) {
  std::string text;
  for (const ReadReport& report : run.reads) {
    if (report.steps > 0)
      text += line(text.empty() ? "rows" : "", fmt::format("{}: {} skipped", report.file,
                                                           quantity(report.steps, "job-step row")));
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
  return text + averages_line(result) + section_lines(result);
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
    text += "PARTIAL: stopped before the end; the figures cover only what was done by then\n";
  if (!result.statistics_stopped)
    text += result.nothing_started() ? nothing_started_lines(result) : answers(result);
  text = shown(text);
  for (std::size_t i = 0; i < result.slo.size(); ++i) {
    const bool of_some = i < result.scenario.slo.size() && result.scenario.slo[i].where;
    text += slo_line(i == 0 ? "slo" : "", result.slo[i],
                     {options,
                      result.statistics_stopped ? "the statistics were stopped"
                      : of_some                 ? "no such job started"
                                                : "no job started",
                      !(result.synthetic && result.overloaded())});
  }
  std::string rest;
  const bool is_sampled = result.synthetic || result.warm_up > Seconds(0.0);
  if (is_sampled && !result.nothing_started() && !result.statistics_stopped)
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
  if (result.unfinished + result.never_fit + result.over_budget + result.failed > 0 &&
      !result.nothing_started())
    assumptions.emplace_back("waits are of jobs that started, JCT of jobs that ended");
  if (!assumptions.empty())
    rest += line("assumes", fmt::format("{}", fmt::join(assumptions, kSeparator)));
  return text + shown(rest);
}

}  // namespace gpuscape
