#pragma once
/// The commands that a program has, in the order of its --help.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/line/command_syntax.hpp"

namespace gpuscape {

/// How --help presents a command.
struct CommandText {
  std::string path;    ///< "run"; of a command within another, which is added first: "trace info"
  std::string about;   ///< one line
  std::string footer;  ///< below the options: an example
};

struct CommandEntry {
  CommandText text;
  /// Null where only the commands within it can be run.
  std::unique_ptr<Command> (*make)(CommandSyntax& syntax) = nullptr;
};

class CommandTable {
 public:
  /// A command whose constructor takes CommandSyntax&.
  template <class AnyCommand>
  void add(CommandText text) {
    entries_.push_back({std::move(text), [](CommandSyntax& syntax) -> std::unique_ptr<Command> {
                          return std::make_unique<AnyCommand>(syntax);
                        }});
  }
  /// A name for commands that are added within it.
  void add_group(CommandText text) { entries_.push_back({std::move(text)}); }
  [[nodiscard]] const std::vector<CommandEntry>& entries() const { return entries_; }
  /// Of the commands that are in no other.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const CommandEntry& entry : entries_)
      if (entry.text.path.find(' ') == std::string::npos) names.push_back(entry.text.path);
    return names;
  }

 private:
  std::vector<CommandEntry> entries_;
};

}  // namespace gpuscape
