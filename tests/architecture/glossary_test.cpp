/// docs/reference/glossary.md explains every label that a printed report begins a line with.

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

std::string joined(const SourceFile& file) {
  std::string text;
  for (const std::string& line : file.lines) text += line + "\n";
  return text;
}

/// The labels of line("label", …) and line(first ? "label" : "", …) below sim/report.
std::set<std::string> labels() {
  static const std::regex call(R"re(\bline\(\s*(?:[^;"{}]*\?\s*)?"([^"]+)")re");
  std::set<std::string> found;
  for (const SourceFile& file : source_files({"sim/report"}, {".cpp"})) {
    const std::string text = joined(file);
    for (auto it = std::sregex_iterator(text.begin(), text.end(), call);
         it != std::sregex_iterator(); ++it)
      found.insert((*it)[1]);
  }
  return found;
}

TEST(Glossary, ExplainsEveryLabelOfTheReports) {
  const auto pages = source_files({"docs/reference/glossary.md"}, {".md"});
  ASSERT_EQ(pages.size(), 1u);
  const std::string page = joined(pages.front());
  const std::set<std::string> found = labels();
  constexpr std::size_t kAtLeast = 45;  // fewer: the pattern above no longer finds the calls
  EXPECT_GE(found.size(), kAtLeast);
  for (const std::string& label : found)
    EXPECT_NE(page.find("| `" + label + "` |"), std::string::npos)
        << "docs/reference/glossary.md has no row for the line \"" << label << '"';
}

}  // namespace
}  // namespace gpuscape
