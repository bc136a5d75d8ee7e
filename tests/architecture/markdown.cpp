#include "tests/architecture/markdown.hpp"

#include <algorithm>
#include <regex>
#include <span>
#include <sstream>
#include <string_view>

namespace gpuscape {
namespace {

constexpr std::string_view kAny = "…";

bool line_matches(std::string_view expected, std::string_view actual) {
  const std::size_t gap = expected.find(kAny);
  if (gap == std::string_view::npos) return expected == actual;
  if (!actual.starts_with(expected.substr(0, gap))) return false;
  const std::string_view rest = expected.substr(gap + kAny.size());
  for (std::size_t skip = gap; skip <= actual.size(); ++skip) {
    if (line_matches(rest, actual.substr(skip))) return true;
  }
  return false;
}

using Lines = std::span<const std::string>;

bool lines_match(Lines expected, Lines actual) {
  if (expected.empty()) return actual.empty();
  if (expected.front() == kAny) {
    for (std::size_t skip = 0; skip <= actual.size(); ++skip) {
      if (lines_match(expected.subspan(1), actual.subspan(skip))) return true;
    }
    return false;
  }
  return !actual.empty() && line_matches(expected.front(), actual.front()) &&
         lines_match(expected.subspan(1), actual.subspan(1));
}

}  // namespace

std::vector<CodeBlock> code_blocks(const SourceFile& page) {
  std::vector<CodeBlock> blocks;
  bool inside = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    if (!line.starts_with("```")) {
      if (inside) blocks.back().lines.push_back(line);
      continue;
    }
    inside = !inside;
    if (!inside) continue;
    CodeBlock block;
    block.line = i + 1;
    std::istringstream(line.substr(3)) >> block.language >> block.file;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

std::vector<ConsoleStep> console_steps(const CodeBlock& block) {
  std::vector<ConsoleStep> steps;
  for (const std::string& line : block.lines) {
    if (line.starts_with("$ ")) {
      steps.push_back({line.substr(2), {}});
    } else if (line.starts_with("> ") && !steps.empty()) {
      steps.back().command += "\n" + line.substr(2);
    } else if (!steps.empty()) {
      steps.back().output.push_back(line);
    }
  }
  return steps;
}

std::vector<std::string> with_outputs(const SourceFile& page,
                                      const std::vector<std::vector<std::string>>& outputs) {
  std::vector<std::string> lines = page.lines;
  std::size_t next = 0;       // of outputs
  std::ptrdiff_t growth = 0;  // of the page so far
  for (const CodeBlock& block : code_blocks(page)) {
    if (block.language != "console") continue;
    auto at = static_cast<std::ptrdiff_t>(block.line) + growth;
    for (const ConsoleStep& step : console_steps(block)) {
      at += 1 + std::ranges::count(step.command, '\n');
      const auto shown = static_cast<std::ptrdiff_t>(step.output.size());
      const auto& printed = outputs.at(next++);
      const bool keep = shown == 0 || matches_output(step.output, printed);
      const auto& text = keep ? step.output : printed;
      lines.erase(lines.begin() + at, lines.begin() + at + shown);
      lines.insert(lines.begin() + at, text.begin(), text.end());
      at += static_cast<std::ptrdiff_t>(text.size());
      growth += static_cast<std::ptrdiff_t>(text.size()) - shown;
    }
  }
  return lines;
}

std::vector<std::string> file_links(const SourceFile& page) {
  static const std::regex pattern(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
  std::vector<std::string> links;
  for (const std::string& line : page.lines) {
    for (std::sregex_iterator it(line.begin(), line.end(), pattern), end; it != end; ++it) {
      const std::string target = (*it)[1];
      if (target.find("://") == std::string::npos) links.push_back(target);
    }
  }
  return links;
}

bool matches_output(const std::vector<std::string>& expected,
                    const std::vector<std::string>& actual) {
  return lines_match(expected, actual);
}

}  // namespace gpuscape
