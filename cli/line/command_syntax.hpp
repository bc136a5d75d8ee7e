#pragma once
/// The words of one command: its options and positionals, and what a shell offers for them.

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/input/limit_options.hpp"

namespace gpuscape {

/// What a word may become, given the positionals of the command that stand before it.
using Completer = std::function<std::vector<std::string>(std::span<const std::string> positionals)>;
using Completers = std::map<const CLI::Option*, Completer>;

/// Handed to a command's constructor, and gone after it.
class CommandSyntax {
 public:
  CommandSyntax(CLI::App& app, Completers& completers, LimitOptions& limits)
      : app_(app), completers_(completers), limits_(limits) {}

  /// Takes the options, flags and positionals, in the order of --help.
  [[nodiscard]] CLI::App& app() { return app_; }
  /// Those of the whole line: `add_limit_options` has them read.
  [[nodiscard]] LimitOptions& limits() { return limits_; }
  /// The value of an option or positional is one of these words, which a shell offers.
  void choices(CLI::Option* option, const std::vector<std::string>& words);
  /// A shell offers what `completer` finds; without one it offers files.
  void complete(const CLI::Option* option, Completer completer) {
    completers_[option] = std::move(completer);
  }

 private:
  CLI::App& app_;
  Completers& completers_;
  LimitOptions& limits_;
};

}  // namespace gpuscape
