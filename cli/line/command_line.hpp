#pragma once
/// What the words on the command line mean. Reading them touches no scenario and runs nothing.

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_table.hpp"

namespace gpuscape {

class CommandLine {
 public:
  explicit CommandLine(const CommandTable& commands);

  /// Reads the words after the program's name. Throws UsageError, or CLI::Success for --help and
  /// --version, whose text `success_text` gives.
  void parse(const std::vector<std::string>& words);
  /// What to print when `parse` threw CLI::Success.
  [[nodiscard]] std::string success_text(const CLI::Success& success) const;

  /// The command that was chosen, with the options that it was given.
  [[nodiscard]] const Command& chosen() const { return *commands_.at(&chosen_app()); }
  [[nodiscard]] const LimitOptions& limits() const { return *limits_; }

  [[nodiscard]] const CLI::App& app() const { return *app_; }
  /// What shells offer for options and positionals of its commands.
  [[nodiscard]] const Completers& completers() const { return completers_; }

 private:
  void add(const CommandEntry& entry);
  /// The innermost command that was chosen.
  [[nodiscard]] const CLI::App& chosen_app() const;

  std::unique_ptr<LimitOptions> limits_;
  std::map<const CLI::App*, std::unique_ptr<Command>> commands_;
  Completers completers_;
  std::unique_ptr<CLI::App> app_;
};

}  // namespace gpuscape
