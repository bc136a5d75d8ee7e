#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/clock_units.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/logs/fault_info_text.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::list;
using json::number;
using json::text;

JsonValue interval_json(double low, double high) {
  JsonValue value = JsonValue::make_array();
  value.items().push_back(number(low));
  value.items().push_back(number(high));
  return value;
}

JsonValue repair_json(const RepairFit& repair) {
  JsonValue value = JsonValue::make_object();
  value.set("count", integer(repair.count));
  value.set("of_no_length", integer(repair.of_no_length));
  value.set("median_s", number(repair.median));
  value.set("mean_s", number(repair.mean));
  value.set("mean_s_interval", interval_json(repair.mean_interval.low, repair.mean_interval.high));
  value.set("p90_s", number(repair.p90));
  value.set("distribution", text(repair.is_lognormal ? "lognormal" : "exponential"));
  value.set("sigma", number(repair.sigma));
  value.set("sigma_interval", interval_json(repair.sigma_interval.low, repair.sigma_interval.high));
  value.set("log_likelihood_lognormal", number(repair.log_lognormal));
  value.set("log_likelihood_exponential", number(repair.log_exponential));
  return value;
}

JsonValue fault_class_json(const FaultFit& fit, const FaultClass& of) {
  JsonValue value = JsonValue::make_object();
  value.set("name", text(of.name));
  value.set("faults", integer(of.faults));
  value.set("per_1000_node_days", number(fit.per_1000_node_days(static_cast<double>(of.faults))));
  value.set("per_1000_node_days_interval",
            interval_json(fit.per_1000_node_days(of.faults_interval.low),
                          fit.per_1000_node_days(of.faults_interval.high)));
  value.set("mean_time_s", number(of.mean_time.value()));
  value.set("repair", repair_json(of.repair));
  JsonValue bad = JsonValue::make_object();
  bad.set("variance_by_mean", number(of.bad.dispersion));
  bad.set("p_value", number(of.bad.p_value));
  bad.set("share", number(of.bad.are_there() ? of.bad.share : 0.0));
  bad.set("factor", number(of.bad.are_there() ? of.bad.factor : 1.0));
  value.set("bad_nodes", std::move(bad));
  return value;
}

JsonValue held_out_json(const HeldOut& held) {
  JsonValue value = JsonValue::make_object();
  value.set("from_s", number(held.seen.from.value()));
  value.set("faults", integer(held.seen.all.faults));
  value.set("faults_expected", number(held.predicted));
  value.set("faults_expected_interval",
            interval_json(held.predicted_interval.low, held.predicted_interval.high));
  value.set("availability", number(held.seen.availability));
  value.set("availability_expected", number(held.fitted.steady_availability()));
  const RepairFit& seen = held.seen.all.repair;
  for (const auto& [key, was, expected, without] :
       {std::tuple("repair_median_s", seen.median, held.median, held.median_without),
        {"repair_p90_s", seen.p90, held.p90, held.p90_without},
        {"repair_mean_s", seen.mean, held.fitted.all.repair.mean, held.fitted.all.repair.mean}}) {
    JsonValue row = JsonValue::make_object();
    row.set("seen", number(was));
    row.set("expected", number(expected));
    row.set("one_exponential", number(without));
    value.set(key, std::move(row));
  }
  value.set("log_likelihood_of_a_repair", number(held.score));
  value.set("log_likelihood_of_a_repair_one_exponential", number(held.score_without));
  value.set("classes", list(held.classes, [](const HeldOut::OfClass& of) {
              JsonValue row = JsonValue::make_object();
              row.set("name", text(of.name));
              row.set("faults", integer(of.faults));
              row.set("faults_expected", number(of.predicted));
              return row;
            }));
  value.set("class_error", number(held.class_error));
  value.set("class_error_all_alike", number(held.class_error_without));
  return value;
}

/// To so many digits.
double digits(double value, int count) {
  return value == 0.0 ? 0.0 : std::stod(fmt::format("{:.{}g}", value, count));
}

