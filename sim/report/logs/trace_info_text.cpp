#include "sim/report/logs/trace_info_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/logs/fit_failures.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/time_ticks.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

constexpr std::array<std::string_view, 7> kWeekdays{"Mon", "Tue", "Wed", "Thu",
                                                    "Fri", "Sat", "Sun"};
constexpr std::array<std::string_view, 10> kStates{
    "unknown",     "completed", "failed",        "cancelled", "timed_out",
    "node_failed", "preempted", "out_of_memory", "running",   "pending"};

std::string gpu_hours_text(double gpu_seconds) {
  const double hours = gpu_seconds / 3600.0;
  return hours < 100.0 ? fmt::format("{:.3g}", hours) : human_count(std::llround(hours));
}

std::string hours_noun(const TraceInfo& info) { return fmt::format("{}-hours", info.noun()); }

std::string rate_text(double rate) {
  return rate < 99.5 ? fmt::format("{:.3g}", rate) : human_count(std::llround(rate));
}

std::string share_text(double part, double all) {
  return all > 0.0 ? fmt::format("{:.1f} %", 100.0 * part / all) : "–";
}

template <class Print>
std::vector<std::string> spread_row(std::string name, const Spread& spread, const Print& print) {
  std::vector<std::string> row{std::move(name)};
  for (const double value : spread.at) row.push_back(print(value));
  row.push_back(print(spread.mean));
  return row;
}

std::string time_cell(double seconds) { return rounded_text(Seconds(seconds)); }
std::string number_cell(double value) { return fmt::format("{:.3g}", value); }
std::string count_cell(double value) {
  return value < 1000.0 ? number_cell(value) : human_count(std::llround(value));
}

/// The table of quantiles; a row stands there where the log tells something.
std::string spreads_text(const TraceInfo& info) {
  std::vector<std::vector<std::string>> rows{{fmt::format("{:<{}}", "", kLabelWidth), "p5", "p25",
                                              "p50", "p75", "p95", "p99", "max", "mean"}};
  rows.push_back(spread_row(fmt::format("{}s", info.noun()), info.gpus, count_cell));
  rows.push_back(spread_row("run time", info.run_time, time_cell));
  if (info.time_limit.count > 0) {
    rows.push_back(spread_row("time limit", info.time_limit, time_cell));
    if (info.limit_used.count > 0)
      rows.push_back(spread_row("run ÷ limit", info.limit_used, number_cell));
  }
  if (info.wait.count > 0) rows.push_back(spread_row("wait as logged", info.wait, time_cell));
  return text_table(rows);
}

/// What the log tells of some jobs only, or of none.
std::string partly_known(const TraceInfo& info) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : {std::pair{"time limits", info.time_limit.count},
                                    std::pair{"logged starts", info.wait.count}}) {
    if (count == 0) parts.push_back(fmt::format("no {}", name));
    if (count > 0 && count < info.jobs)
      parts.push_back(fmt::format("{} of {}", name, quantity(count, "job")));
  }
  return parts.empty() ? "" : line("the log has", fmt::format("{}", fmt::join(parts, kSeparator)));
}

std::string sizes_text(const TraceInfo& info) {
  std::vector<std::vector<std::string>> rows{
      {fmt::format("{:<{}}", fmt::format("{}s a job", info.noun()), kLabelWidth), "jobs", "share",
       hours_noun(info), "share", "run time p50"}};
  for (const SizeClass& size : info.sizes) {
    const auto jobs = static_cast<double>(size.jobs);
    rows.push_back({size_text(size.from, size.to), human_count(size.jobs),
                    share_text(jobs, static_cast<double>(info.jobs)),
                    gpu_hours_text(size.gpu_seconds),
                    share_text(size.gpu_seconds, info.gpu_seconds),
                    time_cell(size.run_times[(size.run_times.size() - 1) / 2])});
  }
  return text_table(rows);
}

/// Blocks as high as the values; a dot where there is none.
std::string sparkline(const std::vector<double>& values) {
  constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double most = 0.0;
  for (const double value : values) most = std::isnan(value) ? most : std::max(most, value);
  std::string text;
  for (const double value : values) {
    const double height = most > 0.0 ? std::floor(value / most * 7.999) : 0.0;
    text += std::isnan(value) ? "·" : kBlocks[static_cast<std::size_t>(height)];
  }
  return text;
}

