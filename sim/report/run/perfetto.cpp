#include "sim/report/run/perfetto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/gpu_text.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/run/record/stays.hpp"

namespace gpuscape {

namespace {

constexpr std::uint32_t kCluster = 1;  // the process that holds the counters; groups follow

/// Trace events count in microseconds. Whole ones, so that a slice ends where the next begins.
std::int64_t microseconds(Seconds time) {
  return static_cast<std::int64_t>(std::llround(time.value() * 1e6));
}

/// The lines of the array of events.
class EventLines {
 public:
  explicit EventLines(TextSink& sink) : sink_(sink) {
    text_ = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  }
  /// Begins an event: `{"ph":"X","pid":2`; the caller adds the rest and `}`.
  std::string& begin(char phase, std::uint32_t process) {
    if (text_.size() > kPiece) flush();
    text_ += first_ ? "\n" : ",\n";
    first_ = false;
    text_ += "{\"ph\":\"";
    text_ += phase;
    text_ += "\",\"pid\":";
    append_number(text_, std::int64_t{process});
    return text_;
  }
  void name(std::uint32_t process, std::int64_t thread, std::string_view name) {
    std::string& text = thread > 0 ? on(thread, begin('M', process)) : begin('M', process);
    text += thread > 0 ? R"(,"name":"thread_name","args":{"name":)"
                       : R"(,"name":"process_name","args":{"name":)";
    text += json_quoted(name) + "}}";
  }
  void sort_thread(std::uint32_t process, std::int64_t thread, std::int64_t rank) {
    std::string& text = on(thread, begin('M', process));
    text += R"(,"name":"thread_sort_index","args":{"sort_index":)";
    append_number(text, rank);
    text += "}}";
  }
  /// Begins a slice; the caller adds the rest and `}`.
  std::string& slice(std::uint32_t process, std::int64_t thread, std::int64_t start,
                     std::int64_t end) {
    std::string& text = on(thread, begin('X', process));
    text += ",\"ts\":";
    append_number(text, start);
    text += ",\"dur\":";
    append_number(text, end - start);
    return text;
  }
  void finish() {
    text_ += "\n]}\n";
    flush();
  }

 private:
  static constexpr std::size_t kPiece = 1U << 16U;
  static std::string& on(std::int64_t thread, std::string& text) {
    text += ",\"tid\":";
    append_number(text, thread);
    return text;
  }
  void flush() {
    sink_.write(text_);
    text_.clear();
  }

  TextSink& sink_;
  std::string text_;
  bool first_ = true;
};

/// The tracks of the nodes: one for each job that a node holds at once, opened when first needed.
class NodeTracks {
 public:
  NodeTracks(const RunResult& run, EventLines& lines)
      : run_(run),
        lines_(lines),
        next_thread_(kCluster + static_cast<std::int64_t>(run.nodes.size()) + 1),
        tracks_(run.nodes.empty() ? 0 : run.nodes.back().first_node + run.nodes.back().count) {}

  /// True where jobs of the group have slices.
  [[nodiscard]] static bool shows(const NodeLabel& group) {
    return !group.pool || group.gpus <= kMostPoolTracks;
  }
  [[nodiscard]] std::size_t group_of(std::uint32_t node) const { return run_.group_of(node); }
  [[nodiscard]] static std::uint32_t process_of(std::size_t group) {
    return kCluster + 1 + static_cast<std::uint32_t>(group);
  }

  /// The first track of the node that is free at `start`; busy until `end` afterwards. By rising
  /// start.
  std::int64_t take(std::uint32_t node, std::int64_t start, std::int64_t end) {
    std::vector<Track>& tracks = tracks_[node];
    auto free = std::find_if(tracks.begin(), tracks.end(),
                             [&](const Track& track) { return track.busy_until <= start; });
    if (free == tracks.end()) free = open(node);
    free->busy_until = end;
    return free->thread;
  }

 private:
  struct Track {
    std::int64_t thread;
    std::int64_t busy_until;
  };

  std::vector<Track>::iterator open(std::uint32_t node) {
    constexpr std::int64_t kApart = 1024;  // more tracks than this of a node stand among the next's
    std::vector<Track>& tracks = tracks_[node];
    const std::uint32_t process = process_of(group_of(node));
    const std::int64_t thread = next_thread_++;
    std::string name = run_.node_name(node);
    if (!tracks.empty()) name += fmt::format(" · {}", tracks.size() + 1);
    lines_.name(process, thread, name);
    lines_.sort_thread(process, thread, node * kApart + std::ssize(tracks));
    return tracks.insert(tracks.end(), {thread, 0});
  }

  const RunResult& run_;
  EventLines& lines_;
  std::int64_t next_thread_;
  std::vector<std::vector<Track>> tracks_;  // by node
};

/// What a slice says of its job's sender: `,"user":"ada"`, by origin.
std::vector<std::string> origin_arguments(const OriginTable& origins) {
  std::vector<std::string> all;
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    std::string text;
    const auto add = [&text](std::string_view key, const std::string& value) {
      if (!value.empty()) text += fmt::format(",\"{}\":{}", key, json_quoted(value));
    };
    add("user", origins[i].user);
    add("account", origins[i].account);
    add("partition", origins[i].partition);
    all.push_back(std::move(text));
  }
  return all;
}

class JobSlices {
 public:
  JobSlices(const RunResult& run, EventLines& lines)
      : run_(run), lines_(lines), tracks_(run, lines), origins_(origin_arguments(*run.origins)) {
    for (const std::string& stream : run.streams) streams_.push_back(json_quoted(stream));
  }

