#include "sim/workload/formats/trace_format.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/base/csv_row.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

char delimiter_of(std::string_view header) {
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char candidate : {',', ';', '\t', '|'}) {
    const std::ptrdiff_t count = std::ranges::count(header, candidate);
    if (count > most) best = candidate;
    most = std::max(most, count);
  }
  if (most > 0) return best;
  // What else stands between columns, as with sacct's --delimiter, and in no column's name.
  constexpr std::string_view kUnusual = "^~#!%&@+*$\x1f\x01";
  most = 1;
  for (const char candidate : kUnusual) {
    const std::ptrdiff_t count = std::ranges::count(header, candidate);
    if (count > most) best = candidate;
    most = std::max(most, count);
  }
  return best;
}

const std::vector<std::string>& TraceHead::columns() const {
  if (!columns_) {
    CsvRow row(delimiter_);
    row.parse(line_);
    columns_.emplace();
    for (const std::string_view field : row.fields()) columns_->emplace_back(trimmed(field));
  }
  return *columns_;
}

bool TraceHead::has_column(std::string_view name) const {
  return std::ranges::find(columns(), name) != columns().end();
}

bool TraceHead::has_columns(std::initializer_list<std::string_view> names) const {
  return std::ranges::all_of(names, [&](std::string_view name) { return has_column(name); });
}

std::vector<std::string> trace_format_names() {
  std::vector<std::string> names;
  for (const TraceFormat& format : trace_formats()) names.emplace_back(format.name);
  return names;
}

}  // namespace gpuscape
