#include "gui/workspace/text_copy.hpp"

#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape::gui {

void TextCopy::follow(const std::string& file) {
  constexpr std::size_t kMostBytes = std::size_t{8} << 20U;
  const InputStamp stamp = InputStamp::of(file);
  if (file == file_ && (stamp == stamp_ || is_edited())) return;
  std::string fault;
  auto text = read_input(file, kMostBytes, fault);
  file_ = file;
  stamp_ = stamp;
  read_ = text ? std::move(*text) : std::string();
  text_ = read_;
  checked_.clear();
}

const std::vector<Issue>& TextCopy::faults(const std::string& variant, const Registry& registry) {
  std::string wanted = variant + '\n' + text_;
  if (wanted == checked_) return faults_;
  checked_ = std::move(wanted);
  faults_.clear();
  try {
    open_scenario({.file = file_, .text = text_}, {.variant = variant}, registry);
  } catch (const ScenarioError& error) {
    faults_ = error.issues();
  } catch (const RunError& error) {
    faults_.push_back({.file = file_,
                       .line = 0,
                       .column = 0,
                       .pointer = "",
                       .message = error.what(),
                       .hint = ""});
  }
  return faults_;
}

std::map<int, std::string> TextCopy::faults_by_line() const {
  std::map<int, std::string> by_line;
  for (const Issue& issue : faults_) {
    if (issue.line == 0 || issue.file != file_) continue;
    std::string& line = by_line[issue.line];
    if (!line.empty()) line += "; ";
    line += issue.message;
    if (!issue.hint.empty()) line += " (" + issue.hint + ")";
  }
  return by_line;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace gpuscape::gui
