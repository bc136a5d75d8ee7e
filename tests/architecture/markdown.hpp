#pragma once
/// The parts of a page that can be checked: fenced blocks, the commands in them, links to files.

#include <string>
#include <vector>

#include "tests/architecture/source_tree.hpp"

namespace gpuscape {

/// A fenced block. `language` and `file` are the first and second word after the fence.
struct CodeBlock {
  std::string language;
  std::string file;
  std::size_t line = 0;  ///< 1-based line of the fence
  std::vector<std::string> lines;
};

std::vector<CodeBlock> code_blocks(const SourceFile& page);

/// A command of a `console` block, and what the page says it prints. No lines: the page does not
/// say.
struct ConsoleStep {
  std::string command;
  std::vector<std::string> output;
};

/// Lines that begin with `$ ` are commands, those with `> ` continue them, all others are output.
std::vector<ConsoleStep> console_steps(const CodeBlock& block);

/// Targets of the links that lead to files, without fragments.
std::vector<std::string> file_links(const SourceFile& page);

/// True when the lines are those expected. In `expected`, a line that is only `…` stands for any
/// number of lines, and `…` within a line for any text.
bool matches_output(const std::vector<std::string>& expected,
                    const std::vector<std::string>& actual);

/// The page with what its commands printed in place of what it shows, where that does not match;
/// one entry of `outputs` for each command, in the order of the page.
std::vector<std::string> with_outputs(const SourceFile& page,
                                      const std::vector<std::vector<std::string>>& outputs);

}  // namespace gpuscape
