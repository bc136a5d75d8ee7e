#include "sim/logs/fault_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kFewFaults = 10;  // of a cause that stands for itself
constexpr const char* kOther = "other";
constexpr std::size_t kMostClasses = 20;

/// Stretches that nodes are away, by node: rising, none touching another.
using Away = std::map<std::string, std::vector<std::pair<double, double>>>;

Away away_by_node(std::span<const FaultRow> rows, std::int64_t& overlapping) {
  Away away;
  for (const FaultRow& row : rows) {
    auto& of_node = away[row.node];
    if (!of_node.empty() && row.begin.value() < of_node.back().second) ++overlapping;
    if (!of_node.empty() && row.begin.value() <= of_node.back().second)
      of_node.back().second = std::max(of_node.back().second, row.end.value());
    else
      of_node.emplace_back(row.begin.value(), row.end.value());
  }
  return away;
}

double seconds_away(const Away& away, Seconds from, Seconds to) {
  double seconds = 0.0;
  for (const auto& [node, stretches] : away)
    for (const auto& [begin, end] : stretches)
      seconds += std::max(0.0, std::min(end, to.value()) - std::max(begin, from.value()));
  return seconds;
}

FaultClass fit_class(std::string name, const std::vector<const FaultRow*>& rows, std::int64_t nodes,
                     double in_service) {
  FaultClass of{.name = std::move(name), .faults = std::ssize(rows)};
  of.faults_interval = poisson_interval(of.faults);
  if (rows.empty()) return of;
  of.mean_time = Seconds(in_service / static_cast<double>(of.faults));
  std::vector<double> repairs;
  repairs.reserve(rows.size());
  std::map<std::string, std::int64_t> by_node;
  for (const FaultRow* row : rows) {
    repairs.push_back((row->end - row->begin).value());
    ++by_node[row->node];
  }
  of.repair = fit_repairs(std::move(repairs));
  std::vector<std::int64_t> counts(static_cast<std::size_t>(nodes), 0);
  std::size_t at = 0;
  for (const auto& [node, faults] : by_node) counts[at++] = faults;
  if (counts.size() > 1) of.bad = fit_bad_nodes(counts);
  return of;
}

/// Rows by cause, the most frequent first; rare ones, and those without one, together at the end.
std::vector<std::pair<std::string, std::vector<const FaultRow*>>> by_cause(
    const std::vector<const FaultRow*>& rows) {
  std::map<std::string, std::vector<const FaultRow*>> all;
  for (const FaultRow* row : rows) all[row->cause].push_back(row);
  std::vector<std::pair<std::string, std::vector<const FaultRow*>>> result;
  std::pair<std::string, std::vector<const FaultRow*>> other{kOther, {}};
  for (auto& [cause, of] : all) {
    if (std::ssize(of) >= kFewFaults && !cause.empty() && cause != kOther)
      result.emplace_back(cause, std::move(of));
    else
      other.second.insert(other.second.end(), of.begin(), of.end());
  }
  std::ranges::stable_sort(result, std::ranges::greater(),
                           [](const auto& of) { return of.second.size(); });
  for (; result.size() > kMostClasses; result.pop_back())
    other.second.insert(other.second.end(), result.back().second.begin(),
                        result.back().second.end());
  if (!other.second.empty()) result.push_back(std::move(other));
  return result;
}

FaultFit fit_between(const FaultRows& log, const Away& away, std::int64_t nodes, Seconds from,
                     Seconds to) {
  FaultFit fit{.from = from, .to = to};
  const double time = static_cast<double>(nodes) * (to - from).value();
  const double gone = seconds_away(away, from, to);
  fit.node_days = time / kSecondsPerDay;
  fit.availability = time > 0.0 ? 1.0 - gone / time : 1.0;
  std::vector<const FaultRow*> rows;
  for (const FaultRow& row : log.rows)
    if (row.begin >= from && row.begin < to) rows.push_back(&row);
  fit.all = fit_class("all", rows, nodes, time - gone);
  if (log.cause_column.empty()) return fit;
  for (auto& [cause, of] : by_cause(rows))
    fit.classes.push_back(fit_class(cause, of, nodes, time - gone));
  return fit;
}