/// "216.6 d", "5.2 h", "12 s": four digits.
std::string fragment_time(double seconds) {
  for (const auto& [unit, name] : {std::pair(kSecondsPerDay, "d"), {kSecondsPerHour, "h"}})
    if (seconds >= unit) return fmt::format("{} {}", json_number(digits(seconds / unit, 4)), name);
  return fmt::format("{} s", json_number(digits(seconds, 4)));
}

JsonValue failure_json(const FaultClass& of) {
  constexpr std::int64_t kEnoughForBad = 30;
  constexpr double kLeastRepair = 1.0;  // s
  constexpr double kMostSigma = 5.0;
  const bool bad = of.bad.are_there() && of.faults >= kEnoughForBad;
  const double worse = bad ? 1.0 + digits(of.bad.share, 3) * (digits(of.bad.factor, 4) - 1.0) : 1.0;
  JsonValue value = JsonValue::make_object();
  value.set("mean_time", text(fragment_time(std::max(60.0, of.mean_time.value() * worse))));
  if (bad) {
    value.set("bad_share", number(digits(of.bad.share, 3)));
    value.set("bad_factor", number(digits(of.bad.factor, 4)));
  }
  JsonValue repair = JsonValue::make_object();
  repair.set("time", text(fragment_time(std::max(kLeastRepair, of.repair.mean))));
  repair.set("distribution", text(of.repair.is_lognormal ? "lognormal" : "exponential"));
  if (of.repair.is_lognormal)
    repair.set("sigma", number(digits(std::min(kMostSigma, of.repair.sigma), 3)));
  value.set("repair", std::move(repair));
  return value;
}

/// A name that a scenario takes: no control characters, and not too long.
std::string fragment_name(const std::string& name, std::size_t place) {
  constexpr std::size_t kLongest = 60;
  const bool usable =
      !name.empty() && name.size() <= kLongest && std::ranges::none_of(name, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
      });
  return usable ? name : fmt::format("cause {}", place + 1);
}

}  // namespace

JsonValue failures_fragment(const FaultFit& fit) {
  JsonValue failures = JsonValue::make_object();
  for (std::size_t i = 0; i < fit.classes.size(); ++i)
    failures.set(fragment_name(fit.classes[i].name, i), failure_json(fit.classes[i]));
  if (fit.classes.empty()) failures.set("node", failure_json(fit.all));
  JsonValue cluster = JsonValue::make_object();
  cluster.set("failures", std::move(failures));
  JsonValue scenario = JsonValue::make_object();
  scenario.set("cluster", std::move(cluster));
  return scenario;
}

std::string fault_info_json(const FaultInfo& info) {
  JsonValue value = JsonValue::make_object();
  value.set("title", text(info.title));
  value.set("nodes", integer(info.nodes));
  value.set("nodes_with_faults", integer(info.nodes_named));
  value.set("observed_s", number(info.fit.to.value()));
  value.set("faults", integer(info.fit.all.faults));
  value.set("left_out_rows", integer(static_cast<std::int64_t>(info.rows.left_out)));
  value.set("after_observed", integer(info.after_observed));
  value.set("overlapping", integer(info.overlapping));
  value.set("columns_not_read",
            list(info.rows.unread, [](const std::string& name) { return text(name); }));
  value.set("availability", number(info.fit.availability));
  value.set("node_days", number(info.fit.node_days));
  value.set("all", fault_class_json(info.fit, info.fit.all));
  value.set("by_class", list(info.fit.classes,
                             [&](const FaultClass& of) { return fault_class_json(info.fit, of); }));
  JsonValue shape = JsonValue::make_null();
  if (info.lives) {
    shape = JsonValue::make_object();
    shape.set("shape", number(info.lives->shape));
    shape.set("shape_interval",
              interval_json(info.lives->shape_interval.low, info.lives->shape_interval.high));
    shape.set("mean_s", number(info.lives->mean));
  }
  value.set("weibull", std::move(shape));
  value.set("variance_by_mean_of_days", number(info.by_day));
  value.set("held_out", info.held_out ? held_out_json(*info.held_out) : JsonValue::make_null());
  value.set("scenario", failures_fragment(info.fit));
  return write_json(value) + "\n";
}

}  // namespace gpuscape
