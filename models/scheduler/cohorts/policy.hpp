#pragma once
/// The policy of cohorts: in each cycle, whose turn it is, and whether its job starts, has others
/// stopped, or waits. Its rules are in tree.hpp (quota), turns.hpp (order) and victims.hpp.

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/cohorts/prospects.hpp"
#include "models/scheduler/cohorts/turns.hpp"
#include "models/scheduler/cohorts/victims.hpp"
#include "models/scheduler/queues/job_queues.hpp"
#include "sim/base/units/round_clock.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape::quota::cohorts {

class Policy final : public Scheduler, public JobRules, public StartLimits, public QueueView {
 public:
  explicit Policy(ObjectReader& reader);

  [[nodiscard]] PolicyParts parts() override {
    return {.rules = this, .limits = this, .preempts = preempts_, .picks = true, .queues = this};
  }
  [[nodiscard]] double rank(const WaitingJob& job) const override {
    arrived_.push_back(job);
    return 0.0;
  }
  [[nodiscard]] std::optional<Seconds> wake() const override { return wake_; }
  void schedule(SchedulingPass& pass) override;

  // Rules.
  std::size_t bind(const PolicyContext& context) override;
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  // Limits: none that holds a job out of the queue.
  bool hold_back(const WaitingJob& /*job*/) override { return false; }
  void started(const WaitingJob& job, Seconds date) override;
  void ended(const WaitingJob& job, Seconds date) override;

  // View.
  [[nodiscard]] std::vector<QueueFacts> queues() const override;
  [[nodiscard]] QueueState state(std::uint32_t queue) const override;
  std::vector<std::uint32_t> take_changed() override;
  [[nodiscard]] std::vector<QueueWait> waits(Seconds now) const override {
    return waiting_.waits(now);
  }
  [[nodiscard]] SecondsByRule waited(std::uint32_t queue, Seconds now) const override {
    return waiting_.waited(queue, now);
  }
  [[nodiscard]] QueueStops stops(std::uint32_t queue) const override { return stops_[queue]; }
  [[nodiscard]] std::vector<std::uint32_t> queues_of_jobs() const override { return of_job_; }

 private:
  // policy.cpp
  void start_carried_over(SchedulingPass& pass);
  bool start_alone(SchedulingPass& pass);
  void update(SchedulingPass& pass);
  void start_those_with_room(SchedulingPass& pass);
  void note_queue(const WaitingJob& job, std::size_t queue);
  void expect(const JobFacts& facts);
  void expect_no_more(const JobFacts& facts);
  [[nodiscard]] static std::int64_t free_milli(const SchedulingPass& pass) {
    constexpr std::int64_t kMilli = 1000;
    return pass.capacity().lent() != nullptr ? std::numeric_limits<std::int64_t>::max()
                                             : pass.free_gpus() * kMilli;
  }

  // policy_cycle.cpp
  enum class Outcome : std::uint8_t { started, given_up, passed_over, held_up };
  void run_cycles(SchedulingPass& pass);
  bool run_cycle(SchedulingPass& pass);
  bool look(SchedulingPass& pass, const Entrant& entrant);
  Outcome try_job(SchedulingPass& pass, Kind& kind);
  Outcome stop_for(SchedulingPass& pass, Kind& kind);
  void stop(SchedulingPass& pass, const JobFacts& facts, const std::vector<std::uint32_t>& victims);
  [[nodiscard]] std::optional<QueueRule> why_hopeless(const Kind& kind);
  [[nodiscard]] bool is_quota_there(const JobFacts& facts) const;
  [[nodiscard]] bool sets_aside(const JobFacts& facts) const;
  bool give_up_hopeless(std::size_t queue);
  void give_up(Kind& kind);
  void pass_over(Kind& kind);
  void set_aside(const JobFacts& facts);
  [[nodiscard]] const Use& planned() const;
  void refresh_head(std::size_t queue);
  [[nodiscard]] Entrant entrant_of(std::size_t queue, Kind& kind) const;
  [[nodiscard]] std::int64_t gpus_of(const std::vector<std::uint32_t>& jobs) const;

  // policy_view.cpp
  void note_change(std::size_t queue);
  void note_rules();
  [[nodiscard]] std::pair<QueueRule, std::size_t> rule_of(const Kind& kind);
  [[nodiscard]] std::vector<double> shares_now() const;
  void note_quota_beyond_nodes(std::vector<std::string>& notes) const;

  /// Kueue's rules can take from each other in circles in which no job ever ends: older jobs from
  /// newer ones of their queue, important ones from others', queues what is their own. A job that
  /// was stopped so often is not stopped again.
  static constexpr std::uint8_t kMostStops = 100;

  Settings settings_;
  CohortTree tree_;
  JobQueues jobs_;
  WaitingJobs waiting_;
  RunningSet running_;
  Prospects prospects_;
  RoundClock cycle_;
  bool preempts_ = false;
  Use held_;      // by jobs that run
  Use expected_;  // less what leaves in its grace time, with what waits for that
  std::vector<std::int64_t> gpus_in_;        // milli, by node: held by jobs of the queues in it
  mutable std::vector<WaitingJob> arrived_;  // since the last pass
  std::map<std::uint32_t, JobFacts> await_room_;            // jobs for which others are leaving
  std::set<std::size_t> live_;                              // queues that have a job to look at
  std::map<std::size_t, Entrant> set_aside_by_;             // strict queues, in each cycle anew
  std::vector<std::pair<std::size_t, Amounts>> set_aside_;  // in this cycle
  mutable Use planned_;
  std::optional<NodeMask> nowhere_;
  std::int64_t gpus_held_ = 0;  // milli, by all jobs
  mutable NeverStarted never_;
  mutable std::int64_t without_queue_ = 0;  // jobs
  mutable std::int64_t too_large_ = 0;      // jobs
  Seconds now_{0.0};
  std::optional<Seconds> wake_;
  std::size_t leaving_ = 0;   // jobs
  bool freed_ = true;         // since queues were last looked at
  bool met_new_ = false;      // a job could not be stopped as this pass started it
  bool changed_ = true;       // since queues were last told of
  std::vector<double> told_;  // fair shares, by node
  std::set<std::uint32_t> changes_;
  std::vector<std::uint8_t> times_stopped_;  // by job
  std::int64_t stopped_too_often_ = 0;       // jobs
  std::vector<QueueStops> stops_;
  std::vector<std::uint32_t> of_job_;  // queues
  Seconds rules_looked_at_{0.0};
};

}  // namespace gpuscape::quota::cohorts
