#include "sim/report/reading/saved_lines.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

SavedLines::SavedLines(std::string file) : file_(std::move(file)) {
  constexpr std::size_t kMostBytes = std::size_t{4} << 30U;
  std::string fault;
  auto text = read_input(file_, kMostBytes, fault);
  if (!text) fail(fault);
  text_ = std::move(*text);
  rest_ = text_;
  if (rest_.empty()) fail("is empty");
  if (!rest_.ends_with('\n')) fail("ends in the middle of a line: it was not written to its end");
  const std::size_t end = rest_.find('\n');
  line_ = 1;
  if (!row_.parse(rest_.substr(0, end))) fail("a quote is not closed");
  for (const std::string_view name : row_.fields()) columns_.emplace_back(name);
  rest_.remove_prefix(end + 1);
}

bool SavedLines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  ++line_;
  if (!row_.parse(rest_.substr(0, end))) fail("a quote is not closed");
  rest_.remove_prefix(end + 1);
  if (row_.size() != columns_.size())
    fail(fmt::format("{} fields, where the first line names {}", row_.size(), columns_.size()));
  return true;
}

double SavedLines::number(std::size_t column) const {
  const std::string_view field = row_[column];
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto value = number_text(field);
  if (!value) fail(fmt::format("{}: \"{}\" is not a number", columns_[column], excerpt(field)));
  return *value;
}

std::int64_t SavedLines::integer(std::size_t column) const {
  const auto value = integer_text(row_[column]);
  if (!value)
    fail(fmt::format("{}: \"{}\" is not an integer", columns_[column], excerpt(row_[column])));
  return *value;
}

void SavedLines::fail(std::string message) const {
  throw ScenarioError({{.file = file_,
                        .line = line_,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = ""}});
}

}  // namespace gpuscape
