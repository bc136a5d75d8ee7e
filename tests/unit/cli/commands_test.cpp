/// What every command owes, the one of docs/how-to/add-a-command.md included.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>

#include "cli/builtin_commands.hpp"
#include "cli/line/command_line.hpp"
#include "cli/line/subcommands.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/cli/all_commands.hpp"

namespace gpuscape {

/// How a test that fails names its command.
void PrintTo(const CommandEntry& entry, std::ostream* out) { *out << entry.text.path; }

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> words_of(const CommandEntry& entry) {
  std::istringstream path(entry.text.path);
  return {std::istream_iterator<std::string>(path), {}};
}

const CLI::App& app_of(const CommandEntry& entry, const CommandLine& line) {
  const CLI::App* app = &line.app();
  for (const std::string& word : words_of(entry)) app = find_subcommand(*app, word);
  return *app;
}

bool may_be_confined(const CommandEntry& entry) {
  const CommandLine line(test::all_commands());
  return app_of(entry, line).get_option_no_throw("--confine") != nullptr;
}

/// A command line with all that is required: "s.json" for a positional, for an option what a shell
/// offers first, or a file.
std::vector<std::string> required_words(const CommandEntry& entry) {
  const CommandLine line(test::all_commands());
  std::vector<std::string> words = words_of(entry);
  for (const CLI::Option* option : app_of(entry, line).get_options()) {
    if (!option->get_required()) continue;
    const auto completer = line.completers().find(option);
    if (!option->get_positional()) words.push_back("--" + option->get_lnames().front());
    words.push_back(option->get_positional() || completer == line.completers().end()
                        ? "s.json"
                        : completer->second({}).front());
  }
  return words;
}

class EveryCommand : public ::testing::TestWithParam<CommandEntry> {};

TEST_P(EveryCommand, EndsItsHelpWithAnExample) {
  CommandLine line(test::all_commands());
  std::vector<std::string> words = words_of(GetParam());
  words.emplace_back("--help");
  try {
    line.parse(words);
    FAIL() << "no help";
  } catch (const CLI::Success& success) {
    EXPECT_THAT(line.success_text(success), HasSubstr("\nExample"));
    EXPECT_THAT(line.success_text(success), HasSubstr("gpuscape " + GetParam().text.path + " "));
  }
}

// A --confine that nobody looks at would let a stranger's scenario read everything.
TEST_P(EveryCommand, HandsOnTheScenariosThatMayBeConfined) {
  if (!may_be_confined(GetParam())) return;
  CommandLine line(test::all_commands());
  std::vector<std::string> words = required_words(GetParam());
  words.emplace_back("--confine");
  line.parse(words);
  const CommandNeeds needs = line.chosen().needs();
  EXPECT_THAT(needs.confinement.scenarios, ElementsAre("s.json"));
  EXPECT_EQ(needs.confinement.asked, true);
}

std::string name_of(const ::testing::TestParamInfo<CommandEntry>& command) {
  std::string name = command.param.text.path;
  std::ranges::replace(name, ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(AllCommands, EveryCommand,
                         ::testing::ValuesIn(test::all_commands().entries()), name_of);

TEST(Commands, ManyMayBeConfined) {
  EXPECT_GT(std::ranges::count_if(test::all_commands().entries(), may_be_confined), 8);
}

// `help COMMAND` prints what `COMMAND --help` does.
TEST(Commands, HaveTheirHelpOnTheCommandsPage) {
  std::ifstream page(source_file("docs/reference/command.md"));
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  std::size_t looked_at = 0;
  const auto commands = builtin_commands();
  for (const CommandEntry& entry : commands.entries()) {
    if (entry.text.path == "help") continue;
    const std::string typed =
        fmt::format("$ build/release/bin/gpuscape {} --help\n", entry.text.path);
    const std::size_t at = text.find(typed);
    ASSERT_NE(at, std::string::npos) << "docs/reference/command.md lacks: " << typed;
    EXPECT_EQ(text.compare(at + typed.size(), entry.text.about.size(), entry.text.about), 0)
        << typed;
    ++looked_at;
  }
  EXPECT_GE(looked_at, 16U);
}

}  // namespace
}  // namespace gpuscape