std::vector<Life> lives_of(const Away& away, std::int64_t nodes, Seconds observed) {
  std::vector<Life> lives(static_cast<std::size_t>(nodes) - away.size(), {observed.value(), false});
  for (const auto& [node, stretches] : away) {
    double since = 0.0;
    for (const auto& [begin, end] : stretches) {
      if (begin >= observed.value()) break;
      lives.push_back({begin - since, true});
      since = end;
    }
    lives.push_back({observed.value() - since, false});
  }
  return lives;
}

double dispersion_by_day(const FaultRows& log, Seconds observed) {
  std::vector<std::int64_t> days(
      static_cast<std::size_t>(std::max(1.0, std::floor(observed.value() / kSecondsPerDay))), 0);
  for (const FaultRow& row : log.rows) {
    const double day = std::floor(row.begin.value() / kSecondsPerDay);
    if (day >= 0.0 && day < static_cast<double>(days.size())) ++days[static_cast<std::size_t>(day)];
  }
  return dispersion_of(days);
}

/// Where a mixture of fitted repairs has so much of them below.
double repairs_at(const FaultFit& fit, double share) {
  const auto below = [&](double seconds) {
    double sum = 0.0;
    for (const FaultClass& of : fit.classes)
      sum += static_cast<double>(of.faults) * of.repair.share_below(Seconds(seconds));
    return sum / static_cast<double>(fit.all.faults);
  };
  double low = 1e-3;
  double high = 1e12;
  constexpr int kHalvings = 200;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = std::sqrt(low * high);
    (below(middle) < share ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

/// How well the fit tells the classes of the last third.
void judge_classes(const FaultRows& log, double factor, HeldOut& result) {
  std::map<std::string, std::size_t> place;
  for (const FaultClass& of : result.fitted.classes) {
    place[of.name] = result.classes.size();
    result.classes.push_back({of.name, 0, factor * static_cast<double>(of.faults)});
  }
  if (!place.contains(kOther)) {
    place[kOther] = result.classes.size();
    result.classes.push_back({kOther, 0, 0.0});
  }
  for (const FaultRow& row : log.rows)
    if (row.begin >= result.seen.from && row.begin < result.seen.to)
      ++result.classes[place.contains(row.cause) ? place[row.cause] : place[kOther]].faults;
  const auto seen = static_cast<double>(result.seen.all.faults);
  const double evenly = result.predicted / static_cast<double>(result.classes.size());
  for (const HeldOut::OfClass& of : result.classes) {
    result.class_error += std::abs(static_cast<double>(of.faults) - of.predicted) / seen;
    result.class_error_without += std::abs(static_cast<double>(of.faults) - evenly) / seen;
  }
}

void judge_repairs(const FaultRows& log, HeldOut& result) {
  const FaultClass& all = result.fitted.all;
  const RepairFit without{.mean = all.repair.mean};
  double repairs = 0.0;
  for (const FaultRow& row : log.rows) {
    const Seconds repair = row.end - row.begin;
    if (row.begin < result.seen.from || row.begin >= result.seen.to || !(repair > Seconds(0.0)))
      continue;
    const auto of = std::ranges::find(result.fitted.classes, row.cause, &FaultClass::name);
    result.score += (of == result.fitted.classes.end() ? all : *of).repair.log_density(repair);
    result.score_without += without.log_density(repair);
    repairs += 1.0;
  }
  if (repairs > 0.0) {
    result.score /= repairs;
    result.score_without /= repairs;
  }
}

std::optional<HeldOut> hold_out(const FaultRows& log, const Away& away, std::int64_t nodes,
                                Seconds observed) {
  constexpr std::int64_t kLeastFaults = 30;
  const Seconds cut = observed * (2.0 / 3.0);
  HeldOut result{.fitted = fit_between(log, away, nodes, Seconds(0.0), cut),
                 .seen = fit_between(log, away, nodes, cut, observed)};
  FaultFit& fitted = result.fitted;
  if (fitted.all.faults < kLeastFaults || result.seen.all.faults == 0) return std::nullopt;
  if (fitted.classes.empty()) fitted.classes.push_back(fitted.all);
  const double factor = result.seen.node_days / fitted.node_days;
  result.predicted = factor * static_cast<double>(fitted.all.faults);
  constexpr double kNormal95 = 1.959963984540054;
  const double wide = kNormal95 * std::sqrt(result.predicted * (1.0 + factor));
  result.predicted_interval = {std::max(0.0, result.predicted - wide), result.predicted + wide};
  if (!log.cause_column.empty()) judge_classes(log, factor, result);
  result.median = repairs_at(fitted, 0.5);
  result.p90 = repairs_at(fitted, 0.9);
  result.median_without = fitted.all.repair.mean * std::log(2.0);
  result.p90_without = fitted.all.repair.mean * std::log(10.0);
  judge_repairs(log, result);
  return result;
}

[[noreturn]] void refuse_faults(const std::string& title, std::string message, std::string hint) {
  throw ScenarioError(
      {{.file = title, .pointer = "", .message = std::move(message), .hint = std::move(hint)}});
}

}  // namespace

double FaultFit::steady_availability() const {
  double away = 0.0;  // for each second in service
  for (const FaultClass& of : classes.empty() ? std::vector<FaultClass>{all} : classes)
    if (of.faults > 0) away += of.repair.mean * of.failures_per_second();
  return 1.0 / (1.0 + away);
}

FaultInfo describe_faults(std::string title, FaultRows rows, const FaultLogOptions& options) {
  if (!rows.fault.empty()) refuse_faults(title, rows.fault, kFaultRowHint);
  FaultInfo info{.title = std::move(title), .rows = std::move(rows)};
  std::vector<FaultRow>& all = info.rows.rows;
  std::ranges::stable_sort(all, {}, &FaultRow::begin);
  if (all.front().begin < Seconds(0.0))
    refuse_faults(info.title,
                  fmt::format("a fault begins before the log does, in line {}", all.front().line),
                  "dates are counted from the beginning of the log");
  info.time_is_given = options.observed.has_value();
  const Seconds observed = options.observed.value_or(all.back().begin);
  const auto after =
      std::ranges::find_if(all, [&](const FaultRow& row) { return row.begin > observed; });
  info.after_observed = all.end() - after;
  all.erase(after, all.end());
  if (all.empty() || !(observed > Seconds(0.0)))
    refuse_faults(info.title,
                  fmt::format("no fault lies within the first {}", human_text(observed)),
                  "--observed \"174 d\": the time over which faults were logged");
  std::set<std::string> named;
  for (const FaultRow& row : all) named.insert(row.node);
  info.nodes_named = std::ssize(named);
  info.nodes_are_given = options.nodes.has_value();
  info.nodes = options.nodes.value_or(info.nodes_named);
  if (info.nodes < info.nodes_named)
    refuse_faults(
        info.title, fmt::format("it names {} nodes", human_count(info.nodes_named)),
        fmt::format("--nodes {} or more: those without a fault count, too", info.nodes_named));
  const Away away = away_by_node(all, info.overlapping);
  // The last fault lies within the time that it ends.
  const Seconds end(std::nextafter(observed.value(), kForever.value()));
  info.fit = fit_between(info.rows, away, info.nodes, Seconds(0.0), end);
  info.lives = fit_weibull(lives_of(away, info.nodes, observed));
  info.by_day = dispersion_by_day(info.rows, observed);
  info.held_out = hold_out(info.rows, away, info.nodes, end);
  return info;
}

}  // namespace gpuscape
