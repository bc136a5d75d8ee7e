#pragma once
/// Every job's life in one run: when it held what.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/base/shared_column.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/platform/node_gpus.hpp"
#include "sim/scheduling/interruption.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

/// GPUs (or processors of a pool) that a job holds on one node.
struct AllocationSpan {
  std::uint32_t node = 0;  ///< index over all nodes of the cluster
  std::int32_t gpus = 0;   ///< one of which it holds a part counts as one
  GpuSetId which = {};     ///< none: they are not told apart
  friend bool operator==(const AllocationSpan&, const AllocationSpan&) = default;
};

/// Whether a job's GPUs are lent: its clients come first, on which it has none of its own.
[[nodiscard]] inline bool uses_lent_gpus(std::span<const AllocationSpan> spans) {
  return spans.size() > 1 && spans.front().gpus == 0 && spans.back().gpus > 0;
}
/// How many clients a job on lent GPUs has.
[[nodiscard]] inline std::uint32_t clients_among(std::span<const AllocationSpan> spans) {
  std::uint32_t clients = 0;
  while (clients < spans.size() && spans[clients].gpus == 0) ++clients;
  return clients;
}

enum class JobState : std::uint8_t {
  waiting,  ///< submitted, not started when the run ended
  running,  ///< started, not ended when the run ended (a partial run)
  completed,
  timed_out,          ///< killed at its time limit (overrun: kill)
  over_budget,        ///< killed as a budget of its account, QOS or partition was used up
  never_fits,         ///< asks for more than the empty cluster, or its part of it, has
  dependency_failed,  ///< the job that it depends on did not complete
  failed,             ///< failures stopped it more often than it may restart
};

/// One stretch of a job's life on one allocation. A job that never started has none.
struct Segment {
  Seconds start{0.0};
  Seconds end{0.0};              ///< NaN while it runs
  std::uint32_t first_span = 0;  ///< into JobRecords' spans
  std::uint32_t spans : 24 = 0;
  Cause cause : 8 = Cause::none;  ///< why it ended
};

/// Within a stretch of its life, a job went on with another node in the place of one that failed,
/// or lost one of its standbys, or a diagnosis, and went on as it was.
struct NodeExchange {
  Seconds date{0.0};
  std::optional<std::uint32_t> span = {};  ///< among the spans of all jobs; none: all stay the same
  AllocationSpan before = {};              ///< what it was until then
};

/// A node that a job held without working on it.
struct StandbyStay {
  AllocationSpan at = {};
  Seconds start{0.0};
  Seconds end{0.0};  ///< NaN while it stands by
};

/// What became of the nodes of a job that has standbys.
struct StandbyRecord {
  std::vector<NodeExchange> exchanges = {};  ///< by date
  std::vector<StandbyStay> stays = {};       ///< by start
  std::vector<std::uint32_t> open = {};      ///< of the stays
};

/// Per-job results in order of submission. Sized for millions: about 100 bytes a job.
class JobRecords {
 public:
  /// Room for that many jobs; more may come.
  void reserve(std::size_t jobs);
  /// Appends a submitted job; its index is its rank in submission.
  std::uint32_t add(const Job& job);
  void start(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans);
  void end(std::uint32_t job, Seconds date, JobState state);
  /// It gives its nodes back and waits again.
  void interrupt(std::uint32_t job, Seconds date, Cause cause);
  /// It goes on with these shares instead of those that it has: a segment of its own, not a start.
  void move(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans);
  /// The same, with more or fewer nodes than before, and no move.
  void resize(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans);
  /// It goes on with another node in the place of one of its spans.
  void exchange(std::uint32_t job, Seconds date, std::uint32_t span, const AllocationSpan& by);
  /// It was interrupted and goes on with what it has.
  void resume(std::uint32_t job, Seconds date);
  void begin_standby(std::uint32_t job, Seconds date, const AllocationSpan& at);
  void end_standby(std::uint32_t job, Seconds date, std::uint32_t node);
  void mark_never_fits(std::uint32_t job);
  void mark_dependency_failed(std::uint32_t job);

