#include "sim/report/format/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/report/format/number_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kPiece = 1U << 16U;

/// How a node begins in a placement: quoted as a part of a cell that is quoted as a whole where
/// needed.
struct NodeNames {
  explicit NodeNames(const RunResult& run) : run_(run) {
    for (const NodeLabel& node : run.nodes) quoted_ = quoted_ || csv_cell(node.group) != node.group;
  }

  void append(std::string& text, std::span<const AllocationSpan> spans) const {
    const std::size_t begin = text.size();
    for (const AllocationSpan& span : spans) {
      if (text.size() > begin) text += '+';
      append_node(text, span.node);
      text += ':';
      append_number(text, std::int64_t{span.gpus});
    }
    if (quoted_)
      text.replace(begin, std::string::npos, csv_cell(std::string_view(text).substr(begin)));
  }

 private:
  void append_node(std::string& text, std::uint32_t node) const {
    const NodeLabel& label = run_.nodes[run_.group_of(node)];
    text += label.group;
    if (label.pool) return;
    text += '/';
    append_number(text, static_cast<std::int64_t>(node - label.first_node));
  }

  const RunResult& run_;
  bool quoted_ = false;
};

/// The cell that says what a job waited for longest; for jobs by rising number.
class WaitCells {
 public:
  explicit WaitCells(const WaitResult& waits)
      : next_(waits.jobs.data()), end_(next_ + waits.jobs.size()) {}
  void append(std::string& text, std::size_t job) {
    text += ',';
    if (next_ != end_ && next_->job == job) text += wait_reason_name((next_++)->reason);
  }

 private:
  const JobWait* next_;
  const JobWait* end_;
};

/// Two cells at the end of a job's row, where jobs exchange data over a network.
class TrafficCells {
 public:
  explicit TrafficCells(const RunResult& run) {
    if (!run.traffic) return;
    next_ = run.traffic->jobs.data();
    end_ = next_ + run.traffic->jobs.size();
    present_ = true;
    names_.reserve(run.traffic->links.size());
    for (const std::string& link : run.traffic->links) names_.push_back(csv_cell(link));
  }
  [[nodiscard]] std::string_view head() const { return present_ ? ",slowdown,slowed_by" : ""; }
  /// For jobs by rising number.
  void append(std::string& text, std::size_t job) {
    if (!present_) return;
    text += ',';
    const bool exchanged = next_ != end_ && next_->job == job;
    if (exchanged) append_number(text, next_->slowdown);
    text += ',';
    if (!exchanged) return;
    if (next_->slowed_by != LinkUse::kNone) text += names_[next_->slowed_by];
    ++next_;
  }

 private:
  bool present_ = false;
  const TrafficRecord* next_ = nullptr;
  const TrafficRecord* end_ = nullptr;
  std::vector<std::string> names_;
};

/// Four cells that say who sent a job, where the log says it of any.
class OriginCells {
 public:
  explicit OriginCells(const RunResult& run) {
    if (run.origins->empty()) return;
    for (std::uint32_t i = 0; i < run.origins->size(); ++i) {
      const JobOrigin& origin = (*run.origins)[i];
      cells_.emplace_back();
      for (const std::string* cell :
           {&origin.user, &origin.account, &origin.partition, &origin.qos})
        cells_.back().append(",").append(csv_cell(*cell));
    }
  }
  [[nodiscard]] std::string_view head() const {
    return cells_.empty() ? "" : ",user,account,partition,qos";
  }
  void append(std::string& text, std::uint32_t origin) const {
    if (!cells_.empty()) text += cells_[origin];
  }

 private:
  std::vector<std::string> cells_;
};

/// Cells that are there where a stream has rules, or a run begins in the middle of its log.
class StreamCells {
 public:
  explicit StreamCells(const RunResult& run) : jobs_(run.jobs), classes_(run.classes) {
    for (std::vector<std::string>& stream : classes_)
      for (std::string& name : stream) name = csv_cell(name);
    has_classes_ =
        std::ranges::any_of(classes_, [](const auto& stream) { return !stream.empty(); });
    for (std::size_t i = 0; i < jobs_.size() && !carries_; ++i) carries_ = !jobs_.in_statistics(i);
  }
  [[nodiscard]] std::string head() const {
    return std::string(has_classes_ ? ",application" : "") + (carries_ ? ",carried_over" : "");
  }
  void append(std::string& text, std::size_t i) const {
    const Job& job = jobs_.job(i);
    if (has_classes_) text += ',';
    if (has_classes_ && job.application != Job::kOfStream)
      text += classes_[job.stream][job.application];
    if (carries_) text += ',';
    if (job.carried_over == CarriedOver::queued) text += "queued";
    if (job.carried_over == CarriedOver::running) text += "running";
  }

 private:
  const JobRecords& jobs_;
  std::vector<std::vector<std::string>> classes_;
  bool has_classes_ = false;
  bool carries_ = false;
};

