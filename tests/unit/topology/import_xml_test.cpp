/// Bytes that are no XML.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/topology/import/hwloc_node.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/topology/catalog_nodes.hpp"

namespace gpuscape {
namespace {

// XML 1.0 allows tab, line feed and carriage return below U+0020, and neither U+FFFE nor U+FFFF.
TEST(Import, HwlocFilesWithCharactersThatXmlForbidsAreRefusedWithTheirLine) {
  const ScratchFolder folder;
  const std::string text = read_text(source_file("tests/fixtures/nodes/dgx1-v100.xml"));
  const std::size_t at = text.find("value=\"") + 7;
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const auto issue_of = [&](const std::string& character) {
    try {
      write_text(folder.path() / "machine.xml", std::string(text).insert(at, character));
      node_from_hwloc(folder.path() / "machine.xml");
    } catch (const ScenarioError& error) {
      return fmt::format("{}: {}", error.issues().front().line, error.issues().front().message);
    }
    return std::string("read");
  };
  const std::string forbidden =
      fmt::format("{}: this line holds a character that XML does not allow", line);
  for (const std::string character : {"\xEF\xBF\xBE", "\xEF\xBF\xBF", "\x01", "\x1b"})
    EXPECT_EQ(issue_of(character), forbidden);
  EXPECT_EQ(issue_of(std::string(1, '\0')), forbidden);
  EXPECT_EQ(issue_of("\xE9"),
            fmt::format("{}: this line is not UTF-8 text, so the file is not XML", line));
  EXPECT_EQ(issue_of("\xC3\xA9\xF0\x9F\x98\x80"), "read");
}

TEST(Import, AFileOfHwlocThreeIsRefusedWithHowToWriteItForTwo) {
  const ScratchFolder folder;
  write_text(folder.path() / "machine.xml", "<topology version=\"3.0\">\n</topology>\n");
  try {
    node_from_hwloc(folder.path() / "machine.xml");
    FAIL() << "it is read";
  } catch (const ScenarioError& error) {
    EXPECT_NE(error.issues().front().hint.find("lstopo --export-xml-flags 2"), std::string::npos)
        << error.issues().front().hint;
  }
}

}  // namespace
}  // namespace gpuscape
