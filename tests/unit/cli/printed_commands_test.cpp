/// Commands that pages print within their text are commands of the program.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "cli/line/command_line.hpp"
#include "test_paths.hpp"
#include "tests/unit/cli/all_commands.hpp"

namespace gpuscape {
namespace {

std::vector<std::string> commands_in(const std::filesystem::path& page) {
  std::ifstream file(page);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::regex printed(R"(`gpuscape ([^`]+)`)");
  std::vector<std::string> commands;
  for (std::sregex_iterator match(text.begin(), text.end(), printed), end; match != end; ++match)
    commands.push_back((*match)[1].str());
  return commands;
}

/// What is wrong with it; empty: nothing.
std::string fault_of(const std::string& command) {
  std::istringstream text(command);
  CommandLine line(test::all_commands());
  try {
    line.parse({std::istream_iterator<std::string>(text), {}});
  } catch (const CLI::Success&) {
    return "";  // it asks for help
  } catch (const UsageError& error) {
    return error.message;
  }
  return "";
}

TEST(PrintedCommands, OfTheDecksPageAreTheProgramsOwn) {
  const auto commands = commands_in(GPUSCAPE_SOURCE_DIR "/docs/reference/source-decks.md");
  EXPECT_GT(commands.size(), 20U);
  for (const std::string& command : commands) EXPECT_EQ(fault_of(command), "") << command;
}

TEST(PrintedCommands, OfEveryPageHaveNoUnknownWord) {
  const std::filesystem::path docs = GPUSCAPE_SOURCE_DIR "/docs";
  int commands = 0;
  for (const auto& page : std::filesystem::recursive_directory_iterator(docs)) {
    if (page.path().extension() != ".md") continue;
    for (const std::string& command : commands_in(page.path())) {
      ++commands;
      EXPECT_FALSE(fault_of(command).starts_with("unknown")) << page.path() << ": " << command;
    }
  }
  EXPECT_GE(commands, 56);
}

}  // namespace
}  // namespace gpuscape
