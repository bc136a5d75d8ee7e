#include "sim/report/logs/trace_fit_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/logs/trace_info_text.hpp"

namespace gpuscape {

namespace {

using json::number;

using Row = std::vector<std::string>;

/// In words. A distance in between is judged by size: at sample sizes of tens of thousands any
/// model of real jobs is told from them.
std::string_view verdict(double distance, double critical) {
  if (distance <= critical) return "not told apart";
  if (distance <= 0.05) return "close";
  return distance <= 0.1 ? "rough" : "poor";
}

std::string pair_text(double log, double fitted, bool time) {
  const auto print = [time](double value) {
    return time ? rounded_text(Seconds(value)) : fmt::format("{:.3g}", value);
  };
  return fmt::format("{} / {}", print(log), print(fitted));
}

std::string model_text(const DistributionSpec& spec) {
  if (spec.kind == "quantiles") return fmt::format("{} quantiles", spec.quantiles.size());
  return spec.kind;
}

Row distribution_row(std::string name, const FittedDistribution& fit, bool time) {
  return {std::move(name),
          human_count(static_cast<std::int64_t>(fit.sample)),
          model_text(fit.spec),
          fmt::format("{:.3f}", fit.distance),
          fmt::format("{:.3f}", fit.critical),
          std::string(verdict(fit.distance, fit.critical)),
          pair_text(fit.log_mean, fit.fitted_mean, time),
          pair_text(fit.log_p95, fit.fitted_p95, time)};
}

Row arrivals_row(const FittedArrivals& arrivals) {
  return {fmt::format("{:<{}}", "gaps of arrivals", kLabelWidth),
          human_count(static_cast<std::int64_t>(arrivals.gaps)),
          arrivals.week ? "weekly" : "poisson",
          fmt::format("{:.3f}", arrivals.distance),
          fmt::format("{:.3f}", arrivals.critical),
          std::string(verdict(arrivals.distance, arrivals.critical)),
          "",
          ""};
}

std::string table_text(const TraceFit& fit) {
  std::vector<Row> rows{{fmt::format("{:<{}}", "marginal", kLabelWidth), "sample", "model",
                         "KS distance", "1 % critical", "verdict", "mean: log / fitted",
                         "p95: log / fitted", "GPU-hours"}};
  rows.push_back(arrivals_row(fit.arrivals));
  for (const FittedClass& size : fit.run_times) {
    Row row =
        distribution_row(fmt::format("run time, {} GPU{}", size_text(size.gpus_from, size.gpus_to),
                                     size.gpus_to == 1 ? "" : "s"),
                         size.run_time, true);
    row.push_back(percent_text(size.gpu_seconds_share));
    rows.push_back(std::move(row));
  }
  if (fit.limit_factor)
    rows.push_back(distribution_row("limit ÷ run time", *fit.limit_factor, false));
  return text_table(rows);
}

std::string users_line(const FittedUsers& users) {
  return line("users",
              fmt::format("{}, zipf {:.2f}: shares by rank differ by {:.3f} at most; the "
                          "busiest tenth sends {} of the jobs, fitted {}",
                          human_count(users.spec.count), users.spec.zipf, users.distance,
                          percent_text(users.log_top_tenth), percent_text(users.fitted_top_tenth)));
}

JsonValue distance_json(double distance, double critical) {
  JsonValue value = JsonValue::make_object();
  value.set("ks_distance", number(distance));
  value.set("ks_critical_1_percent", number(critical));
  value.set("verdict", JsonValue::make_text(std::string(verdict(distance, critical))));
  return value;
}

JsonValue distribution_json(const FittedDistribution& fit, std::string_view unit) {
  JsonValue value = distance_json(fit.distance, fit.critical);
  value.set("sample", JsonValue::make_integer(static_cast<std::int64_t>(fit.sample)));
  value.set("model", JsonValue::make_text(fit.spec.kind));
  value.set(fmt::format("log_mean{}", unit), number(fit.log_mean));
  value.set(fmt::format("fitted_mean{}", unit), number(fit.fitted_mean));
  value.set(fmt::format("log_p95{}", unit), number(fit.log_p95));
  value.set(fmt::format("fitted_p95{}", unit), number(fit.fitted_p95));
  JsonValue tried = JsonValue::make_object();
  for (const FittedDistribution::Candidate& candidate : fit.tried)
    tried.set(candidate.kind, number(candidate.distance));
  value.set("ks_distance_of_tried", std::move(tried));
  return value;
}

JsonValue run_times_json(const TraceFit& fit) {
  JsonValue list = JsonValue::make_array();
  for (const FittedClass& size : fit.run_times) {
    JsonValue value = distribution_json(size.run_time, "_s");
    value.set("gpus_from", JsonValue::make_integer(size.gpus_from));
    value.set("gpus_to", JsonValue::make_integer(size.gpus_to));
    value.set("share_of_gpu_seconds", number(size.gpu_seconds_share));
    list.items().push_back(std::move(value));
  }
  return list;
}

JsonValue users_json(const FittedUsers& users) {
  JsonValue value = JsonValue::make_object();
  value.set("count", JsonValue::make_integer(users.spec.count));
  value.set("zipf", number(users.spec.zipf));
  value.set("rank_distance", number(users.distance));
  value.set("log_share_of_first_tenth", number(users.log_top_tenth));
  value.set("fitted_share_of_first_tenth", number(users.fitted_top_tenth));
  return value;
}

}  // namespace

std::string trace_fit_text(const JobLog& log, const TraceFit& fit) {
  std::string text = plain_line(fmt::format("{} · {}, {}: {:.4g} jobs/h", excerpt(log.title, 80),
                                            quantity(fit.jobs, "job"), human_text(fit.span),
                                            fit.generate.jobs_per_hour.value_or(0.0)));
  text += table_text(fit);
  if (fit.users) text += users_line(*fit.users);
  text += line("GPU time a job",
               fmt::format("{:.4g} GPU-hours in the log, {:.4g} fitted ({:+.1f} %)",
                           fit.log_gpu_seconds / 3600.0, fit.fitted_gpu_seconds / 3600.0,
                           100.0 * (fit.fitted_gpu_seconds / fit.log_gpu_seconds - 1.0)));
  for (const std::string& remark : fit.remarks)
    text += line(&remark == &fit.remarks.front() ? "not reproduced" : "", remark);
  return text;
}

std::string trace_fit_json(const JobLog& log, const TraceFit& fit, const JsonValue& scenario) {
  JsonValue value = JsonValue::make_object();
  value.set("title", JsonValue::make_text(log.title));
  value.set("jobs", JsonValue::make_integer(fit.jobs));
  value.set("span_s", number(fit.span.value()));
  JsonValue arrivals = distance_json(fit.arrivals.distance, fit.arrivals.critical);
  arrivals.set("jobs_per_hour", number(fit.arrivals.jobs_per_hour));
  arrivals.set("dispersion", number(fit.arrivals.dispersion));
  value.set("arrivals", std::move(arrivals));
  value.set("run_times", run_times_json(fit));
  value.set("time_limit_factor",
            fit.limit_factor ? distribution_json(*fit.limit_factor, "") : JsonValue::make_null());
  value.set("users", fit.users ? users_json(*fit.users) : JsonValue::make_null());
  value.set("log_gpu_seconds_mean", number(fit.log_gpu_seconds));
  value.set("fitted_gpu_seconds_mean", number(fit.fitted_gpu_seconds));
  JsonValue remarks = JsonValue::make_array();
  for (const std::string& remark : fit.remarks)
    remarks.items().push_back(JsonValue::make_text(remark));
  value.set("remarks", std::move(remarks));
  value.set("scenario", scenario);
  return write_json(value) + "\n";
}

}  // namespace gpuscape
