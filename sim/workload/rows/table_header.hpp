#pragma once
/// Part of the trace readers: the line that names a table's columns.

#include <string>
#include <string_view>
#include <vector>

#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

struct TableHeader {
  std::string file;  ///< as messages show it
  std::string text;  ///< the line
  int line = 0;
  std::vector<std::string> names;  ///< without blanks around them

  [[nodiscard]] std::vector<std::string_view> views() const { return {names.begin(), names.end()}; }
};

/// Takes the first line that is not blank. Throws ScenarioError when there is none, it is too long
/// or its quotes do not close.
TableHeader read_table_header(LineReader& lines, char delimiter, const std::string& file);

/// A column's name in a message; "…" for what no column is called like: any file may be named as a
/// table, and a message shows nothing else of it.
std::string column_name_text(std::string_view name);

/// "did you mean 'Submit'? the header has JobID, …": for a column that is not there.
std::string header_hint(std::string_view wanted, const std::vector<std::string_view>& header);

}  // namespace gpuscape
