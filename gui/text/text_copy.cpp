#include "gui/text/text_copy.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/base/input_file.hpp"

namespace gpuscape::gui {

TextCopy::TextCopy(const Registry& registry, std::function<void()> wake)
    : reader_(registry, std::move(wake)) {}

void TextCopy::read(const std::string& file, const InputStamp& stamp) {
  constexpr std::size_t kMostTextBytes = std::size_t{8} << 20U;
  unreadable_.clear();
  auto text = read_input(file, kMostTextBytes, unreadable_);
  file_ = file;
  stamp_ = stamp;
  read_ = text ? std::move(*text) : std::string();
}

void TextCopy::follow(const std::string& file) {
  const InputStamp stamp = InputStamp::of(file);
  if (file == file_ && (stamp == stamp_ || is_edited())) return;
  if (is_edited()) others_.insert_or_assign(file_, std::move(text_));
  read(file, stamp);
  const auto edited = others_.extract(file);
  text_ = edited ? edited.mapped() : read_;
}

std::string TextCopy::edited_file() const {
  if (is_edited()) return file_;
  return others_.empty() ? "" : others_.begin()->first;
}

void TextCopy::check(const std::string& variant, std::uint64_t version) {
  if (!unreadable_.empty() && !is_edited()) {
    faults_ = {Issue{file_, 0, 0, "", unreadable_, ""}};
    asked_.clear();
    is_checked_ = true;
    return;
  }
  std::string wanted = fmt::format("{} {}\n{}\n{}", version, file_, variant, text_);
  if (wanted != asked_) {
    asked_ = std::move(wanted);
    is_checked_ = false;
    reader_.ask(
        {.name = {}, .source = {.file = file_, .text = text_}, .design = {.variant = variant}},
        version);
  }
  if (is_checked_) return;
  const auto form = reader_.latest();
  if (form == nullptr) return;
  faults_ = form->faults;
  is_checked_ = true;
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
