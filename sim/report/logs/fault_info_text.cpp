#include "sim/report/logs/fault_info_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

std::string time_text(double seconds) { return rounded_text(Seconds(seconds)); }

std::string days_text(double seconds) { return fmt::format("{:.4g} d", seconds / kSecondsPerDay); }

std::string per_1000_text(const FaultFit& fit, const FaultClass& of) {
  return fmt::format("{:.3g} ({:.3g}–{:.3g})",
                     fit.per_1000_node_days(static_cast<double>(of.faults)),
                     fit.per_1000_node_days(of.faults_interval.low),
                     fit.per_1000_node_days(of.faults_interval.high));
}

std::string chance_text(double p_value) {
  return p_value < 0.001 ? "p < 0.001" : fmt::format("p = {:.2g}", p_value);
}

std::string fault_heading(const FaultInfo& info) {
  return plain_line(
      fmt::format("{} · {} of {} of {}{}, {} d", excerpt(info.title, 80),
                  quantity(info.fit.all.faults, "fault"), human_count(info.nodes_named),
                  quantity(info.nodes, "node"),
                  info.nodes_are_given ? "" : " (--nodes counts those without one)",
                  json_number(std::round(1000.0 * info.fit.to.value() / kSecondsPerDay) / 1000.0)));
}

std::string fault_rows_text(const FaultInfo& info) {
  std::vector<std::string> parts;
  if (info.rows.left_out > 0)
    parts.push_back(fmt::format("{} left out ({} in line {})",
                                quantity(static_cast<std::int64_t>(info.rows.left_out), "row"),
                                info.rows.why_first_left_out, info.rows.first_left_out));
  if (info.after_observed > 0)
    parts.push_back(
        fmt::format("{} after --observed not counted", quantity(info.after_observed, "fault")));
  if (info.overlapping > 0)
    parts.push_back(fmt::format("{} of a node that is away already: counted, and its time once",
                                quantity(info.overlapping, "fault")));
  const std::int64_t at_once = info.fit.all.repair.of_no_length;
  if (at_once > 0)
    parts.push_back(fmt::format("{} over at once: counted, and left out by a replay",
                                quantity(at_once, "fault")));
  if (parts.empty()) parts.emplace_back("none left out");
  if (!info.rows.unread.empty())
    parts.push_back(fmt::format("columns not read: {}",
                                excerpt(fmt::format("{}", fmt::join(info.rows.unread, ", ")), 80)));
  if (!info.time_is_given)
    parts.emplace_back("time up to the last fault (--observed says otherwise)");
  return line("rows", fmt::format("{}", fmt::join(parts, kSeparator)));
}

std::string rates_text(const FaultInfo& info) {
  const FaultClass& all = info.fit.all;
  const double in_service = all.mean_time.value() * static_cast<double>(all.faults);
  return line("availability", fmt::format("{:.3f} %", 100.0 * info.fit.availability)) +
         line(
             "failures",
             fmt::format("{} per 1 000 node-days · a node fails every {} in service ({}–{}) · some "
                         "node every {}",
                         per_1000_text(info.fit, all), days_text(all.mean_time.value()),
                         days_text(in_service / all.faults_interval.high),
                         days_text(in_service / all.faults_interval.low),
                         time_text(info.fit.to.value() / static_cast<double>(all.faults))));
}

std::string repair_text(const RepairFit& repair) {
  const std::string fitted =
      repair.is_lognormal ? fmt::format("lognormal, sigma {:.2f} ({:.2f}–{:.2f})", repair.sigma,
                                        repair.sigma_interval.low, repair.sigma_interval.high)
                          : std::string("exponential");
  return line("repair",
              fmt::format("median {} · mean {} ({} – {}) · p90 {}", time_text(repair.median),
                          time_text(repair.mean), time_text(repair.mean_interval.low),
                          time_text(repair.mean_interval.high), time_text(repair.p90))) +
         line("", fmt::format("{}: log-likelihood {:.1f} lognormal, {:.1f} exponential; both of "
                              "that mean, the better one by AIC",
                              fitted, repair.log_lognormal, repair.log_exponential));
}