std::string hours_text(const ArrivalRates& arrivals) {
  std::vector<double> rates(24);
  for (std::size_t hour = 0; hour < 24; ++hour) rates[hour] = arrivals.hourly_rate(hour);
  const auto known = [&](std::size_t hour) { return !std::isnan(rates[hour]); };
  std::size_t most = 24;
  std::size_t least = 24;
  for (std::size_t hour = 0; hour < 24; ++hour) {
    if (!known(hour)) continue;
    if (most == 24 || rates[hour] > rates[most]) most = hour;
    if (least == 24 || rates[hour] < rates[least]) least = hour;
  }
  return line("hours 0–23",
              fmt::format("{}   most at {}:00: {} jobs/h, least at {}:00: {}", sparkline(rates),
                          most, rate_text(rates[most]), least, rate_text(rates[least])));
}

std::string weekdays_text(const ArrivalRates& arrivals) {
  std::vector<double> rates;
  std::vector<std::string> parts;
  for (std::size_t day = 0; day < 7; ++day) {
    rates.push_back(arrivals.daily_rate(day));
    parts.push_back(fmt::format("{} {}", kWeekdays[day],
                                std::isnan(rates.back()) ? "–" : rate_text(rates.back())));
  }
  return line("weekdays",
              fmt::format("{}   jobs/h: {}", sparkline(rates), fmt::join(parts, kSeparator)));
}

std::string arrivals_text(const TraceInfo& info) {
  if (!(info.span > Seconds(0.0)))
    return line("arrivals", info.jobs == 1 ? "one job: no rate" : "all jobs at once: no rate");
  const double rate = static_cast<double>(info.jobs) * 3600.0 / info.span.value();
  std::string text = line("arrivals", fmt::format("{} jobs/h{}", rate_text(rate),
                                                  info.arrivals ? ""
                                                                : "; the log has no clock: "
                                                                  "no hours, no weekdays"));
  if (info.arrivals) text += hours_text(*info.arrivals) + weekdays_text(*info.arrivals);
  return text;
}

std::string demand_text(const TraceInfo& info) {
  std::string text;
  if (const std::optional<double> load = info.offered_load()) {
    text = line("load", fmt::format("{0:.2f} offered to {1}: {2} time ÷ ({2}s × time between first "
                                    "and last submission){3}",
                                    *load, quantity(info.gpus_total.value_or(0), info.noun()),
                                    info.noun(), *load > 1.0 ? "; overloaded" : ""));
  } else if (info.gpus_total) {
    text = line("load", *info.gpus_total > 0
                            ? "none: all jobs are submitted at once"
                            : fmt::format("none: the cluster has no {}s", info.noun()));
  }
  return text + line("demand",
                     fmt::format("mean {}, peak {} {}s at once, {}", count_cell(info.demand.mean),
                                 count_cell(info.demand.peak), info.noun(),
                                 info.demand.as_logged ? "as logged" : "if no job waited"));
}

std::string senders_text(std::string_view label, const Senders& senders, const TraceInfo& info) {
  const double all = info.gpu_seconds;
  constexpr std::int64_t kShown = 4;
  const auto count = static_cast<std::int64_t>(senders.shares.size());
  if (count == 0) return "";
  std::vector<std::string> parts;
  for (const SenderShare& share :
       std::span(senders.shares).first(static_cast<std::size_t>(std::min(kShown, count))))
    parts.push_back(
        fmt::format("{} {}", excerpt(share.name, 30), share_text(share.gpu_seconds, all)));
  if (count > kShown) parts.push_back(fmt::format("{} more", human_count(count - kShown)));
  std::string text = line(label, fmt::format("{}; of the {}: {}", human_count(count),
                                             hours_noun(info), fmt::join(parts, kSeparator)));
  if (senders.unnamed > 0)
    text += line("", fmt::format("{} without a user", quantity(senders.unnamed, "job")));
  if (count < 2 || std::isnan(senders.gini)) return text;
  const std::int64_t tenth = (count + 9) / 10;
  const std::string first =
      tenth == 1 ? "the first has" : fmt::format("the first {} have", human_count(tenth));
  return text + line("", fmt::format("Gini {:.2f}; {} {:.0f} %", senders.gini, first,
                                     100.0 * senders.top_tenth));
}

