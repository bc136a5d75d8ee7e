#include "sim/calibration/tools/launcher_prefix.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kNoProcess;

/// What a launcher wrote before a line: none where `length` is 0.
struct Mark {
  std::size_t length = 0;
  std::string_view process = {};  ///< empty where it does not say
};

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_';
  });
}

/// The mark's length where `at` is followed by a space or by the line's end.
std::size_t before_space(std::string_view line, std::size_t at) {
  if (at == line.size()) return at;
  return line[at] == ' ' ? at + 1 : 0;
}

/// "[1,0]<stdout>:", also after a date.
Mark tagged(std::string_view line) {
  constexpr std::size_t kLongest = 160;
  for (const std::string_view stream : {"<stdout>:", "<stderr>:"}) {
    const std::size_t at = line.substr(0, kLongest).find(stream);
    if (at == std::string_view::npos) continue;
    const std::size_t open = line.substr(0, at).rfind('[');
    return {at + stream.size(),
            open == std::string_view::npos ? kNoProcess : line.substr(open, at - open)};
  }
  return {};
}

/// " 3: ", "12: ".
Mark numbered(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  const std::size_t end = line.find_first_not_of(kDigits, first);
  if (end == first || end == std::string_view::npos || line[end] != ':') return {};
  return {before_space(line, end + 1), line.substr(first, end - first)};
}

/// "[default0]:", "[rank3]: ", "[0] ", "[pod/trainer-0/main] ".
Mark bracketed(std::string_view line) {
  if (!line.starts_with('[')) return {};
  const std::size_t close = line.find(']');
  if (close == std::string_view::npos || close < 2) return {};
  const std::string_view inside = line.substr(1, close - 1);
  if (inside.find_first_of(" \",{") != std::string_view::npos) return {};
  const bool counted = kDigits.find(inside.back()) != std::string_view::npos;
  if (!counted && inside.find('/') == std::string_view::npos) return {};
  if (line.substr(close + 1).starts_with(':')) return {close + 2, line.substr(0, close + 1)};
  return {before_space(line, close + 1), line.substr(0, close + 1)};
}

/// "node7: ".
Mark hosted(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_name(line.substr(0, colon))) return {};
  return {before_space(line, colon + 1), line.substr(0, colon)};
}

/// "trainer-1  | ".
Mark barred(std::string_view line) {
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos) return {};
  std::string_view name = line.substr(0, bar);
  name = name.substr(0, name.find_last_not_of(' ') + 1);
  return is_name(name) ? Mark{before_space(line, bar + 1), name} : Mark{};
}

/// "2026-11-26T17:30:29.123Z ", "[2026-11-26 17:30:29] ".
Mark dated(std::string_view line) {
  const std::size_t open = line.starts_with('[') ? 1 : 0;
  constexpr std::string_view kShape = "0000-00-00T00:00:00";
  if (line.size() < open + kShape.size()) return {};
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const char c = line[open + i];
    const bool digit = kDigits.find(c) != std::string_view::npos;
    const bool same = c == kShape[i] || (kShape[i] == 'T' && c == ' ');
    if (kShape[i] == '0' ? !digit : !same) return {};
  }
  std::size_t end = line.find_first_not_of("0123456789.,:+-Z", open + kShape.size());
  end = std::min(end, line.size());
  if (open == 1 && end < line.size() && line[end] == ']') ++end;
  if (end < line.size() && line[end] == ':') ++end;
  return {before_space(line, end), kNoProcess};
}

using Form = Mark (*)(std::string_view);
constexpr std::array<Form, 6> kForms = {tagged, dated, numbered, bracketed, barred, hosted};

struct MarkedLine {
  std::string_view text;
  std::string process = {};
};

std::vector<MarkedLine> split_lines(std::string_view text) {
  std::vector<MarkedLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back({text.substr(0, end)});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The form that more than half of the lines have; none where no form has so many.
Form form_of(const std::vector<MarkedLine>& lines) {
  const auto filled =
      std::ranges::count_if(lines, [](const MarkedLine& line) { return !is_blank(line.text); });
  for (const Form form : kForms) {
    const auto marked = std::ranges::count_if(lines, [&](const MarkedLine& line) {
      return !is_blank(line.text) && form(line.text).length > 0;
    });
    if (marked >= 3 && 2 * marked > filled) return form;
  }
  return nullptr;
}

/// Takes the marks off; a space that then stands before every line was theirs.
void take_off(Form form, std::vector<MarkedLine>& lines) {
  std::vector<MarkedLine*> marked;
  for (MarkedLine& line : lines) {
    const Mark mark = form(line.text);
    if (mark.length == 0) continue;
    line.process.append(mark.process);
    line.text.remove_prefix(mark.length);
    if (!is_blank(line.text)) marked.push_back(&line);
  }
  if (std::ranges::all_of(marked, [](const MarkedLine* line) { return line->text.front() == ' '; }))
    for (MarkedLine* line : marked) line->text.remove_prefix(1);
}

bool is_result(std::string_view line) {
  if (line.starts_with('{')) return true;
  const auto split = lines_of(line);
  return !split.empty() && split.front().words.size() > 1 && number_in(split.front().words.front());
}

}  // namespace

UnmarkedText without_launcher_marks(std::string_view text) {
  constexpr int kMostMarks = 3;
  std::vector<MarkedLine> lines = split_lines(text);
  UnmarkedText found;
  for (int i = 0; i < kMostMarks; ++i) {
    const Form form = form_of(lines);
    if (form == nullptr) break;
    const auto first = std::ranges::find_if(
        lines, [&](const MarkedLine& line) { return form(line.text).length > 0; });
    found.mark += first->text.substr(0, form(first->text).length);
    take_off(form, lines);
  }
  if (found.mark.empty()) return found;
  for (const MarkedLine& line : lines) {
    found.text.append(line.text).append("\n");
    if (is_result(line.text) && std::ranges::find(found.tables, line.process) == found.tables.end())
      found.tables.push_back(line.process);
  }
  return found;
}

}  // namespace gpuscape
