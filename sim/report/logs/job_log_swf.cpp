#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

#include "sim/report/logs/job_log_file.hpp"

namespace gpuscape {

namespace {

/// Names as the numbers 1, 2, … by first appearance; -1 for no name.
class Numbers {
 public:
  std::int64_t of(const std::string& name) {
    if (name.empty()) return -1;
    return numbers_.try_emplace(name, std::ssize(numbers_) + 1).first->second;
  }

 private:
  std::map<std::string, std::int64_t> numbers_;
};

/// The format's codes: 0 failed, 1 completed, 5 cancelled, -1 unknown.
int status_code(LoggedState state) {
  switch (state) {
    case LoggedState::completed:
      return 1;
    case LoggedState::failed:
    case LoggedState::timed_out:
    case LoggedState::node_failed:
    case LoggedState::out_of_memory:
      return 0;
    case LoggedState::cancelled:
    case LoggedState::preempted:
      return 5;
    default:
      return -1;
  }
}

std::int64_t whole_seconds(Seconds time) {
  return std::isnan(time.value()) ? -1 : std::llround(time.value());
}

class SwfLog {
 public:
  SwfLog(const JobLog& log, const JobLogOptions& options)
      : log_(log), table_(*log.table), options_(options) {}

  WrittenLog write(TextSink& sink) {
    constexpr std::size_t kPiece = 1U << 16U;
    std::string text = header();
    for (std::size_t i = 0; i < table_.size(); ++i) {
      append_row(text, i);
      if (text.size() < kPiece) continue;
      sink.write(text);
      text.clear();
    }
    sink.write(text);
    WrittenLog written;
    written.trace = "\"format\": \"swf\"";
    written.notes.emplace_back(
        "SWF: GPUs are written as processors and names as numbers; replaying it needs a pool or "
        "nodes of that many GPUs");
    if (rounded_) written.notes.emplace_back("dates and times were rounded to whole seconds");
    if (parts_)
      written.notes.emplace_back("SWF has whole processors: parts of a GPU were rounded up");
    if (left_out_) written.notes.emplace_back("SWF has no place for what jobs ask in cores");
    if (first_only_)
      written.notes.emplace_back("SWF names one preceding job: of several the first is kept");
    if (any_end_)
      written.notes.emplace_back("SWF waits for the end of a preceding job, however it ends");
    return written;
  }

 private:
  std::string header() {
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < table_.size(); ++i)
      largest = std::max<std::int64_t>(largest, table_.job(i).demand.gpus);
    const bool whole = log_.unix_origin && *log_.unix_origin > Seconds(0.0);
    std::string text =
        "; Version: 2.2\n; Computer: unknown\n; Conversion: gpuscape trace convert\n";
    text += fmt::format("; MaxJobs: {0}\n; MaxRecords: {0}\n", table_.size());
    if (whole)
      text += fmt::format("; UnixStartTime: {}\n", std::llround(log_.unix_origin->value()));
    text +=
        fmt::format("; MaxProcs: {}\n", options_.processors > 0 ? options_.processors : largest);
    return text + "; Note: processors are GPUs; times are rounded to seconds\n";
  }

  void append_row(std::string& text, std::size_t i) {
    const Job& job = table_.job(i);
    const JobOrigin& origin =
        options_.names ? options_.names->origin(job.origin) : table_.origins()[job.origin];
    const std::int64_t submit = whole(job.submit);
    const std::int64_t run_time = whole(job.run_time);
    const Seconds wait = table_.logged_start(i) - job.submit;
    const std::int64_t limit =
        job.time_limit < kForever ? std::max<std::int64_t>(1, whole(job.time_limit)) : -1;
    constexpr std::int64_t kKibibytes = 1024;
    const std::int64_t memory = job.demand.memory_mib > 0 && job.demand.gpus > 0
                                    ? job.demand.memory_mib * kKibibytes / job.demand.gpus
                                    : -1;
    left_out_ = left_out_ || job.demand.milli_cores > 0;
    parts_ = parts_ || job.demand.gpu_milli > 0;
    first_only_ = first_only_ || job.waits_for_more;
    any_end_ = any_end_ || (!job.after.is_none() && job.after_how != DependsOn::end);
    const std::int64_t after = job.after.is_none() ? -1 : id_of(job.after.index());
    fmt::format_to(std::back_inserter(text),
                   "{} {} {} {} {} -1 -1 {} {} {} {} {} {} {} {} {} {} -1\n", id_of(i), submit,
                   whole_seconds(wait), run_time, job.demand.gpus, job.demand.gpus, limit, memory,
                   status_code(table_.state(i)), users_.of(origin.user), groups_.of(origin.account),
                   executables_.of(table_.name(i)), queues_.of(origin.qos),
                   partitions_.of(origin.partition), after);
  }

  std::int64_t whole(Seconds time) {
    rounded_ = rounded_ || time.value() != std::round(time.value());
    return whole_seconds(time);
  }

  [[nodiscard]] std::int64_t id_of(std::size_t index) const {
    return options_.renumber ? static_cast<std::int64_t>(index) + 1 : table_.job(index).id;
  }

  const JobLog& log_;
  const JobTable& table_;
  const JobLogOptions& options_;
  Numbers users_, groups_, queues_, partitions_, executables_;
  bool rounded_ = false;
  bool left_out_ = false;
  bool parts_ = false;
  bool first_only_ = false;  // of several jobs that one waits for
  bool any_end_ = false;     // though it waits for a success
};

}  // namespace

WrittenLog write_log_swf(const JobLog& log, const JobLogOptions& options, TextSink& sink) {
  return SwfLog(log, options).write(sink);
}

}  // namespace gpuscape