std::string states_text(const TraceInfo& info) {
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (std::size_t state = 0; state < info.states.size(); ++state)
    if (info.states[state] > 0) order.emplace_back(-info.states[state], state);
  std::ranges::sort(order);
  if (order.size() == 1 && order.front().second == 0) return "";
  std::vector<std::string> parts;
  for (const auto& [count, state] : order) {
    std::string name(kStates[state]);
    std::ranges::replace(name, '_', ' ');
    parts.push_back(fmt::format(
        "{} {}", name, share_text(static_cast<double>(-count), static_cast<double>(info.jobs))));
  }
  return line("states", fmt::format("{}", fmt::join(parts, kSeparator)));
}

std::string node_failures_text(const TraceInfo& info) {
  const std::int64_t failed = info.node_failed();
  if (failed == 0) return "";
  const std::string jobs = fmt::format("{} ended by NODE_FAIL", quantity(failed, "job"));
  const std::optional<double> node_days = info.node_days();
  if (!node_days)
    return line("node failures", jobs + "; --nodes says of how many nodes: their rate");
  const Interval95 interval = poisson_interval(failed);
  const double per = 1000.0 / *node_days;
  return line("node failures",
              fmt::format("{}: {:.3g} per 1 000 node-days ({:.3g}–{:.3g}) of {}", jobs,
                          static_cast<double>(failed) * per, interval.low * per,
                          interval.high * per, quantity(info.nodes_total.value_or(0), "node")));
}

std::string rows_text(const JobLog& log) {
  std::string text;
  for (const ReadReport& read : log.reads) {
    std::vector<std::string> parts;
    parts.reserve(read.reasons.size() + 1);
    for (const RowReason& reason : read.reasons)
      parts.push_back(fmt::format("{} {}: {} (first in line {})", quantity(reason.rows, "row"),
                                  reason.dropped ? "dropped" : "repaired", reason.reason,
                                  reason.first_line));
    if (parts.empty()) parts.emplace_back("none dropped, none repaired");
    text += line(text.empty() ? "rows" : "",
                 fmt::format("{}: {}", human_count(read.rows), fmt::join(parts, kSeparator)));
    if (!read.assumptions.empty())
      text += line("assumes", fmt::format("{}", fmt::join(read.assumptions, kSeparator)));
    for (const std::string& warning : read.warnings) text += line("warning", warning);
  }
  return text;
}

std::string heading(const JobLog& log, const TraceInfo& info) {
  std::string text = fmt::format("{} · {}", excerpt(log.title, 80), quantity(info.jobs, "job"));
  if (info.span > Seconds(0.0)) text += fmt::format(", {}", human_text(info.span));
  if (log.unix_origin) {
    const std::string first = date_text(*log.unix_origin);
    const std::string last = date_text(*log.unix_origin + info.span);
    text += first == last ? fmt::format(", on {}", first) : fmt::format(", {} to {}", first, last);
  }
  return plain_line(text);
}

}  // namespace

std::string_view logged_state_name(LoggedState state) {
  return kStates[static_cast<std::size_t>(state)];
}

std::string size_text(std::int32_t from, std::int32_t to) {
  return from == to ? human_count(from) : fmt::format("{}–{}", human_count(from), human_count(to));
}

std::string trace_info_text(const JobLog& log, const TraceInfo& info) {
  return heading(log, info) + rows_text(log) + spreads_text(info) + partly_known(info) +
         line(hours_noun(info),
              fmt::format("{}; a job on average {}", gpu_hours_text(info.gpu_seconds),
                          gpu_hours_text(info.gpu_seconds / static_cast<double>(info.jobs)))) +
         sizes_text(info) + arrivals_text(info) + demand_text(info) +
         senders_text("users", info.users, info) + senders_text("accounts", info.accounts, info) +
         states_text(info) + node_failures_text(info);
}

}  // namespace gpuscape
