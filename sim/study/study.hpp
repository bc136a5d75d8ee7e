#pragma once
/// A scenario's runs, batch by batch, so that several studies can keep step with each other.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/study/metrics/estimates.hpp"
#include "sim/study/replication_window.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/study_outcome.hpp"

namespace gpuscape {

/// Replications that are run, and held, before the first estimate.
inline constexpr std::size_t kFirstBatch = 5;
/// As many as a study makes at most where nobody says how many.
inline constexpr std::size_t kMostReplications = 100;

/// Work in parts that several threads may do at once, and what follows when all are done. What
/// comes out does not depend on the threads.
struct StudyRound {
  std::size_t parts = 0;
  std::function<void(std::size_t)> part;
  std::function<void()> done;
};

/// All parts of all of them, then what follows, of each on one thread; so that threads that one
/// study leaves idle work for another.
void work_through(std::span<const StudyRound> rounds, unsigned threads);

/// `start`, then `summarize_after`, then `add_batch` as often as wanted, then `finish`. All that is
/// given must outlive it.
class Study {
 public:
  /// `inputs` as load_traces gives them for this scenario.
  Study(const CheckedScenario& scenario, const StudyOptions& options, RunInputs inputs);

  /// Runs replication 0 alone; `start` goes on from there.
  void run_first();
  /// After `run_first`: whether more is wanted than that run.
  [[nodiscard]] bool wants_more_than_first() const { return wanted_ > 1; }
  /// After `run_first`: the outcome of a study of one replication.
  [[nodiscard]] StudyOutcome of_first_alone() const;

  /// Runs replication 0 and, where several are wanted, the first few after it.
  void start();
  /// Of the runs that `start` made; of a log what is given.
  [[nodiscard]] WarmUp found_warm_up() const;
  /// The statistics of those runs; of replications also over the jobs from each of `later` on.
  void summarize_after(const WarmUp& warm_up, std::span<const Seconds> later = {});

  /// What `start`, `summarize_after` and `add_batch` do, to be worked through with rounds of other
  /// studies. The study must stay where it is until the round is done.
  [[nodiscard]] StudyRound first_runs();
  [[nodiscard]] StudyRound first_statistics(const WarmUp& warm_up,
                                            std::span<const Seconds> later = {});
  [[nodiscard]] StudyRound next_batch();

  /// Nothing more is wanted: it is one replication, or there are as many as asked for, or the means
  /// are precise, or it was stopped.
  [[nodiscard]] bool enough() const;
  /// As many replications as wanted at most are there, or it was stopped.
  [[nodiscard]] bool exhausted() const;
  void add_batch();
  /// After `summarize_after`: what `finish` would give now; the study can go on.
  [[nodiscard]] StudyOutcome so_far() const { return Study(*this).finish(); }

  /// Hands everything over; marked partial where less was done than wanted.
  StudyOutcome finish();

 private:
  /// The statistics of one replication: the study's own, then those of `later_starts_`.
  struct Summaries {
    ReplicationSummary own;
    std::vector<ReplicationSummary> later = {};
    bool stopped = false;
  };

  [[nodiscard]] MetricWindow window_of(const RunResult& run) const;
  [[nodiscard]] Summaries summaries_of(const RunResult& run) const;
  [[nodiscard]] RunResult run_or_copy_first() const;
  [[nodiscard]] std::shared_ptr<const RunResult> replication(std::size_t index) const;
  /// One of a batch.
  struct Attempt {
    Summaries summaries;
    std::shared_ptr<const RunResult> run;
    bool partial = false;
  };

  [[nodiscard]] Attempt attempt(std::size_t replication) const;
  void add(std::size_t replication, Summaries summaries);
  void add_first(std::vector<Summaries> summaries);
  void estimate();
  void report(std::int64_t replications) const;

  const CheckedScenario& checked_;
  const ScenarioSpec& scenario_;  // of it
  const StudyOptions& options_;
  ReplicationWindow windows_;
  bool averages_whole_run_ = false;
  RunInputs inputs_;
  StudyResult result_;
  std::size_t wanted_ = 1;  // replications at most
  std::size_t next_ = 1;    // the first replication that was not tried
  bool has_first_ = false;
  std::vector<std::shared_ptr<const RunResult>> begun_;  // what `start` ran after replication 0
  std::vector<ReplicationSummary> summaries_;
  std::vector<LaterStart> later_starts_;
  StopCheck stop_;  // of the statistics
};

}  // namespace gpuscape