void append_job(std::string& text, const JobRecords& jobs, std::size_t job,
                const NodeNames& nodes) {
  append_number(text, jobs.submit(job).value());
  const std::span<const Segment> segments = jobs.segments(job);
  text += ',';
  if (!segments.empty()) append_number(text, segments.front().start);
  text += ',';
  if (!segments.empty()) append_number(text, segments.back().end);
  text += ',';
  if (!segments.empty()) append_number(text, jobs.wait(job).value());
  text += ',';
  append_number(text, std::int64_t{jobs.demand(job).gpus});
  text += ',';
  text += state_name(jobs.state(job));
  text += ',';
  if (!segments.empty()) nodes.append(text, jobs.spans(segments.back()));
}

/// True where a spreadsheet would compute the cell instead of showing it.
bool is_formula(std::string_view text) {
  constexpr std::string_view kBegins = "=+-@\t\r";
  if (text.size() < 2 || kBegins.find(text.front()) == std::string_view::npos) return false;
  double number = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault != std::errc() || end != text.data() + text.size();
}

}  // namespace

std::string csv_cell(std::string_view text) {
  const bool formula = is_formula(text);
  if (text.find_first_of(",\"\r\n") == std::string_view::npos)
    return (formula ? "'" : "") + std::string(text);
  std::string cell = formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string_view state_name(JobState state) {
  switch (state) {
    case JobState::waiting:
      return "waiting";
    case JobState::running:
      return "running";
    case JobState::completed:
      return "completed";
    case JobState::timed_out:
      return "timed_out";
    case JobState::never_fits:
      return "never_fits";
    case JobState::dependency_failed:
      return "dependency_failed";
  }
  throw InternalError("a job has a state that no report knows");
}

std::string_view wait_reason_name(WaitReason reason) {
  switch (reason) {
    case WaitReason::order:
      return "order";
    case WaitReason::gpus_short:
      return "gpus_short";
    case WaitReason::no_whole_node:
      return "no_whole_node";
    case WaitReason::cores_or_memory_short:
      return "cores_or_memory_short";
    case WaitReason::limit:
      return "limit";
    case WaitReason::dependency:
      return "dependency";
  }
  throw InternalError("a job waits for a reason that no report knows");
}

void write_jobs_csv(const RunResult& run, TextSink& sink) {
  const NodeNames nodes(run);
  std::vector<std::string> streams;
  streams.reserve(run.streams.size());
  for (const std::string& stream : run.streams) streams.push_back(csv_cell(stream));
  WaitCells waits(run.waits);
  const OriginCells origins(run);
  TrafficCells traffic(run);
  std::string text = "job,stream,submit_s,start_s,end_s,wait_s,gpus,state,placement,waited_for";
  const StreamCells stream_cells(run);
  const bool preempted = run.jobs.preemptions() > 0;
  if (preempted) text += ",starts";
  text += origins.head();
  text += stream_cells.head();
  text += traffic.head();
  text += '\n';
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    append_number(text, run.jobs.id(job));
    text += ',';
    text += streams[run.jobs.stream(job)];
    text += ',';
    append_job(text, run.jobs, job, nodes);
    waits.append(text, job);
    if (preempted) {
      text += ',';
      append_number(text, static_cast<std::int64_t>(run.jobs.segments(job).size()));
    }
    origins.append(text, run.jobs.origin(job));
    stream_cells.append(text, job);
    traffic.append(text, job);
    text += '\n';
    if (text.size() < kPiece) continue;
    sink.write(text);
    text.clear();
  }
  sink.write(text);
}

void write_timeline_csv(const RunResult& run, TextSink& sink) {
  const Timeline& series = run.timeline;
  std::vector<const std::vector<double>*> columns = {&series.gpus_allocated, &series.gpus_stranded,
                                                     &series.gpus_idle_queued, &series.jobs_waiting,
                                                     &series.jobs_running};
  std::string text =
      "time_s,gpus_allocated,gpus_stranded,gpus_idle_queued,jobs_waiting,jobs_running";
  if (run.traffic) {
    columns.insert(columns.end(), {&series.host_links_used, &series.fabric_links_used,
                                   &series.jobs_exchanging, &series.jobs_slowed});
    text += ",host_links_used_share,fabric_links_used_share,jobs_exchanging,jobs_slowed";
  }
  if (!series.gpus_as_logged.empty()) {
    columns.push_back(&series.gpus_as_logged);
    text += ",gpus_as_logged";
  }
  text += '\n';
  for (std::size_t i = 0; i < series.gpus_allocated.size(); ++i) {
    append_number(text, series.interval.value() * static_cast<double>(i));
    for (const std::vector<double>* column : columns) {
      text += ',';
      append_number(text, (*column)[i]);
    }
    text += '\n';
  }
  sink.write(text);
}

}  // namespace gpuscape
