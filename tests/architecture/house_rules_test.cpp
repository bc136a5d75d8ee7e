/// What every file of the checkout keeps: length, name, guards, and no trace of one machine.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <utility>

#include "tests/architecture/source_tree.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

const std::vector<std::string> kAnyText{".cpp", ".hpp",   ".md",  ".json", ".sh",
                                        ".txt", ".cmake", ".csv", "run"};

std::vector<SourceFile> all_text() {
  return source_files(
      {"sim", "models", "cli", "gui", "validation", "tests", "docs", "scenarios", "scripts", ".ci",
       "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json"},
      kAnyText);
}

/// No line of `files` matches `pattern`; at least `least` files are found.
void expect_nowhere(const std::vector<SourceFile>& files, const std::regex& pattern,
                    std::size_t least) {
  EXPECT_GE(files.size(), least);
  for (const SourceFile& file : files) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(file.lines[i], pattern))
          << file.path << ":" << i + 1 << ": " << file.lines[i];
    }
  }
}

std::size_t line_count(const std::string& path) {
  const auto files = source_files({path}, {path});
  return files.empty() ? 0 : files.front().lines.size();
}

TEST(HouseRules, FilesHaveAtMost300Lines) {
  for (const SourceFile& file : cpp_files()) EXPECT_LE(file.lines.size(), 300U) << file.path;
}

// What a capability adds to a run lies in the rooms below: the run itself knows none by name, but
// for the network that is handed through it.
TEST(HouseRules, TheRunItselfNamesNoCapability) {
  const std::regex capability("lent|attach|traffic|failure|checkpoint|storage|slice",
                              std::regex::icase);
  int lines = 0;
  int files = 0;
  for (const SourceFile& file : cpp_files()) {
    if (std::filesystem::path(file.path).parent_path() != "sim/run") continue;
    ++files;
    lines += static_cast<int>(std::ranges::count_if(
        file.lines, [&](const std::string& line) { return std::regex_search(line, capability); }));
  }
  EXPECT_GE(files, 15);
  EXPECT_LE(lines, 5);
}

TEST(HouseRules, FileNamesAreSnakeCase) {
  const std::regex snake_case("^[a-z0-9_]+\\.(cpp|hpp)$");
  for (const SourceFile& file : cpp_files()) {
    const std::string name = std::filesystem::path(file.path).filename();
    EXPECT_TRUE(std::regex_match(name, snake_case)) << file.path;
  }
}

TEST(HouseRules, HeadersStartWithPragmaOnce) {
  int headers = 0;
  for (const SourceFile& file : cpp_files()) {
    if (!file.path.ends_with(".hpp")) continue;
    ++headers;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_EQ(file.lines.front(), "#pragma once") << file.path;
  }
  EXPECT_GT(headers, 440);
}

/// The words of the nearest CMakeLists.txt at or above a file's folder, and that folder.
std::pair<std::set<std::string>, std::filesystem::path> list_above(
    const std::filesystem::path& file) {
  for (auto folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    const std::string list = (folder / "CMakeLists.txt").generic_string();
    const auto found = source_files({list}, {"CMakeLists.txt"});
    if (found.empty()) continue;
    std::set<std::string> words;
    for (const std::string& line : found.front().lines) {
      std::string word;
      for (const char letter : line + ' ') {
        if (std::string_view(" ()\t").find(letter) == std::string_view::npos) {
          word += letter;
        } else {
          words.insert(std::exchange(word, {}));
        }
      }
    }
    return {words, folder};
  }
  return {};
}

// Sources are listed by hand: a test that no list names would never run, and nobody would notice.
TEST(HouseRules, EverySourceIsNamedInTheCMakeListsAboveIt) {
  const auto sources = source_files({"sim", "cli", "gui", "validation", "tests"}, {".cpp"});
  ASSERT_GT(sources.size(), 670U);
  for (const SourceFile& file : sources) {
    const std::filesystem::path path(file.path);
    const auto [words, folder] = list_above(path);
    const std::string name = path.lexically_relative(folder).generic_string();
    if (is_below(file.path, "cli/commands")) continue;  // the test below
    // A fuzz target is listed by its name.
    const bool target = is_below(file.path, "tests/fuzz") && words.contains(path.stem().string());
    EXPECT_TRUE(target || words.contains(name))
        << file.path << " is not in the CMakeLists.txt of " << folder;
  }
}

/// Every source below `folder` has a row in the list there, "add_model(KIND NAME)" for
/// KIND/NAME.cpp, or is listed by name.
void expect_rows(const std::string& folder, const std::string& below, const std::string& macro,
                 std::size_t least) {
  const auto list = source_files({folder + "/CMakeLists.txt"}, {"CMakeLists.txt"});
  ASSERT_EQ(list.size(), 1U);
  const auto sources = source_files({folder + below}, {".cpp"});
  ASSERT_GE(sources.size(), least);
  for (const SourceFile& file : sources) {
    std::string words = std::filesystem::path(file.path)
                            .lexically_relative(folder + below)
                            .replace_extension()
                            .generic_string();
    std::ranges::replace(words, '/', ' ');
    const std::string row = macro + "(" + words + ")";
    const std::string name = std::filesystem::path(file.path).lexically_relative(folder);
    EXPECT_TRUE(std::ranges::any_of(list.front().lines, [&](const std::string& line) {
      return line == row || line.find(" " + name) != std::string::npos;
    })) << file.path;
  }
}

// models/ has one line a model and lists by name what several share; so has cli/ with its commands.
TEST(HouseRules, EveryModelAndCommandIsNamedInItsList) {
  expect_rows("models", "", "add_model", 33);
  expect_rows("cli", "/commands", "add_command", 20);
}

TEST(HouseRules, NoFileNamesAFolderOfOneMachine) {
  expect_nowhere(all_text(), std::regex("(^|[^A-Za-z0-9_.])/(work|farm|root|home)/"), 1400);
}

TEST(HouseRules, OnlyTestsAndScriptsKnowTheSharedData) {
  const auto files =
      source_files({"sim", "models", "cli", "gui", "docs", "scenarios", "README.md"}, kAnyText);
  expect_nowhere(files, std::regex("\\.\\./shared"), 780);
}

// A guest whose script waits for output that never comes holds up the suite until its own limit.
TEST(HouseRules, NothingInTheGuestWaitsWithoutABound) {
  const auto scripts = source_files({"tests/vm"}, {".script"});
  expect_nowhere(scripts, std::regex("\\b(until|while)\\b"), 2);
  expect_nowhere(scripts, std::regex("^ *(gpuscape-bench|ib_[a-z]+|su) "), 2);
}

TEST(HouseRules, TheMapFitsOnAPageAndTheGuideOnTwo) {
  EXPECT_LE(line_count("sim/README.md"), 70U);
  EXPECT_GT(line_count("sim/README.md"), 0U);
  EXPECT_LE(line_count("CONTRIBUTING.md"), 100U);
  EXPECT_GT(line_count("CONTRIBUTING.md"), 0U);
}

}  // namespace
}  // namespace gpuscape
