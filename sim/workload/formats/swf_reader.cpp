#include "sim/workload/formats/swf_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kColumns = 18;
enum Column : std::uint8_t {
  kNumber = 0,
  kSubmit = 1,
  kWait = 2,
  kRun = 3,
  kAllocated = 4,
  kRequested = 7,
  kLimit = 8,
  kStatus = 10,
  kUser = 11,
  kGroup = 12,
  kExecutable = 13,
  kQueue = 14,
  kPartition = 15,
  kPreceding = 16,
};

using Fields = std::vector<std::string_view>;

/// Splits at blanks.
void split(std::string_view line, Fields& fields) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  fields.clear();
  std::size_t i = 0;
  while (true) {
    while (i < line.size() && is_blank(line[i])) {
      ++i;
    }
    if (i == line.size()) {
      return;
    }
    const std::size_t begin = i;
    while (i < line.size() && !is_blank(line[i])) {
      ++i;
    }
    fields.push_back(line.substr(begin, i - begin));
  }
}

/// A date or duration in seconds; returns why it cannot be used, or an empty text.
std::string read_seconds(std::string_view text, std::string_view name, Seconds& seconds) {
  const std::optional<double> value = number_text(text);
  if (!value || std::isnan(*value)) {
    return fmt::format("{} is not a number", name);
  }
  if (*value < 0.0) {
    return fmt::format("{} is negative or unknown", name);
  }
  if (*value > kLongestSeconds.value()) {
    return fmt::format("{} is out of range", name);
  }
  seconds = Seconds(*value);
  return {};
}

std::string read_processors(const Fields& fields, std::int64_t& processors) {
  std::optional<std::int64_t> count = integer_text(fields[kAllocated]);
  if (count && *count <= 0) {
    count = integer_text(fields[kRequested]);
  }
  if (!count) {
    return "processor count is not an integer";
  }
  if (*count <= 0) {
    return "asks for no processor";
  }
  if (*count > std::numeric_limits<std::int32_t>::max()) {
    return "processor count is out of range";
  }
  processors = *count;
  return {};
}

/// What an extended row says in a field; unknown (-1) is 0. False where it is not an amount.
bool read_amount(const Fields& fields, const std::optional<std::size_t>& field,
                 std::int64_t& amount) {
  if (!field) {
    return true;
  }
  const std::optional<double> number = number_text(fields[*field]);
  constexpr double kMost = 1e7;
  if (!number || !(*number <= kMost) || *number != std::floor(*number)) {
    return false;
  }
  amount = std::max<std::int64_t>(0, static_cast<std::int64_t>(*number));
  return true;
}

/// A number that stands for a name; empty where it is not known.
std::string_view label(std::string_view text) {
  return text.starts_with('-') ? std::string_view() : text;
}

/// Queues are what a site calls partitions where it has no partitions in the format's sense.
void read_labels(const Fields& fields, LoggedJob& job) {
  job.user = label(fields[kUser]);
  job.account = label(fields[kGroup]);
  job.name = label(fields[kExecutable]);
  job.partition = label(fields[kPartition]);
  job.qos = label(fields[kQueue]);
  if (job.partition.empty()) std::swap(job.partition, job.qos);
  const std::string_view status = fields[kStatus];
  job.state = status == "1"   ? LoggedState::completed
              : status == "0" ? LoggedState::failed
              : status == "5" ? LoggedState::cancelled
                              : LoggedState::unknown;
  const std::optional<std::int64_t> preceding = integer_text(fields[kPreceding]);
  if (preceding && *preceding > 0) job.after_ids = {{*preceding, DependsOn::end}};
}

}  // namespace

bool SwfReader::is_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with(';')) {
    return false;
  }
  header_.add(text);
  return true;
}

void SwfReader::look_at_header(std::size_t fields) {
  fields_ = header_.fields(fields);
  if (!fields_.gpus && !fields_.nodes) {
    return;
  }
  std::vector<std::string> read;
  for (const auto& [field, what] :
       {std::pair{fields_.gpus, "GPUs"}, std::pair{fields_.nodes, "nodes"},
        std::pair{fields_.properties, "nodes and cores"}}) {
    if (field) read.push_back(fmt::format("{} by {}", what, excerpt(fields_.names[*field])));
  }
  std::string over;
  for (const std::string& name : fields_.passed_over)
    over +=
        (over.empty() ? "; passed over: " : ", ") + (name.empty() ? "(no name)" : excerpt(name));
  report_.assumptions.push_back(
      fmt::format("rows of {} fields: {}{}", fields, fmt::join(read, ", "), over));
}

