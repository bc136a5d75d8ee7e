#include "sim/model/failures/failure_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "sim/base/csv_row.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/scheduling/node_list.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

namespace {

constexpr double kSecondsPerDay = 86400.0;

struct FailureColumns {
  std::size_t node = 0;
  std::size_t start = 0;
  std::size_t end = 0;
  double unit = 1.0;  // s
};

std::optional<FailureColumns> columns_of(const CsvRow& header) {
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto at = std::ranges::find(header.fields(), name);
    if (at == header.fields().end()) return std::nullopt;
    return static_cast<std::size_t>(at - header.fields().begin());
  };
  const auto node = find("node");
  for (const auto& [start, end, unit] :
       {std::tuple("start_s", "end_s", 1.0), std::tuple("start_day", "end_day", kSecondsPerDay)}) {
    const auto from = find(start);
    const auto to = find(end);
    if (node && from && to) return FailureColumns{*node, *from, *to, unit};
  }
  return std::nullopt;
}

std::optional<double> number_in(std::string_view text) {
  double value = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

struct LoggedFailure {
  std::string node;
  Seconds begin{0.0};
  Seconds end{0.0};
};

/// Rows of the file, and why others are left out.
class FailureRows {
 public:
  FailureRows(FailureLog& log, const FailureColumns& columns) : log_(log), columns_(columns) {}

  void add(const CsvRow& row, std::int64_t line) {
    const auto begin = field(row, columns_.start);
    const auto end = field(row, columns_.end);
    if (!begin || !end) return leave_out(line, "the dates are not numbers");
    if (!(*end > *begin)) return leave_out(line, "it is over before it begins");
    if (!(*end > 0.0)) return leave_out(line, "it is over before the run begins");
    if (row[columns_.node].empty()) return leave_out(line, "no node is named");
    rows.push_back({std::string(row[columns_.node]), Seconds(std::max(0.0, *begin) * columns_.unit),
                    Seconds(*end * columns_.unit)});
  }
  void leave_out(std::int64_t line, std::string_view why) {
    if (++log_.left_out == 1) log_.first_left_out = fmt::format("line {}: {}", line, why);
  }
  std::vector<LoggedFailure> rows;

 private:
  std::optional<double> field(const CsvRow& row, std::size_t index) const {
    if (std::max({columns_.node, columns_.start, columns_.end}) >= row.size()) return std::nullopt;
    return number_in(row[index]);
  }
  FailureLog& log_;
  const FailureColumns& columns_;
};

/// Which node each name is; nothing, and why in `fault`, where there are too many.
std::map<std::string, OutageNode> nodes_by_name(const std::vector<LoggedFailure>& rows,
                                                const std::vector<OutageNode>& nodes,
                                                const Platform& platform, std::string& fault) {
  std::map<std::string, OutageNode> known;
  for (const LoggedFailure& row : rows) known.try_emplace(row.node);
  std::size_t next = 0;
  for (auto& [name, node] : known) {
    const auto found = find_nodes(name, platform);
    const auto* named = std::get_if<NamedNodes>(&found);
    if (named != nullptr && named->first == named->last) {
      node = {static_cast<std::uint32_t>(named->group), named->first};
    } else if (next < nodes.size()) {
      node = nodes[next++];
    } else {
      fault = fmt::format("it names {} nodes, and there are {}", known.size(), nodes.size());
      return {};
    }
  }
  return known;
}

}  // namespace

namespace {

void read_rows(LineReader& lines, FailureLog& log, std::vector<LoggedFailure>& rows) {
  CsvRow row(',');
  Line line;
  const bool has_header = lines.next(line) && row.parse(line.text);
  const std::optional<FailureColumns> columns = has_header ? columns_of(row) : std::nullopt;
  if (!columns) {
    log.fault = "its first line has to name the columns node, start_s and end_s";
    return;
  }
  FailureRows read(log, *columns);
  while (lines.next(line)) {
    if (line.text.empty()) continue;
    if (!line.too_long && row.parse(line.text))
      read.add(row, line.number);
    else
      read.leave_out(line.number, line.too_long ? "it is too long" : "a quote is not closed");
  }
  if (read.rows.empty()) log.fault = "it has no failures";
  rows = std::move(read.rows);
}

}  // namespace

FailureLog read_failure_log(const std::string& path, const std::string& name,
                            const std::vector<OutageNode>& nodes, const Platform& platform) {
  FailureLog log;
  std::vector<LoggedFailure> rows;
  if (const InputFile file(path); !file.fault().empty()) {
    log.fault = file.fault();
    return log;
  }
  try {
    const auto bytes = open_file(path);
    LineReader lines(*bytes);
    read_rows(lines, log, rows);
  } catch (const RunError& error) {
    log.fault = error.what();
  }
  if (!log.fault.empty()) return log;
  const auto known = nodes_by_name(rows, nodes, platform, log.fault);
  if (!log.fault.empty()) return log;
  for (const LoggedFailure& failed : rows)
    log.failures.push_back({.name = name,
                            .begin = failed.begin,
                            .end = failed.end,
                            .unforeseen = true,
                            .nodes = {known.at(failed.node)}});
  std::ranges::stable_sort(log.failures, {}, &PlannedOutage::begin);
  return log;
}

}  // namespace gpuscape
