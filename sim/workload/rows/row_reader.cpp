#include "sim/workload/rows/row_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/workload/node_asks.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kAttemptInOrder =
    "another attempt of a job that was requeued: waits for the one before";

std::string reason_to_drop(const Line& line, RowReader& reader, LoggedJob& job) {
  if (line.too_long) {
    return fmt::format("line is longer than {} bytes", kLongestLine);
  }
  if (line.text.find('\0') != std::string_view::npos) {
    return "line holds a NUL byte";
  }
  return reader.read(line, job);
}

constexpr std::int64_t kRowsForEstimate = 20'000;
constexpr std::int64_t kMostGrowth = 32;  // a file may be nothing like its beginning

/// How many jobs there will be if the file goes on as it began. To grow a table into that at once
/// saves the copies, and half of the pages that the system has to hand out.
std::size_t expected_jobs(std::int64_t jobs, double share_read) {
  const auto so_far = static_cast<double>(jobs);
  const double growth = share_read > 0.0 ? std::min(1.02 / share_read, double{kMostGrowth}) : 1.0;
  return static_cast<std::size_t>(so_far * growth);
}

}  // namespace

std::string_view usable_features(std::string_view features, const Line& line, ReadReport& report) {
  if (features.empty() || has_features(features, {})) return features;
  report.note(false, "asks for features in a way that is not understood: any node will do",
              line.number, line.text);
  return {};
}

void RowSink::add(const Line& line, RowReader& reader) {
  if (trimmed(line.text).empty() || reader.is_comment(line.text) || reader.is_part_of_row(line)) {
    return;
  }
  if (++report_.rows > limits().rows)
    throw RunError(fmt::format("{}:{}: more than {} rows; {}", report_.file, line.number,
                               human_count(limits().rows), kMaxRowsHint));
  LoggedJob job;
  const std::string reason = reason_to_drop(line, reader, job);
  if (!reason.empty()) {
    report_.note(true, reason, line.number, line.text);
    return;
  }
  const bool is_repeated = !ids_.add(job.id);
  // The number of an array's last task is the array's as well: it names all its tasks.
  const bool follows = is_repeated && report_.attempts_in_order && job.part_of != job.id;
  if (is_repeated && !follows) {
    report_.note(false, reader.repeated_id(), line.number, line.text);
  }
  if (report_.ignores_dependencies && !job.after_ids.empty()) {
    ++report_.dependencies_ignored;
    job.after_ids.clear();
  }
  if (follows) {
    report_.note(false, kAttemptInOrder, line.number, line.text);
    job.after_ids.push_back({job.id, DependsOn::end});
  }
  table_.add_row(job, line.number);
  ++report_.jobs;
  report_.without_time_limit += job.time_limit == kForever ? 1 : 0;
}

void refuse_for_memory(const ReadReport& report, JobTable& table) {
  table = JobTable();  // so that there is memory to say it with
  throw RunError(
      fmt::format("{}: out of memory after {} rows; "
                  "--max-memory SIZE may allow more",
                  report.file, human_count(report.rows - 1)));
}

void RowSink::reserve(std::size_t jobs) {
  jobs = std::min(jobs, static_cast<std::size_t>(limits().rows));
  try {
    table_.reserve(jobs);
    ids_.reserve(jobs);
  } catch (const std::bad_alloc&) {  // a guess: the file may hold fewer
    return;
  }
}

void read_rows(LineReader& lines, RowReader& reader, ReadReport& report, JobTable& table) {
  RowSink sink(report, table);
  std::int64_t next_estimate = kRowsForEstimate;
  try {
    for (Line line; lines.next(line);) {
      sink.add(line, reader);
      if (report.rows >= next_estimate) {
        sink.reserve(expected_jobs(report.jobs, lines.share_read()));
        next_estimate *= kMostGrowth;
      }
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const RunError& error) {
    if (report.rows > limits().rows) throw;
    throw RunError(fmt::format("{} ({} rows were read before)", error.what(), report.rows));
  } catch (const std::bad_alloc&) {
    refuse_for_memory(report, table);
  }
}

}  // namespace gpuscape
