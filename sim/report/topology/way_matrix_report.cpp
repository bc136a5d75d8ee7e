#include "sim/report/topology/way_matrix_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/topology/topology_text.hpp"
#include "sim/report/topology/way_classes.hpp"

namespace gpuscape {

namespace {

using namespace json;

using Rows = std::vector<std::vector<std::string>>;
using PairCell = std::function<std::string(const PairWay&)>;

constexpr std::size_t kMostPrintedDevices = 32;
constexpr std::size_t kColumnsOfBlock = 16;  ///< where columns are numbered

/// Columns from `first` to before `last`, named or numbered from 1.
Rows block(const WayMatrix& matrix, std::pair<std::size_t, std::size_t> columns, bool numbered,
           const PairCell& cell) {
  const auto [first, last] = columns;
  Rows rows{{"  from \\ to"}};
  for (std::size_t j = first; j < last; ++j)
    rows.front().push_back(numbered ? fmt::format("{}", j + 1) : matrix.names[j]);
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(numbered ? fmt::format("  {:>2} {}", i + 1, matrix.names[i])
                           : "  " + matrix.names[i]);
    for (std::size_t j = first; j < last; ++j) {
      const PairWay& pair = matrix.pairs[i][j];
      row.push_back(i == j || !pair.fault.message.empty() ? "–" : cell(pair));
    }
  }
  return rows;
}

/// With names above the columns where that is no wider than a report, else with numbers.
std::string table(const WayMatrix& matrix, std::string_view title, const PairCell& cell) {
  const std::size_t all = matrix.names.size();
  const std::string named = text_table(block(matrix, {0, all}, false, cell));
  std::string text = std::string(title) + "\n";
  if (display_width(named.substr(0, named.find('\n'))) <= kReportWidth) return text + named + "\n";
  for (std::size_t first = 0; first < all; first += kColumnsOfBlock)
    text += text_table(block(matrix, {first, std::min(first + kColumnsOfBlock, all)}, true, cell));
  return text + "\n";
}

/// Those that get the least and the most of each class.
std::string classes(const WayMatrix& matrix) {
  Rows rows{{"pairs", "", "us", "GB/s", "by"}};
  for (const WayClassSummary& summary : way_classes(matrix))
    rows.push_back({fmt::format("  {}", way_class_name(summary.way_class)),
                    human_count(summary.pairs), latency_range(summary), rate_range(summary),
                    fmt::format("{}", fmt::join(summary.transports, ", "))});
  std::string text = text_table(rows);
  std::map<std::string, std::int64_t> faults;
  for (std::size_t i = 0; i < matrix.names.size(); ++i)
    for (std::size_t j = 0; j < matrix.names.size(); ++j)
      if (const std::string& fault = matrix.pairs[i][j].fault.message; i != j && !fault.empty())
        ++faults[fault];
  for (const auto& [fault, count] : faults)
    text += plain_line(fmt::format("  no way for {}: {}", quantity(count, "pair"), fault));
  return text;
}

JsonValue way_class_json(const WayClassSummary& summary) {
  JsonValue item = JsonValue::make_object();
  item.set("class", text(std::string(way_class_key(summary.way_class))));
  item.set("pairs", integer(summary.pairs));
  item.set("one_way_least_s", number(summary.least_latency.value()));
  item.set("one_way_most_s", number(summary.most_latency.value()));
  item.set("least_bytes_per_s", number(summary.least_rate.value()));
  item.set("most_bytes_per_s", number(summary.most_rate.value()));
  return item;
}

JsonValue pair_json(const PairWay& pair) {
  JsonValue item = JsonValue::make_object();
  if (!pair.fault.message.empty()) {
    item.set("fault", text(pair.fault.message));
    return item;
  }
  item.set("same_node", JsonValue::make_boolean(pair.same_node));
  item.set("class", text(std::string(way_class_key(pair.way_class))));
  item.set("transport", text(pair.transport));
  item.set("one_way_s", number(pair.one_way.value()));
  item.set("start_s", number(pair.start.value()));
  item.set("bytes_per_s", number(pair.rate.value()));
  return item;
}

}  // namespace

std::string way_matrix_text(const WayMatrix& matrix) {
  if (matrix.names.size() > kMostPrintedDevices) return classes(matrix);
  return table(matrix, kWayLatencyTitle,
               [](const PairWay& pair) { return microseconds_text(pair.one_way); }) +
         table(matrix, kWayRateTitle,
               [](const PairWay& pair) { return gigabytes_text(pair.rate); }) +
         classes(matrix);
}

JsonValue way_matrix_json(const WayMatrix& matrix) {
  JsonValue result = JsonValue::make_object();
  JsonValue pairs = JsonValue::make_array();
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    for (std::size_t j = 0; j < matrix.names.size(); ++j) {
      if (i == j) continue;
      JsonValue item = JsonValue::make_object();
      item.set("from", text(matrix.names[i]));
      item.set("to", text(matrix.names[j]));
      const JsonValue way = pair_json(matrix.pairs[i][j]);
      for (const JsonMember& member : way.members()) item.set(member.key, member.value);
      pairs.items().push_back(std::move(item));
    }
  }
  result.set("classes", list(way_classes(matrix), way_class_json));
  result.set("pairs", std::move(pairs));
  return result;
}

}  // namespace gpuscape
