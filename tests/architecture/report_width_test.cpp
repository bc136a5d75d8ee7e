/// No line of a report is wider than kReportWidth, except rows of tables and of files that a golden
/// test prints.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <regex>
#include <string>

#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

/// Columns of the widest table that a golden test prints: laws of a profile with their intervals.
constexpr std::size_t kWidestTable = 170;

/// Cells are three spaces apart. A label takes 17 columns, so that a gap within these is none.
bool is_row(const std::string& line) {
  static const std::regex row(R"(^(  \S.*\S|.{17,}\S)   +\S.*$)");
  return std::regex_match(line, row);
}

/// A line of CSV or JSON, which golden tests show as it stands in its file.
bool is_of_file(const std::string& line) {
  static const std::regex csv(R"((,[^ ].*){3,})");
  return line.starts_with('{') || line.starts_with("  \"") || std::regex_search(line, csv);
}

/// CLI11 writes those.
bool is_help(const SourceFile& file) { return file.path.find("/cases/help") != std::string::npos; }

TEST(ReportWidth, NoLineOfAGoldenReportIsWiderThanAReport) {
  const auto reports = source_files({"tests/golden/cases"}, {".out"});
  EXPECT_GE(reports.size(), 60U);
  for (const SourceFile& report : reports) {
    for (const std::string& line : report.lines) {
      if (is_of_file(line) || is_help(report)) continue;
      EXPECT_LE(display_width(line), is_row(line) ? kWidestTable : kReportWidth)
          << report.path << ": " << line;
    }
  }
}

}  // namespace
}  // namespace gpuscape
