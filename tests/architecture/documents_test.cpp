/// The pages and examples do what they say: commands run as typed, scenarios pass the check, links
/// lead somewhere.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "tests/architecture/markdown.hpp"
#include "tests/architecture/shell_session.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

std::vector<SourceFile> pages() {
  return source_files({"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "scenarios", "sim"},
                      {".md"});
}

/// "docs/tutorial/first-replay.md" → "docs_tutorial_first_replay".
std::string name_of(const SourceFile& file) {
  return std::regex_replace(std::filesystem::path(file.path).replace_extension().string(),
                            std::regex("[^a-z0-9]+", std::regex::icase), "_");
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::vector<SourceFile> pages_with(const std::string& language) {
  std::vector<SourceFile> result = pages();
  std::erase_if(result, [&](const SourceFile& page) {
    return std::ranges::none_of(code_blocks(page),
                                [&](const auto& b) { return b.language == language; });
  });
  return result;
}

std::vector<ConsoleStep> all_steps(const SourceFile& page) {
  std::vector<ConsoleStep> steps;
  for (const CodeBlock& block : code_blocks(page)) {
    if (block.language == "console")
      std::ranges::copy(console_steps(block), std::back_inserter(steps));
  }
  return steps;
}

void write_named_blocks(const SourceFile& page, const ReadersFolder& folder) {
  for (const CodeBlock& block : code_blocks(page)) {
    if (!block.file.empty()) folder.write(block.file, block.lines);
  }
}

/// A command may fail only where the page goes on to show its exit code.
void expect_as_described(const ConsoleStep& step, const CommandOutcome& outcome,
                         bool code_is_shown) {
  if (!code_is_shown) {
    EXPECT_EQ(outcome.exit_code, 0) << step.command << "\n" << joined(outcome.output);
  }
  if (step.output.empty()) return;
  EXPECT_TRUE(matches_output(step.output, outcome.output)) << step.command << "\nthe page says:\n"
                                                           << joined(step.output) << "it prints:\n"
                                                           << joined(outcome.output);
}

/// GPUSCAPE_UPDATE=1 writes what the commands print into the pages; the test fails all the same,
/// once.
bool asked_to_update() {
  return std::getenv("GPUSCAPE_UPDATE") !=
         nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
}

void rewrite(const SourceFile& page, const std::vector<CommandOutcome>& outcomes) {
  std::vector<std::vector<std::string>> outputs;
  std::ranges::transform(outcomes, std::back_inserter(outputs), &CommandOutcome::output);
  std::ofstream(source_file(page.path)) << joined(with_outputs(page, outputs));
}

bool is_whole_scenario(const CodeBlock& block) {
  return block.language.starts_with("json") &&
         joined(block.lines).find("\"format\": 1") != std::string::npos;
}

std::string page_name(const testing::TestParamInfo<SourceFile>& page) {
  return name_of(page.param);
}

class Page : public testing::TestWithParam<SourceFile> {};

TEST_P(Page, CommandsRunAsTypedAndPrintWhatItShows) {
  const ReadersFolder folder(name_of(GetParam()));
  write_named_blocks(GetParam(), folder);
  const std::vector<ConsoleStep> steps = all_steps(GetParam());
  std::vector<std::string> commands;
  std::ranges::transform(steps, std::back_inserter(commands), &ConsoleStep::command);
  const std::vector<CommandOutcome> outcomes = folder.run(commands);
  ASSERT_EQ(outcomes.size(), steps.size());
  if (asked_to_update()) rewrite(GetParam(), outcomes);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    expect_as_described(steps[i], outcomes[i],
                        i + 1 < steps.size() && steps[i + 1].command == "echo $?");
  }
}
INSTANTIATE_TEST_SUITE_P(Documents, Page, testing::ValuesIn(pages_with("console")), page_name);

TEST(Documents, WholeScenariosInPagesPassTheCheck) {
  int scenarios = 0;
  for (const SourceFile& page : pages()) {
    const ReadersFolder folder("blocks-of-" + name_of(page));
    write_named_blocks(page, folder);
    for (const CodeBlock& block : code_blocks(page)) {
      if (!is_whole_scenario(block)) continue;
      ++scenarios;
      folder.write("block.json", block.lines);
      const auto outcome = folder.run({"build/release/bin/gpuscape check block.json"});
      EXPECT_EQ(outcome.at(0).exit_code, 0) << page.path << ":" << block.line << "\n"
                                            << joined(outcome[0].output);
    }
  }
  EXPECT_GE(scenarios, 12);
}

class Example : public testing::TestWithParam<SourceFile> {};

TEST_P(Example, PassesTheCheck) {
  const auto outcome =
      run_in_checkout("'" + gpuscape_program().string() + "' check " + GetParam().path);
  EXPECT_EQ(outcome.exit_code, 0) << joined(outcome.output);
}
INSTANTIATE_TEST_SUITE_P(Scenarios, Example,
                         testing::ValuesIn(source_files({"scenarios"}, {".json"})), page_name);

TEST(Documents, PagesAndExamplesAreFound) {
  EXPECT_GE(pages().size(), 60U);
  EXPECT_GE(pages_with("console").size(), 20U);
  EXPECT_GE(source_files({"scenarios"}, {".json"}).size(), 8U);
}

TEST(Documents, LinksLeadToFilesThatExist) {
  int links = 0;
  for (const SourceFile& page : pages()) {
    const std::filesystem::path beside = source_file(page.path).parent_path();
    for (const std::string& link : file_links(page)) {
      ++links;
      EXPECT_TRUE(std::filesystem::exists(beside / link)) << page.path << " links to " << link;
    }
  }
  EXPECT_GE(links, 130);
}

TEST(OutputPattern, AnEllipsisStandsForTextOrForLines) {
  EXPECT_TRUE(matches_output({"a … c"}, {"a bb c"}));
  EXPECT_FALSE(matches_output({"a … c"}, {"a bb d"}));
  EXPECT_TRUE(matches_output({"a", "…", "z"}, {"a", "m", "n", "z"}));
  EXPECT_TRUE(matches_output({"a", "…", "z"}, {"a", "z"}));
  EXPECT_FALSE(matches_output({"a", "z"}, {"a", "m", "z"}));
}

}  // namespace
}  // namespace gpuscape
