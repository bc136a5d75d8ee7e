#include "sim/workload/formats/guess_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/rows/table_header.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "sim/workload/text/field_text.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

namespace {

using Names = std::vector<std::string>;

/// The first lines that are not blank, without a byte order mark.
std::vector<std::string> first_lines(const std::string& path, std::size_t most) {
  const std::unique_ptr<ByteStream> bytes = open_file(path);
  LineReader lines(*bytes);
  std::vector<std::string> result;
  for (Line line; result.size() < most && lines.next(line);) {
    std::string text(line.text);
    if (result.empty() && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (!trimmed(text).empty()) result.push_back(std::move(text));
  }
  return result;
}

/// The keys of the object that a text begins with, without those within them.
class TopKeys {
 public:
  /// False where the text is no object.
  bool take(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (in_comment_ || in_text_) {
        i = skip(line, i);
      } else if (line.substr(i).starts_with("//")) {
        return true;
      } else if (line.substr(i).starts_with("/*")) {
        in_comment_ = true;
        ++i;
      } else if (!see(line[i])) {
        return false;
      }
    }
    in_text_ = false;  // no text goes on in the next line
    return true;
  }
  [[nodiscard]] const Names& names() const { return names_; }

 private:
  std::size_t skip(std::string_view line, std::size_t at) {
    if (in_comment_) {
      const std::size_t end = line.find("*/", at);
      in_comment_ = end == std::string_view::npos;
      return in_comment_ ? line.size() : end + 1;
    }
    if (line[at] == '"') in_text_ = false;
    if (in_text_) text_ += line[at];
    return line[at] == '\\' ? at + 1 : at;
  }

  bool see(char c) {
    if (depth_ == 0 && c != ' ' && c != '\t' && c != '\r' && c != '{') return !names_.empty();
    if (c == '{' || c == '[') ++depth_;
    if (c == '}' || c == ']') --depth_;
    if (c == '"') {
      in_text_ = true;
      text_.clear();
    }
    if (c == ':' && depth_ == 1) names_.push_back(text_);
    return true;
  }

  int depth_ = 0;
  bool in_text_ = false;
  bool in_comment_ = false;
  std::string text_;
  Names names_;
};

constexpr std::string_view kListHint =
    "write it as a table, for example the jobs of Philly that ran: (echo "
    "jobid,submitted_time,start_time,end_time,gpus,user,vc,state; jq -r '.[] | select(.attempts != "
    "[]) | [.jobid, .submitted_time, .attempts[0].start_time, .attempts[-1].end_time, "
    "([.attempts[0].detail[].gpus[]] | length), .user, .vc, {Pass: \"COMPLETED\", Killed: "
    "\"CANCELLED\", Failed: \"FAILED\"}[.status]] | @csv' FILE) > jobs.csv";

[[noreturn]] void refuse_first_line(const std::string& path, std::string message,
                                    std::string hint) {
  throw ScenarioError({{.file = path,
                        .line = 1,
                        .column = 1,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

[[noreturn]] void refuse_columns(const std::string& path, const Names& names) {
  if (names.size() < 2)
    refuse_first_line(
        path, "the format is not known: the first line is not a header with several columns",
        "say which it is with --format");
  constexpr std::size_t kMostListed = 40;
  Names listed;
  for (const std::string& name : names) {
    if (listed.size() == kMostListed) break;
    listed.push_back(column_name_text(name));
  }
  if (names.size() > listed.size()) listed.emplace_back("…");
  refuse_first_line(
      path, fmt::format("the format is not known by its header: {}", fmt::join(listed, ", ")),
      "say which column is what, for example --columns '{\"submit\": {\"from\": \"…\", \"unit\": "
      "\"datetime\"}, \"run_time\": \"…\", \"gpus\": \"…\"}'; or give --format");
}

}  // namespace

bool looks_like_scenario(const std::string& path) {
  TopKeys keys;
  for (const std::string& line : first_lines(path, 2000))
    if (!keys.take(line)) return false;
  const auto has = [&](std::string_view name) {
    return std::ranges::find(keys.names(), name) != keys.names().end();
  };
  // Slurm's commands write one list of what they tell of, and what they are.
  for (const char* list : {"jobs", "nodes", "partitions", "associations", "qos", "meta"})
    if (has(list)) return false;
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"cluster", "workload", "extends", "scheduler"}, has);
}

char guess_delimiter(const std::string& path) {
  const std::vector<std::string> lines = first_lines(path, 1);
  return lines.empty() ? ',' : delimiter_of(lines.front());
}

TraceSpec guess_trace(const std::string& path) {
  TraceSpec spec;
  spec.file = spec.file_as_written = path;
  const std::vector<std::string> lines = first_lines(path, 1);
  if (lines.empty()) refuse_first_line(path, "the file is empty", "a log has one row a job");
  if (trimmed(lines.front()).starts_with('['))
    refuse_first_line(path, "this is a list in JSON, and a log is a table with a row a job",
                      std::string(kListHint));
  const TraceHead head(path, trimmed(lines.front()));
  for (const KnownBy by : {KnownBy::first_line, KnownBy::columns, KnownBy::any_table}) {
    for (const TraceFormat& format : trace_formats()) {
      if (format.known_by != by || !format.recognises(head, spec)) continue;
      spec.format = format.name;
      return spec;
    }
  }
  refuse_columns(path, head.columns());
}

}  // namespace gpuscape
