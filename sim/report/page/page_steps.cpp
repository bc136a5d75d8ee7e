/// A run of transfers, collectives or steps on a page: its rows as tables.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_bill.hpp"
#include "sim/report/page/page_notes.hpp"
#include "sim/report/page/page_sections.hpp"
#include "sim/report/page/page_trust.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostStepRows = 200;

/// What stands on a page of the columns of each table; those that no row has are left out.
struct StepColumn {
  std::string_view key;
  std::string_view head;
};
constexpr StepColumn kStepColumns[] = {{"application", "application"},
                                       {"stream", "stream"},
                                       {"scaling", "scaling"},
                                       {"batch", "batch"},
                                       {"operation", "operation"},
                                       {"among", "among"},
                                       {"from", "from"},
                                       {"to", "to"},
                                       {"transport", "transport"},
                                       {"gpus", "GPUs"},
                                       {"nodes", "nodes"},
                                       {"bytes", "size"},
                                       {"algorithm", "algorithm"},
                                       {"protocol", "protocol"},
                                       {"step_s", "step"},
                                       {"samples_per_s", "samples/s"},
                                       {"time_to_train_s", "time to train"},
                                       {"idle_time_s", "time alone"},
                                       {"bytes_per_s", "rate"},
                                       {"bus_bytes_per_s", "bus bandwidth"},
                                       {"latency_s", "latency"},
                                       {"lost_share", "lost to others"},
                                       {"bound_by", "bound by"},
                                       {"basis", "rests on"}};

std::string step_cell(std::string_view key, const JsonValue* value) {
  if (value == nullptr || value->is_null()) return "–";
  if (value->is_text()) return html_name(value->text());
  if (value->is_boolean()) return value->boolean() ? "yes" : "no";
  if (!value->is_number()) return "–";
  const double number = value->number();
  if (key.ends_with("bytes_per_s")) return html_text(human_text(BytesPerSecond(number)));
  if (key.ends_with("_per_s")) return html_text(human_count(std::llround(number)));
  if (key.ends_with("_share")) return percent_text(number);
  if (key.ends_with("_s")) return html_text(human_text(Seconds(number)));
  if (key == "bytes") return html_text(human_text(Bytes(number)));
  return html_text(human_count(std::llround(number)));
}

std::string step_table(const std::string& name, const std::vector<JsonValue>& rows) {
  HtmlTable table{.caption = fmt::format("{}, as in {}.csv", name, name), .head = {}};
  std::vector<std::string_view> keys;
  for (const StepColumn& column : kStepColumns) {
    const bool any = std::ranges::any_of(
        rows, [&](const JsonValue& row) { return row.find(column.key) != nullptr; });
    if (!any) continue;
    keys.push_back(column.key);
    table.head.emplace_back(column.head);
  }
  for (const JsonValue& row : rows) {
    if (table.rows.size() == kMostStepRows) break;
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const std::string_view key : keys) cells.push_back(step_cell(key, row.find(key)));
  }
  std::string html = html_table(table);
  if (rows.size() > kMostStepRows)
    html += html_element("p", "class=\"note\"",
                         fmt::format("{} more in {}.csv.", rows.size() - kMostStepRows, name)) +
            "\n";
  return html;
}

}  // namespace

std::string steps_block(const PageSteps& of, const PagePlace& place) {
  std::string html = html_element("p", "class=\"question\"",
                                  "What transfers, collectives or training steps take on this "
                                  "cluster.") +
                     "\n";
  for (const auto& [name, rows] : of.tables) {
    std::string title = name;
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    html += html_heading(place.level, title) + step_table(name, rows);
  }
  if (of.tables.empty()) html += html_element("p", "No row was written.") + "\n";
  if (of.trust)
    html += html_heading(place.level, "How far to trust it") + trust_html(of.title, *of.trust);
  if (of.bill)
    html += html_heading(place.level, "Bill of materials") + bill_html(of.title, *of.bill);
  PageResult guesses{.run = std::make_shared<SavedRun>()};
  guesses.guesses = of.guesses;
  if (const std::string table = guess_table({&guesses}); !table.empty())
    html += html_heading(place.level, "What it assumes") + table;
  if (of.is_partial)
    html += html_heading(place.level, "What is not modelled or not counted") +
            html_list({"The run was stopped before its end: rows without an end had not ended."});
  return html + html_heading(place.level, "How to reproduce it") +
         reproduction_html(of.provenance, nullptr);
}

}  // namespace gpuscape
