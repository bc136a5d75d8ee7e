#include "sim/workload/rows/table_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "sim/base/csv_row.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const std::string& file, std::int64_t line, std::string message,
                         std::string hint) {
  throw ScenarioError({{.file = file,
                        .line = static_cast<int>(line),
                        .column = 1,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

}  // namespace

TableHeader read_table_header(LineReader& lines, char delimiter, const std::string& file) {
  Line line;
  do {
    if (!lines.next(line)) refuse(file, 1, "the file is empty: a header line was expected", "");
  } while (trimmed(line.text).empty());
  if (line.too_long)
    refuse(file, line.number, "the header line is too long", "is this a CSV file?");
  CsvRow row(delimiter);
  if (!row.parse(line.text))
    refuse(file, line.number, "the quotes of the header line do not close", "is this a CSV file?");
  TableHeader header{.file = file,
                     .text = std::string(line.text),
                     .line = static_cast<int>(line.number),
                     .names = {}};
  std::ranges::transform(row.fields(), std::back_inserter(header.names),
                         [](std::string_view name) { return std::string(trimmed(name)); });
  return header;
}

std::string column_name_text(std::string_view name) {
  constexpr std::size_t kMostShown = 40;
  constexpr std::string_view kOther = "_ ./%()-#";
  const bool plain = std::ranges::all_of(name, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           kOther.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  });
  return plain ? excerpt(name, kMostShown) : "…";
}

std::string header_hint(std::string_view wanted, const std::vector<std::string_view>& header) {
  constexpr std::size_t kMostListed = 40;
  const auto listed = std::span(header).first(std::min(header.size(), kMostListed));
  if (header.size() < 2)
    return "the first line is not a header with several columns; is the delimiter right?";
  std::vector<std::string> names;
  std::ranges::transform(listed, std::back_inserter(names), column_name_text);
  const std::string likely = nearest(wanted, names);
  return fmt::format("{}the header has {}{}",
                     likely.empty() ? "" : fmt::format("did you mean '{}'? ", likely),
                     fmt::join(names, ", "), listed.size() < header.size() ? ", …" : "");
}

}  // namespace gpuscape
