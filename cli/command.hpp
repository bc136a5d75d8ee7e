#pragma once
/// What a command of `gpuscape` owes. Each is one file in cli/commands.

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/input/confinement.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct SimGridEngine;

/// What the program lends a command.
struct CommandContext {
  const Registry& registry;
  std::ostream& out;
  std::ostream& err;
  const SimGridEngine* simgrid = nullptr;  ///< null in a program that SimGrid is not linked into
  std::string typed = {};                  ///< the command line, for the provenance of a result
  std::vector<std::string> words = {};     ///< the same, word by word, without the program's name
};

/// What the program sees to before it runs a command.
struct CommandNeeds {
  /// The scenarios that the command reads, of which a stranger may have written one.
  Confinement confinement = {};
};

/// A fault in the command line itself: message, then hint.
struct UsageError {
  std::string message;
  std::string hint;
};

/// Contract: the constructor takes a CommandSyntax and declares options that are read into members,
/// so a command neither moves nor is copied. `needs` and `run` are called after the words were
/// read, in this order, each at most once.
class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;
  [[nodiscard]] virtual CommandNeeds needs() const { return {}; }
  /// Prints the answer and returns the exit code. Throws UsageError, ScenarioError, RunError or
  /// Interrupted, which the program prints.
  [[nodiscard]] virtual int run(const CommandContext& context) const = 0;
};

}  // namespace gpuscape