  [[nodiscard]] std::size_t size() const { return jobs_.size(); }
  [[nodiscard]] const Job& job(std::size_t job) const { return jobs_[job]; }
  [[nodiscard]] std::int64_t id(std::size_t job) const { return jobs_[job].id; }
  [[nodiscard]] std::uint16_t stream(std::size_t job) const { return jobs_[job].stream; }
  [[nodiscard]] std::uint32_t origin(std::size_t job) const { return jobs_[job].origin; }
  [[nodiscard]] Seconds submit(std::size_t job) const { return jobs_[job].submit; }
  [[nodiscard]] Seconds run_time(std::size_t job) const { return jobs_[job].run_time; }
  [[nodiscard]] Seconds time_limit(std::size_t job) const { return jobs_[job].time_limit; }
  [[nodiscard]] const Demand& demand(std::size_t job) const { return jobs_[job].demand; }
  [[nodiscard]] JobState state(std::size_t job) const { return state_[job]; }
  /// The segments of a job in order of time; empty if it never started.
  [[nodiscard]] std::span<const Segment> segments(std::size_t job) const;
  /// What it held when the segment ended: before, `standbys` may know of others.
  [[nodiscard]] std::span<const AllocationSpan> spans(const Segment& segment) const;
  /// Null where it has none.
  [[nodiscard]] const StandbyRecord* standbys(std::size_t job) const {
    if (standbys_.empty()) return nullptr;
    const auto known = standbys_.find(static_cast<std::uint32_t>(job));
    return known == standbys_.end() ? nullptr : &known->second;
  }
  /// GPUs that a job holds by one of its spans; a part of a shared GPU is a part.
  [[nodiscard]] double gpus_held(std::size_t job, const AllocationSpan& span) const {
    const Demand& demand = jobs_[job].demand;
    if (demand.gpu_milli == 0 && parts_held_.empty()) return span.gpus;
    const auto other = parts_held_.find(static_cast<std::uint32_t>(job));
    if (other == parts_held_.end()) return demand.gpu_milli == 0 ? span.gpus : demand.gpu_amount();
    return static_cast<double>(other->second) / Demand::kWholeGpu;
  }
  [[nodiscard]] bool has_parts(std::size_t job) const {
    return jobs_[job].demand.gpu_milli != 0 ||
           (!parts_held_.empty() && parts_held_.contains(static_cast<std::uint32_t>(job)));
  }
  /// The job has parts of GPUs, so many thousandths of one in all.
  void note_part(std::uint32_t job, std::int64_t milli) {
    if (milli != jobs_[job].demand.gpu_milli)
      parts_held_[job] = milli;
    else
      parts_held_.erase(job);  // what it held before a restart
  }

  /// False for what a run that begins in the middle of a log found queued or running.
  [[nodiscard]] bool in_statistics(std::size_t job) const {
    return jobs_[job].carried_over == CarriedOver::no;
  }
  [[nodiscard]] bool started(std::size_t job) const;
  /// It completed, or was given up for good.
  [[nodiscard]] bool ended(std::size_t job) const;
  /// It ended, and not because failures stopped it too often or others used up its budget.
  [[nodiscard]] bool ended_by_itself(std::size_t job) const {
    return ended(job) && state_[job] != JobState::failed && state_[job] != JobState::over_budget;
  }
  /// False for jobs that never fit and those whose dependency failed.
  [[nodiscard]] bool can_run(std::size_t job) const {
    return state_[job] != JobState::never_fits && state_[job] != JobState::dependency_failed;
  }
  /// First start − submit. Only for jobs that started.
  [[nodiscard]] Seconds wait(std::size_t job) const {
    return segments(job).front().start - jobs_[job].submit;
  }
  /// How often jobs gave their nodes back before they ended.
  [[nodiscard]] std::int64_t preemptions() const { return preemptions_; }
  /// How often jobs went on with other shares.
  [[nodiscard]] std::int64_t moves() const { return moves_; }
  /// A job starts on fewer nodes than it asks for, or has more from its start on.
  void note_other_size() { any_of_other_size_ = true; }
  [[nodiscard]] bool any_of_other_size() const { return any_of_other_size_; }
  /// Start of the life that the job is in, or was in last: from there on it held nodes without
  /// waiting. Only for jobs that started.
  [[nodiscard]] Seconds life_start(std::size_t job) const {
    const auto moved = moved_.empty() ? moved_.end() : moved_.find(static_cast<std::uint32_t>(job));
    return moved == moved_.end() ? segment_[job].start : moved->second;
  }
  /// Last end − submit (job completion time). Only for jobs that ended.
  [[nodiscard]] Seconds completion_time(std::size_t job) const {
    return segment_[job].end - jobs_[job].submit;
  }

 private:
  void close(std::uint32_t job, Seconds date, JobState state, Cause cause);
  void end_standbys(std::uint32_t job, Seconds date);
  void replace_spans(std::uint32_t job, std::span<const AllocationSpan> spans);

  // Columns, which copies of a result share: a study in step takes up the runs that it compares.
  SharedColumn<Job> jobs_;         // as submitted
  SharedColumn<Segment> segment_;  // the last of each
  SharedColumn<AllocationSpan> span_;
  SharedColumn<JobState> state_;
  /// All, of jobs that were preempted or moved.
  std::unordered_map<std::uint32_t, std::vector<Segment>> several_;
  std::map<std::uint32_t, Seconds> moved_;  // starts of the lives in which jobs moved
  std::map<std::uint32_t, StandbyRecord> standbys_;
  std::map<std::uint32_t, std::int64_t> parts_held_;  // thousandths of a GPU, where not as asked
  std::int64_t preemptions_ = 0;
  std::int64_t moves_ = 0;
  bool any_of_other_size_ = false;
};
static_assert(sizeof(Segment) == 24);

}  // namespace gpuscape
