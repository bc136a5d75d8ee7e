#include "cli/slurm/sweep_on_slurm.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <set>
#include <system_error>
#include <utility>

#include "cli/slurm/array_note.hpp"
#include "cli/slurm/slurm_client.hpp"
#include "cli/slurm/slurm_words.hpp"
#include "cli/slurm/unfinished.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/base/error.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

/// The same for every sweep: what differs stands in its words, which no shell reads.
constexpr const char* kScript =
    "#!/bin/sh\n"
    "program=$1 parts=$2\n"
    "shift 2\n"
    "exec \"$program\" sweep --slurm-task \"$SLURM_ARRAY_TASK_ID/$parts\" \"$@\"\n";

constexpr int kMostIdleTries = 3;
constexpr std::int64_t kDesignsOfTask = 8;
constexpr std::int64_t kMostTasks = 256;        // where the user does not say how many
constexpr std::int64_t kMostTasksAgain = 1000;  // Slurm's MaxArraySize is 1001 by default

/// Waits so long, or until it shall stop.
void pause(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, stop, time, [] { return false; });
}

class Head {
 public:
  Head(const SlurmSweep& sweep, std::ostream& err)
      : sweep_(sweep), err_(err), key_(sweep_key(sweep.space)) {}

  SlurmOutcome run();

 private:
  enum class End : unsigned char { ended, cancelled, stopped };
  void look();
  void forget_faults();
  [[nodiscard]] std::vector<std::int64_t> missing() const;
  [[nodiscard]] SlurmTasks tasks_of_earlier(const SlurmArray& array);
  [[nodiscard]] bool follows_earlier();
  void start(const std::vector<std::int64_t>& designs, bool again);
  [[nodiscard]] End wait_for_end();
  [[nodiscard]] SweepProgress progress() const;
  [[nodiscard]] std::int64_t files() const;
  void say(const std::string& text);
  void close();
  [[nodiscard]] SlurmOutcome outcome(std::string unfinished);

  const SlurmSweep& sweep_;
  std::ostream& err_;
  std::string key_;
  SweepOutcome seen_;
  std::int64_t known_ = 0;         // designs with a run before any task
  std::int64_t files_before_ = 0;  // of runs, when the folder was last looked into
  SlurmArray array_;
};

void Head::say(const std::string& text) {
  // The line of progress is rewritten in place.
  err_ << (sweep_.progress && is_terminal(STDERR_FILENO) ? "\n" : "") << "gpuscape: " << text
       << '\n';
  err_.flush();
}

/// Which designs have a run.
void Head::look() {
  seen_ = run_sweep(sweep_.space, sweep_.source, sweep_.registry, sweep_.folder,
                    {.version = sweep_.version, .threads = sweep_.threads, .only_known = true});
  files_before_ = files();
}

/// As on threads, a design with a fault is run again: what was wrong may be mended.
void Head::forget_faults() {
  if (seen_.progress.failed == 0) return;
  for (const RunRecord& record : seen_.records)
    if (!record.fault.empty() && !record.is_infeasible) sweep_.folder.remove(record.key + ".json");
  look();  // which needs no task where the design cannot even be read
}

std::vector<std::int64_t> Head::missing() const {
  std::vector<std::int64_t> designs;
  auto record = seen_.records.begin();
  for (std::int64_t i = 0; i < sweep_.space.size(); ++i) {
    if (record != seen_.records.end() && record->index == i)
      ++record;
    else
      designs.push_back(i);
  }
  return designs;
}

/// Where the earlier head ended while it submitted, its request may still be on its way to Slurm.
SlurmTasks Head::tasks_of_earlier(const SlurmArray& array) {
  constexpr int kQuestions = 5;
  SlurmTasks tasks = tasks_of(array);
  if (!array.job.empty()) return tasks;
  for (int i = 0; i < kQuestions && tasks.fault.empty() && tasks.job.empty(); ++i) {
    if (i == 0) say("an earlier command ended while it submitted: asking Slurm for its tasks");
    pause(std::chrono::seconds(1), sweep_.stop);
    tasks = tasks_of(array);
  }
  return tasks;
}

/// True where tasks that an earlier head submitted are still there.
bool Head::follows_earlier() {
  const std::optional<ArrayNote> note = read_array_note(sweep_.folder);
  if (!note) return false;
  const SlurmTasks tasks = tasks_of_earlier(note->array);
  if (!tasks.fault.empty())
    throw RunError(fmt::format(
        "Slurm does not report the tasks of this folder: {}\n  hint: {} names them; when Slurm "
        "answers again, the same command goes on",
        tasks.fault, (sweep_.folder.path() / kArrayNote).string()));
  if (tasks.waiting == 0) return false;
  array_ = note->array;
  array_.job = tasks.job;
  if (note->sweep != key_)
    throw RunError(fmt::format(
        "tasks of another sweep still write into {}\n  hint: wait until Slurm's job {} has ended, "
        "or scancel {}",
        sweep_.folder.path().string(), array_.job, array_.job));
  say(fmt::format("following Slurm's job {} of an earlier command", array_.job));
  return true;
}

