#include "sim/report/transfers/crosscheck_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/size_units.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostDiffering = 10;

/// The rows that differ most from CM02, by falling difference.
std::vector<const CrosscheckRow*> worst_rows(const CrosscheckResult& result) {
  std::vector<const CrosscheckRow*> rows;
  rows.reserve(result.rows.size());
  for (const CrosscheckRow& row : result.rows) rows.push_back(&row);
  std::ranges::stable_sort(rows, std::greater<>(), [](const CrosscheckRow* row) {
    return std::max(std::abs(row->difference()), 1e-9);  // below that the order is rounding's
  });
  rows.resize(std::min(rows.size(), kMostDiffering));
  return rows;
}

/// Below what can be told apart it is nothing.
std::string difference_text(double difference) {
  return std::abs(difference) < 1e-9 ? "below 1e-9" : fmt::format("{:+.1e}", difference);
}

/// What rounds to nothing has no sign.
std::string percent_longer(double share) {
  const std::string text = fmt::format("{:+.2f} %", 100.0 * share);
  return text == "+0.00 %" || text == "-0.00 %" ? "0.00 %" : text;
}

}  // namespace

std::string crosscheck_text(const ScenarioSpec& scenario, const CrosscheckResult& result) {
  std::string text = plain_line(fmt::format("{}{}{}{}{}", excerpt(title_of(scenario), 200),
                                            kSeparator, excerpt(variant_of(scenario), 100),
                                            kSeparator, quantity(std::ssize(result.rows), "date")));
  if (result.partial) text += "PARTIAL: stopped before the end\n";
  std::vector<std::vector<std::string>> lines = {
      {"from", "to", "size", "ours", "CM02", "difference", "LV08", "takes"}};
  const auto worst = worst_rows(result);
  std::vector<Bytes> messages;
  messages.reserve(worst.size());
  for (const CrosscheckRow* row : worst) messages.push_back(row->message);
  const SizeUnits sizes(messages);
  for (const CrosscheckRow* row : worst)
    lines.push_back({row->from, row->to, sizes.text(row->message), short_time_text(row->ours),
                     short_time_text(row->cm02), difference_text(row->difference()),
                     short_time_text(row->lv08), percent_longer(row->lv08_longer())});
  text += text_table(lines);
  if (result.rows.size() > kMostDiffering)
    text += fmt::format("… the {} that differ most\n", kMostDiffering);
  text +=
      line("CM02",
           fmt::format("largest difference {}, at most {:.0e} is allowed: {}",
                       result.largest < 1e-9 ? "below 1e-9" : fmt::format("{:.1e}", result.largest),
                       CrosscheckResult::kLargest, result.agrees() ? "equal" : "DIFFERENT"));
  text += line("LV08", fmt::format("would take {:.2f} % longer in the median: 3 % of its "
                                   "links are headers",
                                   100.0 * result.lv08_median));
  return text;
}

std::string crosscheck_json(const ScenarioSpec& scenario, const CrosscheckResult& result) {
  JsonValue document = JsonValue::make_object();
  document.set("title", json::text(title_of(scenario)));
  document.set("variant", json::text(variant_of(scenario)));
  document.set("partial", json::boolean(result.partial));
  document.set("largest_relative_difference", json::number(result.largest));
  document.set("allowed_relative_difference", json::number(CrosscheckResult::kLargest));
  document.set("equal", json::boolean(result.agrees()));
  document.set("lv08_median_relative_difference", json::number(result.lv08_median));
  JsonValue rows = JsonValue::make_array();
  for (const CrosscheckRow& row : result.rows) {
    JsonValue value = JsonValue::make_object();
    value.set("from", json::text(row.from));
    value.set("to", json::text(row.to));
    value.set("bytes", json::number(row.message.value()));
    value.set("ours_end_s", json::number(row.ours.value()));
    value.set("cm02_end_s", json::number(row.cm02.value()));
    value.set("lv08_end_s", json::number(row.lv08.value()));
    rows.items().push_back(std::move(value));
  }
  document.set("transfers", std::move(rows));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
