#include "cli/line/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/line/help_format.hpp"
#include "cli/line/subcommands.hpp"
#include "cli/process/version.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape {

namespace {

std::string known_here(const std::vector<std::string>& commands) {
  return fmt::format("known here: {}", fmt::join(commands, ", "));
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // not for users
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

void refuse_unknown_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> known = subcommand_names(app);
  if (word.empty() || word[0] == '-' || std::ranges::find(known, word) != known.end()) return;
  throw UsageError{fmt::format("unknown command \"{}\"", word), nearest_hint(word, known)};
}

[[noreturn]] void refuse_leftover(const CLI::App& command) {
  const std::vector<std::string> left = command.remaining();
  const std::string word = left.empty() ? "" : left.front();
  const std::vector<std::string> known = subcommand_names(command);
  if (!known.empty() && !word.empty() && word[0] != '-')
    throw UsageError{fmt::format("unknown command \"{} {}\"", command.get_name(), word),
                     nearest_hint(word, known)};
  if (word.empty() || word[0] != '-')
    throw UsageError{fmt::format("unexpected word \"{}\"", word), "see --help"};
  throw UsageError{fmt::format("unknown option \"{}\"", word),
                   nearest_hint(word, option_names(command))};
}

/// A positional or a command within this one is missing.
[[noreturn]] void refuse_missing(const CLI::App& command, const CLI::RequiredError& error) {
  const std::vector<std::string> known = subcommand_names(command);
  if (!known.empty() && !command.remaining().empty()) refuse_leftover(command);
  if (known.empty()) throw UsageError{error.what(), "see --help"};
  throw UsageError{fmt::format("{} needs a subcommand", command.get_name()), known_here(known)};
}

}  // namespace

CommandLine::CommandLine(const CommandTable& commands)
    : limits_(std::make_unique<LimitOptions>()),
      app_(std::make_unique<CLI::App>("Gpuscape: what would these jobs get on that cluster?",
                                      "gpuscape")) {
  app_->formatter(help_format());
  app_->require_subcommand(1);
  app_->set_version_flag("--version", version_text(), "Print this program's version and SimGrid's");
  app_->footer("Example:\n  gpuscape run scenarios/quickstart.json");
  for (const CommandEntry& entry : commands.entries()) add(entry);
}

void CommandLine::add(const CommandEntry& entry) {
  CLI::App* above = app_.get();
  std::string name = entry.text.path;
  for (auto space = name.find(' '); space != std::string::npos; space = name.find(' ')) {
    above = above->get_subcommand(name.substr(0, space));
    name.erase(0, space + 1);
  }
  CLI::App* app = above->add_subcommand(name, entry.text.about);
  app->footer(entry.text.footer);
  CommandSyntax syntax(*app, completers_, *limits_);
  if (entry.make == nullptr) {
    app->require_subcommand(1);
  } else {
    commands_[app] = entry.make(syntax);
  }
}

const CLI::App& CommandLine::chosen_app() const {
  const CLI::App* command = app_.get();
  for (auto below = command->get_subcommands(); !below.empty(); below = command->get_subcommands())
    command = below.front();
  return *command;
}

void CommandLine::parse(const std::vector<std::string>& words) {
  if (words.empty()) throw UsageError{"no command", known_here(subcommand_names(*app_))};
  refuse_unknown_command(*app_, words.front());
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ExtrasError&) {
    refuse_leftover(chosen_app());
  } catch (const CLI::RequiredError& error) {
    refuse_missing(chosen_app(), error);
  } catch (const CLI::ParseError& error) {
    throw UsageError{error.what(), "see --help"};
  }
}

std::string CommandLine::success_text(const CLI::Success& success) const {
  if (dynamic_cast<const CLI::CallForVersion*>(&success) != nullptr) return version_text() + "\n";
  return help_text(chosen_app());
}

}  // namespace gpuscape
