#include "sim/workload/rows/fault_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "sim/base/csv_row.hpp"
#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

namespace {

struct FaultColumns {
  std::size_t node = 0;
  std::size_t start = 0;
  std::size_t end = 0;
  double unit = 1.0;  // s
  std::optional<std::size_t> cause = {};
};

std::optional<FaultColumns> fault_columns(const CsvRow& header) {
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
    if (!node || !from || !to) continue;
    const auto by_class = find("class");
    return FaultColumns{*node, *from, *to, unit, by_class ? by_class : find("cause")};
  }
  return std::nullopt;
}

std::optional<double> finite_number(std::string_view text) {
  double value = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// Adds a row, or returns why it is left out.
std::string_view take_row(const CsvRow& row, const FaultColumns& columns, std::int64_t line,
                          FaultRows& log) {
  const auto field = [&](std::size_t index) {
    return index < row.size() ? row[index] : std::string_view();
  };
  const auto begin = finite_number(field(columns.start));
  const auto end = finite_number(field(columns.end));
  if (!begin || !end) return "the dates are not numbers";
  if (*end < *begin) return "it is over before it begins";
  if (field(columns.node).empty()) return "no node is named";
  log.rows.push_back({.node = std::string(field(columns.node)),
                      .begin = Seconds(*begin * columns.unit),
                      .end = Seconds(*end * columns.unit),
                      .cause = columns.cause ? std::string(field(*columns.cause)) : "",
                      .line = line});
  return {};
}

void name_columns(const CsvRow& header, const FaultColumns& columns, FaultRows& log) {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (columns.cause == i)
      log.cause_column = header[i];
    else if (i != columns.node && i != columns.start && i != columns.end)
      log.unread.emplace_back(header[i]);
  }
}

void read_lines(LineReader& lines, FaultRows& log) {
  CsvRow row(',');
  Line line;
  const bool has_header = lines.next(line) && row.parse(line.text);
  const std::optional<FaultColumns> columns = has_header ? fault_columns(row) : std::nullopt;
  if (!columns) {
    log.fault = "its first line has to name the columns node, start_s and end_s";
    return;
  }
  name_columns(row, *columns, log);
  while (lines.next(line)) {
    if (line.text.empty()) continue;
    std::string_view why;
    if (line.too_long)
      why = "it is too long";
    else
      why = row.parse(line.text) ? take_row(row, *columns, line.number, log)
                                 : std::string_view("a quote is not closed");
    if (!why.empty()) log.leave_out(line.number, std::string(why));
  }
}

}  // namespace

void FaultRows::leave_out(std::int64_t line, std::string why) {
  if (left_out++ > 0 && first_left_out < line) return;
  first_left_out = line;
  why_first_left_out = std::move(why);
}

FaultRows read_fault_rows(const std::string& path) {
  FaultRows log;
  if (const InputFile file(path); !file.fault().empty()) {
    log.fault = file.fault();
    return log;
  }
  try {
    const auto bytes = open_file(path);
    LineReader lines(*bytes);
    read_lines(lines, log);
  } catch (const RunError& error) {
    log.fault = error.what();
  }
  if (log.fault.empty() && log.rows.empty()) log.fault = "it has no failures";
  return log;
}

bool looks_like_fault_log(const std::string& path) {
  if (const InputFile file(path); !file.fault().empty()) return false;
  try {
    const auto bytes = open_file(path);
    LineReader lines(*bytes);
    CsvRow row(',');
    Line line;
    return lines.next(line) && !line.too_long && row.parse(line.text) &&
           fault_columns(row).has_value() && std::ranges::count(row.fields(), "submit") == 0;
  } catch (const RunError&) {
    return false;
  }
}

}  // namespace gpuscape
