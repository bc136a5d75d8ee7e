#include "sim/report/measured/verify_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/json/json.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

std::string error_text(const VerifiedWorkload& workload) {
  if (!workload.predicted) return "";
  return fmt::format("{:+.1f} %", 100.0 * (*workload.predicted / workload.measured - 1.0));
}

std::vector<std::string> row_of(const VerifiedWorkload& workload) {
  return {workload.name, workload.predicted ? short_time_text(*workload.predicted) : "none",
          short_time_text(workload.measured), "±" + percent_text(workload.spread),
          error_text(workload)};
}

std::string verdict_text(const Verification& found) {
  switch (found.verdict) {
    case VerifyVerdict::pass:
      return "pass";
    case VerifyVerdict::fail:
      if (found.not_predicted() == 0) return "FAIL";
      return fmt::format("FAIL: {} of {} workloads not predicted", found.not_predicted(),
                         found.workloads.size());
    case VerifyVerdict::not_quiet:
      return "machine not quiet: neither pass nor fail";
    case VerifyVerdict::not_known:
      return fmt::format(
          "neither pass nor fail: {} are needed to know whether the machine was quiet",
          "controls of three rounds or more");
    case VerifyVerdict::nothing:
      break;
  }
  return "nothing to compare";
}

/// What could not be predicted, and laws that were asked beyond what they rest on, each once.
std::string remarks(const Verification& found) {
  std::string text;
  std::vector<std::string> said;
  for (const VerifiedWorkload& workload : found.workloads) {
    if (!workload.why_not.empty())
      text += line("not predicted", fmt::format("{}: {}", workload.name, workload.why_not));
    for (const std::string& law : workload.beyond) {
      if (std::ranges::find(said, law) != said.end()) continue;
      said.push_back(law);
      text += line("beyond range", law);
    }
  }
  return text;
}

}  // namespace

std::string verify_text(const Verification& found) {
  std::vector<std::vector<std::string>> rows{
      {"workload", "predicted", "measured", "spread", "error"}};
  for (const VerifiedWorkload& workload : found.workloads) rows.push_back(row_of(workload));
  std::string text = text_table(rows) + "\n" + remarks(found);
  if (found.drift)
    text +=
        line("control kernel", fmt::format("moved by {} over the rounds (quiet: at most {})",
                                           percent_text(*found.drift), percent_text(kQuietDrift)));
  else
    text += line("control kernel", "none was measured: whether the machine was quiet is not known");
  for (const std::string& mark : found.marks) text += line("marked", mark);
  if (found.median_error)
    text +=
        line("median error",
             fmt::format("{} (goal: at most {}) over {} of {} workloads",
                         percent_text(*found.median_error), percent_text(kVerifyGoal),
                         found.workloads.size() - found.not_predicted(), found.workloads.size()));
  return text + line("verdict", verdict_text(found));
}

std::string verify_json(const Verification& found) {
  JsonValue root = JsonValue::make_object();
  JsonValue workloads = JsonValue::make_array();
  for (const VerifiedWorkload& workload : found.workloads) {
    JsonValue row = JsonValue::make_object();
    row.set("workload", JsonValue::make_text(workload.name));
    row.set("measured", JsonValue::make_number(workload.measured.value()));
    row.set("spread", JsonValue::make_number(workload.spread));
    if (workload.predicted)
      row.set("predicted", JsonValue::make_number(workload.predicted->value()));
    if (workload.predicted)
      row.set("error", JsonValue::make_number(*workload.predicted / workload.measured - 1.0));
    if (!workload.why_not.empty()) row.set("not_predicted", JsonValue::make_text(workload.why_not));
    JsonValue beyond = JsonValue::make_array();
    for (const std::string& law : workload.beyond)
      beyond.items().push_back(JsonValue::make_text(law));
    row.set("beyond_range", std::move(beyond));
    workloads.items().push_back(std::move(row));
  }
  root.set("workloads", std::move(workloads));
  if (found.median_error) root.set("median_error", JsonValue::make_number(*found.median_error));
  if (found.drift) root.set("drift", JsonValue::make_number(*found.drift));
  JsonValue marks = JsonValue::make_array();
  for (const std::string& mark : found.marks) marks.items().push_back(JsonValue::make_text(mark));
  root.set("marks", std::move(marks));
  root.set("verdict", JsonValue::make_text(verdict_text(found)));
  return write_json(root);
}

}  // namespace gpuscape
