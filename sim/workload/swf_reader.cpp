#include "sim/workload/swf_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/workload/field_text.hpp"

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

using Fields = std::array<std::string_view, kColumns>;

/// Splits at blanks; returns how many fields there are, of which the first 18 are kept.
std::size_t split(std::string_view line, Fields& fields) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  std::size_t count = 0;
  std::size_t i = 0;
  while (true) {
    while (i < line.size() && is_blank(line[i])) {
      ++i;
    }
    if (i == line.size()) {
      return count;
    }
    const std::size_t begin = i;
    while (i < line.size() && !is_blank(line[i])) {
      ++i;
    }
    if (count < kColumns) {
      fields[count] = line.substr(begin, i - begin);
    }
    ++count;
  }
}

/// A date or duration in seconds; returns why it cannot be used, or an empty text.
std::string read_seconds(std::string_view text, std::string_view name, Seconds& seconds) {
  const std::optional<double> value = number_text(text);
  if (!value || std::isnan(*value)) {
    return fmt::format("{} is no number", name);
  }
  if (*value < 0.0) {
    return fmt::format("{} is negative or unknown", name);
  }
  if (*value > kLongestSeconds) {
    return fmt::format("{} is out of range", name);
  }
  seconds = Seconds(*value);
  return {};
}

std::string read_processors(const Fields& fields, Demand& demand) {
  std::optional<std::int64_t> count = integer_text(fields[kAllocated]);
  if (count && *count <= 0) {
    count = integer_text(fields[kRequested]);
  }
  if (!count) {
    return "processor count is no integer";
  }
  if (*count <= 0) {
    return "asks for no processor";
  }
  if (*count > std::numeric_limits<std::int32_t>::max()) {
    return "processor count is out of range";
  }
  demand.gpus = static_cast<std::int32_t>(*count);
  return {};
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
  if (preceding && *preceding > 0) job.after_id = preceding;
}

}  // namespace

bool SwfReader::is_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with(';')) {
    return false;
  }
  constexpr std::string_view kKey = "UnixStartTime:";
  const std::size_t key = text.find(kKey);
  if (key != std::string_view::npos && !unix_start_) {
    const std::optional<double> start = number_text(trimmed(text.substr(key + kKey.size())));
    if (start && *start > 0.0 && *start < kLongestSeconds) {
      unix_start_ = Seconds(*start);
    }
  }
  return true;
}

std::string SwfReader::read(const Line& line, LoggedJob& job) {
  Fields fields;
  const std::size_t count = split(line.text, fields);
  if (count != kColumns) {
    return count < kColumns ? "has fewer than 18 columns" : "has more than 18 columns";
  }
  const std::optional<std::int64_t> number = integer_text(fields[kNumber]);
  if (!number) {
    return "job number is no integer";
  }
  job.id = *number;
  std::string fault = read_seconds(fields[kSubmit], "submit date", job.submit);
  if (fault.empty()) {
    fault = read_seconds(fields[kRun], "run time", job.run_time);
  }
  if (fault.empty()) {
    fault = read_processors(fields, job.demand);
  }
  const std::optional<double> limit = number_text(fields[kLimit]);
  if (limit && *limit > 0.0 && *limit <= kLongestSeconds) {
    job.time_limit = Seconds(*limit);
  }
  const std::optional<double> wait = number_text(fields[kWait]);
  if (fault.empty() && wait && *wait >= 0.0 && *wait <= kLongestSeconds) {
    job.logged_start = job.submit + Seconds(*wait);
  }
  read_labels(fields, job);
  return fault;
}

}  // namespace gpuscape