std::string shape_text(const FaultInfo& info) {
  if (!info.lives) return "";
  return line("shape", fmt::format("{:.2f} ({:.2f}–{:.2f}) of Weibull's distribution, if a node is "
                                   "as new at first and after a repair: maximum likelihood, "
                                   "censored; interval by Wald",
                                   info.lives->shape, info.lives->shape_interval.low,
                                   info.lives->shape_interval.high));
}

std::string bad_nodes_text(const FaultInfo& info) {
  const BadNodes& bad = info.fit.all.bad;
  const std::string chance = fmt::format("variance of faults by node {:.2f} times their mean ({})",
                                         bad.dispersion, chance_text(bad.p_value));
  return line("bad nodes",
              bad.are_there() ? fmt::format("{:.1f} % fail {:.1f} times as often as the others: {}",
                                            100.0 * bad.share, bad.factor, chance)
                              : fmt::format("none: {}", chance)) +
         (info.by_day > 2.0
              ? line("", fmt::format("by day it is {:.1f} times: faults come together, and "
                                     "intervals that take them one by one are too narrow",
                                     info.by_day))
              : "");
}

std::string classes_text(const FaultInfo& info) {
  if (info.fit.classes.empty()) return "";
  std::vector<std::vector<std::string>> rows{
      {fmt::format("{:<{}}", fmt::format("by {}", info.rows.cause_column), kLabelWidth), "faults",
       "per 1 000 node-days", "mean time", "repair p50", "mean", "p90", "distribution"}};
  for (const FaultClass& of : info.fit.classes)
    rows.push_back({excerpt(of.name, 30), human_count(of.faults), per_1000_text(info.fit, of),
                    days_text(of.mean_time.value()), time_text(of.repair.median),
                    time_text(of.repair.mean), time_text(of.repair.p90),
                    of.repair.is_lognormal ? fmt::format("lognormal, sigma {:.2f}", of.repair.sigma)
                                           : std::string("exponential")});
  return text_table(rows);
}

std::string held_out_text(const FaultInfo& info) {
  if (!info.held_out) return "";
  const HeldOut& held = *info.held_out;
  const FaultClass& seen = held.seen.all;
  const double score = held.score - held.score_without;
  std::string text = line(
      "held out",
      fmt::format("fitted on the first two thirds, the last one has {} ({:.0f} expected, {:.0f}–"
                  "{:.0f} if they come one by one) · {:.2f} % availability ({:.2f} expected)",
                  quantity(seen.faults, "fault"), held.predicted, held.predicted_interval.low,
                  held.predicted_interval.high, 100.0 * held.seen.availability,
                  100.0 * held.fitted.steady_availability()));
  text +=
      line("", fmt::format("repairs: median {} ({} expected, {} by an exponential time), p90 {} "
                           "({}, {}), mean {} ({} expected by both)",
                           time_text(seen.repair.median), time_text(held.median),
                           time_text(held.median_without), time_text(seen.repair.p90),
                           time_text(held.p90), time_text(held.p90_without),
                           time_text(seen.repair.mean), time_text(held.fitted.all.repair.mean)));
  text += line("", fmt::format("log-likelihood of a repair {:+.2f} against one exponential time{}",
                               score, score < 0.0 ? ": worse than without a fit" : ""));
  if (!held.classes.empty())
    text +=
        line("", fmt::format("counts by {}: off by {:.0f} % of the faults, {:.0f} % if all were "
                             "as frequent{}",
                             info.rows.cause_column, 100.0 * held.class_error,
                             100.0 * held.class_error_without,
                             held.class_error > held.class_error_without
                                 ? ": causes changed, do not count on them"
                                 : ""));
  return text;
}

}  // namespace

std::string fault_info_text(const FaultInfo& info) {
  return fault_heading(info) + fault_rows_text(info) + rates_text(info) +
         repair_text(info.fit.all.repair) + shape_text(info) + bad_nodes_text(info) +
         classes_text(info) + held_out_text(info) + "\n" + write_json(failures_fragment(info.fit)) +
         "\n";
}

}  // namespace gpuscape
