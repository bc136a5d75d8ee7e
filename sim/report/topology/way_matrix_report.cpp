#include "sim/report/topology/way_matrix_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

using namespace json;

std::string table(const WayMatrix& matrix, const std::string& title,
                  const std::function<std::string(const PairWay&)>& cell) {
  std::vector<std::vector<std::string>> rows{{"  from \\ to"}};
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    rows.front().push_back(matrix.names[i]);
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back("  " + matrix.names[i]);
    for (std::size_t j = 0; j < matrix.names.size(); ++j) {
      const PairWay& pair = matrix.pairs[i][j];
      row.push_back(i == j || !pair.fault.message.empty() ? "–" : cell(pair));
    }
  }
  return title + "\n" + text_table(rows) + "\n";
}

/// Pairs that get the same, by falling rate.
std::string classes(const WayMatrix& matrix) {
  using Key = std::tuple<double, std::string, std::string, std::string, std::string>;
  std::map<Key, std::int64_t> pairs;
  std::map<std::string, std::int64_t> faults;
  for (std::size_t i = 0; i < matrix.names.size(); ++i) {
    for (std::size_t j = 0; j < matrix.names.size(); ++j) {
      const PairWay& pair = matrix.pairs[i][j];
      if (i == j) continue;
      if (!pair.fault.message.empty()) {
        ++faults[pair.fault.message];
        continue;
      }
      const std::string rate = gigabytes_text(pair.rate);
      ++pairs[{-std::stod(rate), rate, microseconds_text(pair.one_way),
               pair.same_node ? "in a node" : "between nodes", pair.transport}];
    }
  }
  std::vector<std::vector<std::string>> rows{{"classes", "pairs", "GB/s", "us", "by"}};
  for (const auto& [key, count] : pairs)
    rows.push_back({"  " + std::get<3>(key), human_count(count), std::get<1>(key), std::get<2>(key),
                    std::get<4>(key)});
  std::string text = text_table(rows);
  for (const auto& [fault, count] : faults)
    text += fmt::format("  no way for {}: {}\n", quantity(count, "pair"), fault);
  return text;
}

JsonValue pair_json(const PairWay& pair) {
  JsonValue item = JsonValue::make_object();
  if (!pair.fault.message.empty()) {
    item.set("fault", text(pair.fault.message));
    return item;
  }
  item.set("same_node", JsonValue::make_boolean(pair.same_node));
  item.set("transport", text(pair.transport));
  item.set("one_way_s", number(pair.one_way.value()));
  item.set("bytes_per_s", number(pair.rate.value()));
  return item;
}

}  // namespace

std::string way_matrix_text(const WayMatrix& matrix) {
  constexpr std::size_t kWidestMatrix = 12;
  if (matrix.names.size() > kWidestMatrix) return classes(matrix);
  return table(matrix, "one way of 64 B as transfers take it, us",
               [](const PairWay& pair) { return microseconds_text(pair.one_way); }) +
         table(matrix, "bandwidth of 1 GB as transfers take it, alone, GB/s",
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
  result.set("pairs", std::move(pairs));
  return result;
}

}  // namespace gpuscape