std::string SwfReader::read_demand(const Line& line, Demand& demand) {
  SwfShape shape;
  std::string fault = read_processors(row_, shape.allocated);
  if (row_.size() > kColumns && !looked_at_header_) {
    look_at_header(row_.size());
    looked_at_header_ = true;
  }
  const bool extended = row_.size() > kColumns && fields_.names.size() <= row_.size();
  if (!extended || (!fields_.gpus && !fields_.nodes)) {
    demand.gpus = static_cast<std::int32_t>(shape.allocated);
    if (fault.empty() && row_.size() > kColumns)
      report_.note(false, "has more than 18 fields: the others are passed over", line.number,
                   line.text);
    return fault;
  }
  if (!read_amount(row_, fields_.gpus, shape.gpus) ||
      !read_amount(row_, fields_.nodes, shape.nodes)) {
    return "its GPUs or nodes are not an amount";
  }
  if (fields_.properties && read_swf_properties(row_[*fields_.properties], shape))
    report_.note(false, "asks for whole nodes (excl): takes what it names", line.number, line.text);
  if (!fault.empty() && shape.gpus == 0) {
    return fault;
  }
  if (fields_.gpus) {
    shapes_.read(shape, line, demand);
  } else {
    demand = {.gpus = static_cast<std::int32_t>(shape.allocated),
              .nodes = static_cast<std::int32_t>(shape.nodes)};
  }
  return fields_.gpus || fault.empty() ? std::string() : fault;
}

void SwfReader::finish(JobTable& table) {
  if (fields_.gpus) {
    shapes_.finish(header_, fields_, table);
  }
}

std::string SwfReader::read(const Line& line, LoggedJob& job) {
  split(line.text, row_);
  const Fields& fields = row_;
  if (fields.size() < kColumns) {
    return "has fewer than 18 columns";
  }
  const std::optional<std::int64_t> number = integer_text(fields[kNumber]);
  if (!number) {
    return "job number is not an integer";
  }
  job.id = *number;
  std::string fault = read_seconds(fields[kSubmit], "submit date", job.submit);
  if (fault.empty()) {
    fault = read_seconds(fields[kRun], "run time", job.run_time);
  }
  if (fault.empty()) {
    fault = read_demand(line, job.demand);
  }
  const std::optional<double> limit = number_text(fields[kLimit]);
  if (limit && *limit > 0.0 && *limit <= kLongestSeconds.value()) {
    job.time_limit = Seconds(*limit);
  }
  const std::optional<double> wait = number_text(fields[kWait]);
  if (fault.empty() && wait && *wait >= 0.0 && *wait <= kLongestSeconds.value()) {
    job.logged_start = job.submit + Seconds(*wait);
  }
  read_labels(fields, job);
  return fault;
}

namespace {

/// Job number, dates and processors are numbers; names of users need not be.
bool is_swf_row(std::string_view line) {
  constexpr std::size_t kNumbers = 5;
  std::size_t columns = 0;
  for (std::string_view rest = trimmed(line); !rest.empty(); ++columns) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    if (columns < kNumbers && !number_text(rest.substr(0, end))) return false;
    rest = trimmed(rest.substr(end));
  }
  return columns >= kColumns;
}

/// By the name, whatever its first line: "log.swf.gz".
bool is_named_swf(std::string_view path) {
  for (const std::string_view end : {".gz", ".zst"})
    if (path.ends_with(end)) path.remove_suffix(end.size());
  return path.ends_with(".swf");
}

bool is_swf(const TraceHead& head, TraceSpec& /*spec*/) {
  return head.line().starts_with(';') || is_swf_row(head.line()) || is_named_swf(head.file());
}

void read_swf(const TraceInput& log) {
  LineReader lines(log.bytes);
  SwfReader reader(log.report, log.spec.processors);
  read_rows(lines, reader, log.report, log.table);
  reader.finish(log.table);
  log.table.finish(log.report);
  if (const std::optional<Seconds> start = reader.unix_start())
    log.report.unix_origin = *start + log.table.origin();
}

}  // namespace

TraceFormat trace_format_swf() {
  return {.name = "swf", .known_by = KnownBy::first_line, .recognises = is_swf, .read = read_swf};
}

}  // namespace gpuscape
