#pragma once
/// One row of a delimited text, by the rules of RFC 4180 less one: a field does not run over a
/// line's end.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

class CsvRow {
 public:
  explicit CsvRow(char delimiter) : delimiter_(delimiter) {}

  /// Splits `line` into fields. Quotes around a field are taken off, doubled ones inside made
  /// single. False when a quoted field is not closed, or text follows its closing quote: the row is
  /// broken. The fields point into `line` or into this row, and are valid until the next call or
  /// the line's end.
  bool parse(std::string_view line);

  [[nodiscard]] std::size_t size() const { return fields_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t index) const { return fields_[index]; }
  [[nodiscard]] const std::vector<std::string_view>& fields() const { return fields_; }

 private:
  void split(std::string_view line);
  bool parse_quoted(std::string_view& rest);

  char delimiter_;
  std::vector<std::string_view> fields_;
  std::string unescaped_;  ///< fields that held doubled quotes
};

}  // namespace gpuscape
