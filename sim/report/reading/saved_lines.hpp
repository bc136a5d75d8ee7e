#pragma once
/// A table that a run wrote, line by line.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/csv_row.hpp"

namespace gpuscape {

class SavedLines {
 public:
  /// Reads the file and its first line. Throws ScenarioError, also where it does not end with a
  /// whole line.
  explicit SavedLines(std::string file);

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// The next row; false at the end. It has as many fields as there are columns.
  bool next();
  [[nodiscard]] std::string_view operator[](std::size_t column) const { return row_[column]; }

  // Fields of this row; these throw ScenarioError.
  [[nodiscard]] double number(std::size_t column) const;  ///< NaN where it is empty
  [[nodiscard]] std::int64_t integer(std::size_t column) const;
  /// A fault of this line.
  [[noreturn]] void fail(std::string message) const;

 private:
  std::string file_;
  std::string text_;
  std::string_view rest_;
  CsvRow row_{','};
  std::vector<std::string> columns_;
  int line_ = 0;
};

}  // namespace gpuscape
