#include "sim/sweep/run_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/study/run_study.hpp"
#include "sim/sweep/run_key.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

class Sweep {
 public:
  Sweep(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
        RunShelf& shelf, const SweepOptions& options)
      : space_(space),
        source_(source),
        registry_(registry),
        shelf_(shelf),
        options_(options),
        sweep_(sweep_key(space)),
        files_(files_of_all(space, source, registry)) {}

  SweepOutcome run();

 private:
  class HeldLogs;
  void work();
  [[nodiscard]] bool stopped() const { return failed_ || options_.stop.stop_requested(); }
  void run_one(std::int64_t index, SpaceReader& reader);
  void run_design(const CheckedScenario& scenario, RunRecord& record);
  [[nodiscard]] std::string fault_key(std::int64_t index) const;
  void done(RunRecord record, bool reused);

  const DesignSpace& space_;
  const ScenarioSource& source_;
  const Registry& registry_;
  RunShelf& shelf_;
  const SweepOptions& options_;
  std::string sweep_;
  std::vector<std::string> files_;
  TraceCache traces_;
  std::mutex reading_;                       // of what follows
  std::set<const ScenarioSpec*> in_flight_;  // that replay logs
  std::set<std::string> workloads_;          // whose logs are held
  FileDigests digests_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // of what follows
  SweepOutcome outcome_;
};

void Sweep::done(RunRecord record, bool reused) {
  const std::scoped_lock lock(mutex_);
  SweepProgress& progress = outcome_.progress;
  ++progress.done;
  if (reused) ++progress.reused;
  if (!record.fault.empty() && !record.is_infeasible) ++progress.failed;
  outcome_.records.push_back(std::move(record));
  if (options_.progress) options_.progress(progress);
}

/// While it lives, the logs of a design are held; those of others only as far as they are few.
class Sweep::HeldLogs {
 public:
  HeldLogs(Sweep& sweep, const ScenarioSpec& spec) : sweep_(sweep), spec_(spec) {
    constexpr std::size_t kMostWorkloads = 16;
    if (std::ranges::none_of(spec.streams,
                             [](const StreamSpec& stream) { return stream.trace.has_value(); }))
      return;
    const JsonValue* workload = spec.resolved.find("workload");
    const std::scoped_lock lock(sweep.reading_);
    is_held_ = true;
    sweep.in_flight_.insert(&spec);
    sweep.workloads_.insert(
        fmt::format("{} {}", spec.run.seed, workload ? write_json(*workload, -1) : ""));
    if (sweep.workloads_.size() <= kMostWorkloads) return;
    const std::vector<const ScenarioSpec*> kept(sweep.in_flight_.begin(), sweep.in_flight_.end());
    sweep.traces_.keep_only(kept);
    sweep.workloads_.clear();
  }
  HeldLogs(const HeldLogs&) = delete;
  HeldLogs& operator=(const HeldLogs&) = delete;
  ~HeldLogs() {
    if (!is_held_) return;
    const std::scoped_lock lock(sweep_.reading_);
    sweep_.in_flight_.erase(&spec_);
  }

 private:
  Sweep& sweep_;
  const ScenarioSpec& spec_;
  bool is_held_ = false;
};

/// Runs it, on this thread alone. Throws Interrupted where it was stopped.
void Sweep::run_design(const CheckedScenario& scenario, RunRecord& record) {
  StudyOptions study;
  study.threads = 1;
  study.stop = options_.stop;
  const HeldLogs logs(*this, scenario.spec);
  try {
    const StudyOutcome outcome = run_study(scenario, traces_, study);
    if (outcome.result.partial && options_.stop.stop_requested()) throw Interrupted("stopped");
    RunRecord made = record_of(outcome);
    made.key = std::move(record.key);
    made.sweep = std::move(record.sweep);
    made.index = record.index;
    made.axes = std::move(record.axes);
    record = std::move(made);
  } catch (const ScenarioError& error) {
    record.fault = error.issues().front().message;
  } catch (const EndlessRunError& error) {
    record.fault = error.what();
  }
}

std::string Sweep::fault_key(std::int64_t index) const {
  return text_key(fmt::format("{}\n{}\n{}", options_.version, sweep_, index));
}