void Head::start(const std::vector<std::int64_t>& designs, bool again) {
  const std::int64_t size = sweep_.space.size();
  const std::int64_t few = std::clamp<std::int64_t>(size / kDesignsOfTask, 1, kMostTasks);
  const std::int64_t parts =
      std::min(size, sweep_.tasks > 0 ? sweep_.tasks : (again ? kMostTasksAgain : few));
  std::set<std::int64_t> tasks;
  for (const std::int64_t design : designs) tasks.insert(design % parts);
  const fs::path folder = fs::absolute(sweep_.folder.path());
  std::error_code error;
  fs::create_directories(folder / kTaskOutput, error);
  sweep_.folder.write(kTaskScript, kScript);
  array_ = {.name = new_array_name()};
  // Noted before it is submitted: who comes after a kill -9 in between asks Slurm for the name.
  write_array_note(sweep_.folder, {.sweep = key_, .array = array_});
  std::string output = (folder / kTaskOutput / "%A_%a.txt").string();
  for (std::size_t at = 0; (at = output.find('%', at)) < folder.string().size(); at += 2)
    output.insert(at, 1, '%');
  SlurmSubmission submission{
      .arguments = sweep_.arguments,
      .name = array_.name,
      .ranges = array_ranges({tasks.begin(), tasks.end()}),
      .output = output,
      .script = (folder / kTaskScript).string(),
      .words = {fs::read_symlink("/proc/self/exe").string(), fmt::format("{}", parts)}};
  submission.words.insert(submission.words.end(), sweep_.words.begin(), sweep_.words.end());
  array_ = submit(submission);
  write_array_note(sweep_.folder, {.sweep = key_, .array = array_});
  say(fmt::format("{} of {} designs {} to Slurm as {} task{} of job {}", designs.size(), size,
                  again ? "submitted again" : "submitted", tasks.size(),
                  tasks.size() == 1 ? "" : "s", array_.job));
}

std::int64_t Head::files() const {
  std::int64_t count = 0;
  std::error_code error;
  for (fs::directory_iterator at(sweep_.folder.path() / kRunsBelow, error), end;
       !error && at != end; at.increment(error))
    if (at->path().extension() == ".json") ++count;
  return count;
}

SweepProgress Head::progress() const {
  SweepProgress progress = seen_.progress;
  progress.reused = known_;
  progress.done =
      std::min(progress.all, progress.done + std::max<std::int64_t>(0, files() - files_before_));
  return progress;
}

Head::End Head::wait_for_end() {
  using std::chrono::milliseconds;
  constexpr milliseconds kFirst{200};
  constexpr milliseconds kLongest{5000};
  constexpr int kMostFailures = 6;
  milliseconds time = kFirst;
  for (int failures = 0; !sweep_.stop.stop_requested();) {
    const SlurmTasks tasks = tasks_of(array_);
    failures = tasks.fault.empty() ? 0 : failures + 1;
    if (failures == kMostFailures && !sweep_.stop.stop_requested())
      throw RunError(fmt::format(
          "Slurm no longer answers: {}\n  hint: what had ended is kept, and tasks of job {} go on "
          "as far as Slurm does; when it answers again, the same command follows them",
          tasks.fault, array_.job));
    if (failures == 0 && tasks.waiting == 0)
      return tasks.cancelled > 0 ? End::cancelled : End::ended;
    if (sweep_.progress) sweep_.progress(progress());
    pause(time, sweep_.stop);
    time = std::min(kLongest, time * 3 / 2);
  }
  return End::stopped;
}

/// Nothing of Slurm is left in the folder.
void Head::close() {
  sweep_.folder.remove_task_parts();
  for (const char* name : {kTaskScript, kTaskOutput, kArrayNote}) sweep_.folder.remove_own(name);
}

SlurmOutcome Head::outcome(std::string unfinished) {
  seen_.progress.reused = std::min(known_, seen_.progress.done);
  return {.sweep = std::move(seen_), .unfinished = std::move(unfinished)};
}

SlurmOutcome Head::run() {
  bool follows = follows_earlier();
  look();
  if (!follows) {
    sweep_.folder.remove_task_parts();
    forget_faults();
  }
  known_ = seen_.progress.reused;
  int idle = 0;
  for (bool again = false;; again = true) {
    std::vector<std::int64_t> designs = missing();
    if (designs.empty() && !follows) break;
    const std::string output = (sweep_.folder.path() / kTaskOutput).string();
    if (idle == kMostIdleTries)
      return outcome(
          fmt::format("{}\n  hint: their tasks ended {} times without a run; {} has their output",
                      without_run(designs, sweep_.space), kMostIdleTries, output));
    if (!follows) start(designs, again);
    follows = false;
    const auto before = seen_.records.size();
    const End end = wait_for_end();
    look();
    idle = seen_.records.size() > before ? 0 : idle + 1;
    if (end == End::stopped) return outcome(stopped(array_, err_));
    designs = missing();
    if (end == End::cancelled && !designs.empty())
      return outcome(
          fmt::format("{}\n  hint: tasks of Slurm's job {} were cancelled; the same "
                      "command submits what is missing",
                      without_run(designs, sweep_.space), array_.job));
  }
  close();
  return outcome("");
}

}  // namespace

SlurmOutcome sweep_on_slurm(const SlurmSweep& sweep, std::ostream& err) {
  return Head(sweep, err).run();
}

}  // namespace gpuscape