  void write() {
    std::vector<std::uint32_t> order(run_.jobs.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t job) { return !run_.jobs.started(job); });
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Seconds first = run_.jobs.segments(a).front().start;
      const Seconds second = run_.jobs.segments(b).front().start;
      return first != second ? first < second : a < b;
    });
    for (const std::uint32_t job : order) {
      for_each_stay(run_.jobs, job, [&](const Stay& stay) { write_stay(job, stay); });
    }
  }

 private:
  void write_stay(std::uint32_t job, const Stay& stay) {
    const std::size_t group = tracks_.group_of(stay.at.node);
    if (!NodeTracks::shows(run_.nodes[group])) return;
    const std::int64_t start = microseconds(stay.start);
    const std::int64_t end =
        std::max(start, microseconds(std::isnan(stay.end.value()) ? run_.end : stay.end));
    const std::int64_t thread = tracks_.take(stay.at.node, start, end);
    std::string& text = lines_.slice(NodeTracks::process_of(group), thread, start, end);
    append_job(text, job, stay.at, stay.works ? interruption_name(stay.cause) : "standby");
  }

  /// Killed and unfinished jobs are told by their name, which is what one sees.
  void append_job(std::string& text, std::uint32_t job, const AllocationSpan& span,
                  std::string_view interruption) const {
    const JobState state = run_.jobs.state(job);
    text += ",\"name\":\"job ";
    append_number(text, run_.jobs.id(job));
    if (state != JobState::completed) text.append(", ").append(state_name(state));
    text += "\",\"args\":{\"gpus\":";
    const Demand& demand = run_.jobs.demand(job);
    if (run_.jobs.has_parts(job))
      append_number(text, run_.jobs.gpus_held(job, span));
    else
      append_number(text, std::int64_t{demand.gpus});
    if (span.gpus != demand.gpus) {
      text += ",\"gpus_here\":";
      append_number(text, std::int64_t{span.gpus});
    }
    if (const std::string gpus = gpus_text(run_, span); !gpus.empty())
      text.append(",\"gpus_held\":").append(json_quoted(gpus));
    text += ",\"wait_s\":";
    append_number(text, run_.jobs.wait(job).value());
    text.append(",\"state\":\"").append(state_name(state));
    if (!interruption.empty()) text.append("\",\"ended\":\"").append(interruption);
    text.append("\",\"stream\":").append(streams_[run_.jobs.stream(job)]);
    text.append(origins_[run_.jobs.origin(job)]).append("}}");
  }

  const RunResult& run_;
  EventLines& lines_;
  NodeTracks tracks_;
  std::vector<std::string> streams_;
  std::vector<std::string> origins_;
};

/// Nodes out of service, each on a track of its own below those of its jobs.
void write_away(const RunResult& run, EventLines& lines) {
  constexpr std::int64_t kFirst = std::int64_t{1} << 32U;  // beyond the tracks of jobs
  constexpr std::int64_t kApart = 1024;                    // as NodeTracks has it
  std::optional<std::uint32_t> named;
  for (const NodeAway& away : run.nodes_away) {
    const std::size_t group = run.group_of(away.node);
    if (!NodeTracks::shows(run.nodes[group])) continue;
    const std::uint32_t process = NodeTracks::process_of(group);
    const std::int64_t thread = kFirst + away.node;
    if (named != away.node) {
      named = away.node;
      lines.name(process, thread, run.node_name(away.node) + " · out of service");
      lines.sort_thread(process, thread, away.node * kApart + kApart - 1);
    }
    lines.slice(process, thread, microseconds(away.begin), microseconds(away.end)) +=
        ",\"name\":\"out of service\"}";
  }
}

void write_names(const RunResult& run, EventLines& lines) {
  lines.name(kCluster, 0, "cluster");
  for (std::size_t group = 0; group < run.nodes.size(); ++group) {
    const NodeLabel& label = run.nodes[group];
    if (!NodeTracks::shows(label)) continue;
    const std::string size = label.pool
                                 ? fmt::format("{} processors", label.gpus)
                                 : fmt::format("{} nodes x {} GPUs", label.count, label.gpus);
    lines.name(NodeTracks::process_of(group), 0, fmt::format("{} ({})", label.group, size));
  }
}

void write_counter(const Timeline& timeline, const std::vector<double>& values,
                   std::string_view name, EventLines& lines) {
  double last = -1.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == last) continue;  // a counter keeps its value until it changes
    last = values[i];
    std::string& text = lines.begin('C', kCluster);
    text += ",\"ts\":";
    append_number(text, microseconds(timeline.interval * static_cast<double>(i)));
    text.append(",\"name\":\"").append(name).append("\",\"args\":{\"value\":");
    append_number(text, last);
    text += "}}";
  }
}

}  // namespace

void write_perfetto(const RunResult& run, TextSink& sink) {
  EventLines lines(sink);
  write_names(run, lines);
  const bool pools = std::all_of(run.nodes.begin(), run.nodes.end(),
                                 [](const NodeLabel& node) { return node.pool; });
  write_counter(run.timeline, run.timeline["jobs_waiting"], "jobs waiting", lines);
  write_counter(run.timeline, run.timeline["gpus_allocated"],
                pools ? "processors allocated" : "GPUs allocated", lines);
  if (!pools) write_counter(run.timeline, run.timeline["gpus_stranded"], "GPUs stranded", lines);
  if (!run.timeline["gpus_up"].empty())
    write_counter(run.timeline, run.timeline["gpus_up"], "GPUs in service", lines);
  JobSlices(run, lines).write();
  write_away(run, lines);
  lines.finish();
}

}  // namespace gpuscape
