/// What every file of the checkout keeps: length, name, guards, and no trace of one machine.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "tests/architecture/source_tree.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

const std::vector<std::string> kAnyText{".cpp", ".hpp",   ".md",  ".json", ".sh",
                                        ".txt", ".cmake", ".csv", "run"};

std::vector<SourceFile> all_text() {
  return source_files(
      {"sim", "models", "cli", "validation", "tests", "docs", "scenarios", "scripts", ".ci",
       "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json"},
      kAnyText);
}

/// No line of `files` matches `pattern`.
void expect_nowhere(const std::vector<SourceFile>& files, const std::regex& pattern) {
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

TEST(HouseRules, FileNamesAreSnakeCase) {
  const std::regex snake_case("^[a-z0-9_]+\\.(cpp|hpp)$");
  for (const SourceFile& file : cpp_files()) {
    const std::string name = std::filesystem::path(file.path).filename();
    EXPECT_TRUE(std::regex_match(name, snake_case)) << file.path;
  }
}

TEST(HouseRules, HeadersStartWithPragmaOnce) {
  for (const SourceFile& file : cpp_files()) {
    if (!file.path.ends_with(".hpp")) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_EQ(file.lines.front(), "#pragma once") << file.path;
  }
}

// Sources are listed by hand: a test that no list names would never run, and nobody would notice.
TEST(HouseRules, EverySourceStandsInTheCMakeListsBesideIt) {
  for (const SourceFile& file : source_files({"sim", "cli", "tests"}, {".cpp"})) {
    const std::filesystem::path path(file.path);
    const std::string list = (path.parent_path() / "CMakeLists.txt").generic_string();
    std::vector<std::string> lines;
    for (const SourceFile& found : source_files({list}, {".txt"})) lines = found.lines;
    EXPECT_TRUE(std::ranges::any_of(lines,
                                    [&](const std::string& line) {
                                      return line.find(path.stem().string()) != std::string::npos;
                                    }))
        << file.path << " does not stand in " << list;
  }
}

TEST(HouseRules, NoFileNamesAFolderOfOneMachine) {
  expect_nowhere(all_text(), std::regex("(^|[^A-Za-z0-9_.])/(work|farm|root|home)/"));
}

TEST(HouseRules, OnlyTestsAndScriptsKnowTheSharedData) {
  const auto files =
      source_files({"sim", "models", "cli", "docs", "scenarios", "README.md"}, kAnyText);
  expect_nowhere(files, std::regex("\\.\\./shared"));
}

// A guest whose script waits for output that never comes holds up the suite until its own limit.
TEST(HouseRules, NothingInTheGuestWaitsWithoutABound) {
  const auto scripts = source_files({"tests/vm"}, {".script"});
  ASSERT_FALSE(scripts.empty());
  expect_nowhere(scripts, std::regex("\\b(until|while)\\b"));
  expect_nowhere(scripts, std::regex("^ *(gpuscape-bench|ib_[a-z]+|su) "));
}

TEST(HouseRules, TheMapFitsOnAScreenAndTheGuideOnThree) {
  EXPECT_LE(line_count("sim/README.md"), 30U);
  EXPECT_GT(line_count("sim/README.md"), 0U);
  EXPECT_LE(line_count("CONTRIBUTING.md"), 100U);
  EXPECT_GT(line_count("CONTRIBUTING.md"), 0U);
}

}  // namespace
}  // namespace gpuscape
