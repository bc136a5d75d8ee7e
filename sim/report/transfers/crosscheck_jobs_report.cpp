#include "sim/report/transfers/crosscheck_jobs_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostShown = 10;

std::string signed_percent(double share) {
  const std::string text = fmt::format("{:+.1f} %", 100.0 * share);
  return text == "-0.0 %" || text == "+0.0 %" ? "0.0 %" : text;
}

std::string skill_text(const JobStepsBand& band) {
  constexpr double kNoContention = 5e-4;  // 0.1 % as printed
  return band.baseline < kNoContention ? "no contention" : fmt::format("{:.2f}", band.skill());
}

std::vector<std::string> band_cells(std::string name, const JobStepsBand& band) {
  return {std::move(name),          human_count(band.jobs),      percent_text(band.median),
          percent_text(band.worst), percent_text(band.baseline), skill_text(band)};
}

std::string band_name(const JobStepsBand& band) {
  const auto next = std::ranges::upper_bound(JobStepsResult::kBands, band.least_load);
  if (next == JobStepsResult::kBands.end())
    return fmt::format("  load from {:.2g} on", band.least_load);
  return fmt::format("  load {:.2g} to {:.2g}", band.least_load, *next);
}

std::string worst_rows(const JobStepsResult& result) {
  std::vector<const JobStepsRow*> rows;
  rows.reserve(result.rows.size());
  for (const JobStepsRow& row : result.rows) rows.push_back(&row);
  std::ranges::stable_sort(rows, std::greater<>(), [](const JobStepsRow* row) {
    return std::round(1e6 * std::abs(row->error()));
  });
  rows.resize(std::min(rows.size(), kMostShown));
  std::vector<std::vector<std::string>> lines = {
      {"job", "GPUs", "nodes", "fullest link", "load", "alone", "as flows", "averages", "error"}};
  for (const JobStepsRow* row : rows)
    lines.push_back({std::to_string(row->job), human_count(row->gpus), human_count(row->nodes),
                     row->link.empty() ? "its own" : row->link, fmt::format("{:.2f}", row->load),
                     short_time_text(row->alone), short_time_text(row->stepped),
                     short_time_text(row->averaged), signed_percent(row->error())});
  std::string text = text_table(lines);
  if (result.rows.size() > kMostShown)
    text += fmt::format("… the {} that differ most\n", kMostShown);
  return text;
}

}  // namespace

std::string crosscheck_jobs_text(const ScenarioSpec& scenario, const JobStepsResult& result) {
  std::string text = plain_line(fmt::format(
      "{}{}{}{}{} of {} that exchange data, at {}", excerpt(title_of(scenario), 200), kSeparator,
      excerpt(variant_of(scenario), 100), kSeparator, human_count(std::ssize(result.rows)),
      quantity(result.exchanging, "job"), quantity(result.instants, "instant")));
  if (result.partial) text += "PARTIAL: stopped before the end\n";
  text += worst_rows(result);
  std::vector<std::vector<std::string>> lines = {{"a step, averages against flows", "jobs",
                                                  "median error", "worst", "no contention",
                                                  "skill"}};
  lines.push_back(band_cells("  all", result.all));
  if (result.contended.jobs > 0)
    lines.push_back(band_cells("  contended: 1 % longer than alone", result.contended));
  for (const JobStepsBand& band : result.bands) lines.push_back(band_cells(band_name(band), band));
  text += "\n" + text_table(lines);
  if (result.unsettled > 0)
    text += line("left out", fmt::format("{}: too few of their steps were run",
                                         quantity(result.unsettled, "job")));
  if (result.contended.jobs == 0)
    text += line("contended", "none: these jobs do not slow each other, so sharing was not tested");
  text += line("averages", fmt::format("median error {} of {}, at most {} is allowed: {}",
                                       percent_text(result.judged().median),
                                       result.contended.jobs > 0 ? "contended jobs" : "all jobs",
                                       percent_text(JobStepsResult::kLargestMedian),
                                       result.agrees() ? "met" : "MISSED"));
  return text;
}

std::string crosscheck_jobs_json(const ScenarioSpec& scenario, const JobStepsResult& result) {
  JsonValue document = JsonValue::make_object();
  document.set("title", json::text(title_of(scenario)));
  document.set("variant", json::text(variant_of(scenario)));
  document.set("partial", json::boolean(result.partial));
  document.set("jobs_exchanging", json::number(static_cast<double>(result.exchanging)));
  document.set("instants", json::number(static_cast<double>(result.instants)));
  document.set("contended_jobs", json::number(static_cast<double>(result.contended.jobs)));
  document.set("median_relative_error", json::number(result.judged().median));
  document.set("allowed_median_relative_error", json::number(JobStepsResult::kLargestMedian));
  document.set("median_relative_error_without_contention", json::number(result.judged().baseline));
  document.set("agrees", json::boolean(result.agrees()));
  JsonValue rows = JsonValue::make_array();
  for (const JobStepsRow& row : result.rows) {
    JsonValue value = JsonValue::make_object();
    value.set("job", json::number(static_cast<double>(row.job)));
    value.set("gpus", json::number(static_cast<double>(row.gpus)));
    value.set("nodes", json::number(static_cast<double>(row.nodes)));
    value.set("at_s", json::number(row.at.value()));
    value.set("link", json::text(row.link));
    value.set("load", json::number(row.load));
    value.set("step_alone_s", json::number(row.alone.value()));
    value.set("step_as_flows_s", json::number(row.stepped.value()));
    value.set("step_by_averages_s", json::number(row.averaged.value()));
    rows.items().push_back(std::move(value));
  }
  document.set("jobs", std::move(rows));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