void Sweep::run_one(std::int64_t index, SpaceReader& reader) {
  RunRecord record{.sweep = sweep_, .index = index, .axes = space_.labels(index)};
  const DesignOfSpace read = reader.read(space_.design(index));
  if (!read.scenario) {
    const Issue& issue = read.issues.front();
    const bool has_place = !issue.pointer.empty() && !read.is_misfit;
    record.fault = (has_place ? issue.pointer + ": " : "") + issue.message;
    record.is_infeasible = read.is_misfit;
    record.key = fault_key(index);
    shelf_.keep(record);
    return done(std::move(record), false);
  }
  record.key = run_key(read.scenario->spec, files_, options_.version, digests_);
  if (std::optional<RunRecord> known = shelf_.find(record)) return done(std::move(*known), true);
  if (options_.only_known) {
    record.key = fault_key(index);
    if (std::optional<RunRecord> known = shelf_.find(record)) done(std::move(*known), false);
    return;
  }
  run_design(*read.scenario, record);
  // What went wrong with the files may be mended when it is run again: that is not kept as a run.
  if (!record.fault.empty()) record.key = fault_key(index);
  shelf_.keep(record);
  done(std::move(record), false);
}

void Sweep::work() {
  SpaceReader reader(source_, registry_);
  while (!stopped()) {
    const std::int64_t index = options_.shard + options_.shards * next_++;
    if (index >= space_.size()) return;
    try {
      run_one(index, reader);
    } catch (const Interrupted&) {
      return;
    } catch (...) {
      failed_ = true;
      throw;
    }
  }
}

SweepOutcome Sweep::run() {
  const std::int64_t size = space_.size();
  outcome_.progress.all =
      size > options_.shard ? (size - options_.shard - 1) / options_.shards + 1 : 0;
  unsigned threads = options_.threads;
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const auto workers = static_cast<std::size_t>(
      std::clamp<std::int64_t>(outcome_.progress.all, 1, static_cast<std::int64_t>(threads)));
  for_each_index(workers, threads, [this](std::size_t) { work(); });
  std::ranges::sort(outcome_.records, {}, &RunRecord::index);
  outcome_.partial = outcome_.progress.done < outcome_.progress.all;
  return std::move(outcome_);
}

void refuse_steps(const DesignSpace& space, const ScenarioSource& source,
                  const Registry& registry) {
  SpaceReader reader(source, registry);
  const DesignOfSpace first = reader.read(space.design(0));
  if (!first.scenario || !first.scenario->spec.run.by_steps) return;
  throw ScenarioError(
      {{.file = source.file,
        .line = 0,
        .column = 0,
        .pointer = "/run/detail",
        .message = R"(at detail "step" there are no jobs: a sweep has nothing to run)",
        .hint = "gpuscape compare shows what steps and transfers take on each variant"}});
}

}  // namespace

std::vector<std::string> files_of_all(const DesignSpace& space, const ScenarioSource& source,
                                      const Registry& registry) {
  std::set<std::string> scenario;
  {
    const RecordedInputs inputs;
    ReadingContext context;
    open_set(source, registry, context);
    for (const InputStamp& file : inputs.files()) scenario.insert(file.path);
  }
  const RecordedInputs inputs;
  SpaceReader reader(source, registry);
  std::set<std::string> logs;
  const auto read = [&](const Design& design) {
    const DesignOfSpace made = reader.read(design);
    if (!made.scenario) return;
    for (const StreamSpec& stream : made.scenario->spec.streams)
      if (stream.trace) logs.insert(stream.trace->file);
  };
  read(space.base());
  for (std::size_t axis = 0; axis < space.axes().size(); ++axis)
    for (std::size_t i = 0; i < space.read_alone(axis); ++i) read(space.alone(axis, i));
  std::set<std::string> files;
  for (const InputStamp& file : inputs.files())
    if (file.size >= 0 && !scenario.contains(file.path) && !logs.contains(file.path))
      files.insert(file.path);
  return {files.begin(), files.end()};
}

std::string sweep_key(const DesignSpace& space) { return text_key(space.description()); }

SweepOutcome run_sweep(const DesignSpace& space, const ScenarioSource& source,
                       const Registry& registry, RunShelf& shelf, const SweepOptions& options) {
  refuse_steps(space, source, registry);
  return Sweep(space, source, registry, shelf, options).run();
}

}  // namespace gpuscape
