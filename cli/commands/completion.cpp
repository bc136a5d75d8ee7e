/// `gpuscape completion SHELL`: a script by which a shell asks for words.

#include <ostream>
#include <string_view>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kBash =
    R"(# gpuscape completion for bash: source <(gpuscape completion bash)
_gpuscape() {
  local IFS=$'\n'
  COMPREPLY=($(gpuscape __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _gpuscape gpuscape
)";

constexpr std::string_view kZsh = R"(#compdef gpuscape
# gpuscape completion for zsh: source <(gpuscape completion zsh)
_gpuscape() {
  local -a found
  found=("${(@f)$(gpuscape __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- "${found[@]}"; else _files; fi
}
compdef _gpuscape gpuscape
)";

constexpr std::string_view kFish =
    R"(# gpuscape completion for fish: gpuscape completion fish | source
function __gpuscape_complete
  set -l words (commandline -opc) (commandline -ct)
  gpuscape __complete $words[2..-1] 2>/dev/null
end
complete -c gpuscape -a '(__gpuscape_complete)'
)";

std::string_view script(const std::string& shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  ensure(shell == "fish", "the command line has checked the shell");
  return kFish;
}

class CompletionCommand final : public Command {
 public:
  explicit CompletionCommand(CommandSyntax& syntax) {
    CLI::Option* shell = syntax.app()
                             .add_option("shell", shell_, "bash, zsh or fish")
                             ->required()
                             ->type_name("SHELL");
    syntax.choices(shell, {"bash", "zsh", "fish"});
  }

  [[nodiscard]] int run(const CommandContext& context) const override {
    context.out << script(shell_);
    return kDone;
  }

 private:
  std::string shell_;
};

}  // namespace

void register_command_completion(CommandTable& commands) {
  commands.add<CompletionCommand>({.path = "completion",
                                   .about = "Print a shell completion script",
                                   .footer = "Example:\n  source <(gpuscape completion bash)"});
}

}  // namespace gpuscape
