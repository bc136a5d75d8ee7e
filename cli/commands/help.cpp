/// `gpuscape help [COMMAND…]`: `help trace info` prints what `trace info --help` prints.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/line/help_format.hpp"
#include "cli/line/subcommands.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape {

namespace {

class HelpCommand final : public Command {
 public:
  explicit HelpCommand(CommandSyntax& syntax) : program_(*syntax.app().get_parent()) {
    CLI::Option* command =
        syntax.app()
            .add_option("command", words_, "A command and its subcommand, if any [all of them]")
            ->type_name("COMMAND");
    syntax.complete(command, [this](auto words) { return commands_within(words); });
  }

  [[nodiscard]] int run(const CommandContext& context) const override {
    const CLI::App* asked = &program_;
    for (const std::string& word : words_) {
      const CLI::App* next = find_subcommand(*asked, word);
      if (next == nullptr)
        throw UsageError{fmt::format("unknown command \"{}\"", fmt::join(words_, " ")),
                         nearest_hint(word, subcommand_names(*asked))};
      asked = next;
    }
    context.out << help_text(*asked);
    return kDone;
  }

 private:
  [[nodiscard]] std::vector<std::string> commands_within(std::span<const std::string> words) const {
    const CLI::App* asked = &program_;
    for (const std::string& word : words)
      if (asked != nullptr) asked = find_subcommand(*asked, word);
    return asked == nullptr ? std::vector<std::string>() : subcommand_names(*asked);
  }

  const CLI::App& program_;
  std::vector<std::string> words_;  ///< the command that is asked about
};

}  // namespace

void register_command_help(CommandTable& commands) {
  commands.add<HelpCommand>({.path = "help",
                             .about = "Show the help of a command",
                             .footer = "Example:\n  gpuscape help trace info"});
}

}  // namespace gpuscape
