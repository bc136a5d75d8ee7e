#pragma once
/// The policy of a quota tree: in each pass it decides who starts and who makes room. Its rules are
/// in tree.hpp (fair shares), queue_order.hpp (whose turn it is) and reclaim.hpp (who makes room).

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/scheduler/queues/job_queues.hpp"
#include "models/scheduler/quota/reclaim.hpp"
#include "sim/base/units/round_clock.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape::quota {

class Policy final : public Scheduler, public JobRules, public StartLimits, public QueueView {
 public:
  explicit Policy(ObjectReader& reader)
      : settings_(read_settings(reader)),
        tree_(settings_),
        order_(tree_),
        jobs_(settings_.queue_of, settings_.priorities),
        waiting_(tree_.size()),
        running_(tree_.size()),
        reclaim_(tree_, running_),
        cycle_(settings_.cycle),
        stops_(tree_.size()) {}

  [[nodiscard]] PolicyParts parts() override {
    return {.rules = this,
            .limits = this,
            .preempts = settings_.reclaims || settings_.preempts,
            .picks = true,
            .sizes = true,
            .queues = this};
  }

  [[nodiscard]] double rank(const WaitingJob& job) const override {
    arrived_.push_back(job);
    return 0.0;
  }
  [[nodiscard]] std::optional<Seconds> wake() const override { return wake_; }

  void schedule(SchedulingPass& pass) override;

  /// Searches again for others to stop where nothing has changed since that failed: for tests.
  void always_search() { always_searches_ = true; }

  // Rules.
  std::size_t bind(const PolicyContext& context) override;
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  // Limits: none that holds a job out of the queue.
  bool hold_back(const WaitingJob& /*job*/) override { return false; }
  void started(const WaitingJob& job, Seconds date) override;
  void ended(const WaitingJob& job, Seconds date) override;
  void resized(const WaitingJob& job, Seconds date) override;
  [[nodiscard]] bool may_start(const WaitingJob& job) const override { return has_room(job); }
  [[nodiscard]] bool may_grow(const WaitingJob& job) const override { return has_room(job); }

  // View.
  [[nodiscard]] std::vector<QueueFacts> queues() const override;
  [[nodiscard]] QueueState state(std::uint32_t queue) const override;
  std::vector<std::uint32_t> take_changed() override;
  [[nodiscard]] std::vector<QueueWait> waits(Seconds now) const override;
  [[nodiscard]] SecondsByRule waited(std::uint32_t queue, Seconds now) const override;
  [[nodiscard]] QueueStops stops(std::uint32_t queue) const override { return stops_[queue]; }
  [[nodiscard]] std::vector<std::uint32_t> queues_of_jobs() const override { return of_job_; }

 private:
  void start_carried_over(SchedulingPass& pass);
  void note_queue(const WaitingJob& job, std::size_t queue);
  bool start_alone(SchedulingPass& pass);
  void update(SchedulingPass& pass);
  void divide();
  void start_those_with_room(SchedulingPass& pass);
  void allocate(SchedulingPass& pass);
  void consolidate(SchedulingPass& pass);
  void give_up(Kind& kind);
  void refresh_head(std::size_t queue);
  void stop_others(SchedulingPass& pass, bool between_queues);
  [[nodiscard]] bool could_stop_others(const Kind& kind, bool between_queues) const;
  struct Askers;
  [[nodiscard]] std::vector<Askers> askers(bool between_queues);
  /// All that wait, but for those.
  [[nodiscard]] std::vector<Askers> all_askers(const std::set<const Kind*>& without);
  void have_others_shrink(SchedulingPass& pass);
  bool shrink_for(SchedulingPass& pass, const Kind& kind);
  [[nodiscard]] bool has_room_without(const Kind& kind, const Amounts& amounts,
                                      const MayDrop& drops) const;
  [[nodiscard]] MayDrop those_who_shrink(const Kind& kind, const Amounts& amounts) const;
  [[nodiscard]] Askers* next_to_stop_others(std::vector<Askers>& all) const;
  [[nodiscard]] std::int64_t gpus_of(const std::vector<std::uint32_t>& jobs) const;
  [[nodiscard]] bool is_known_to_fail(const SchedulingPass& pass, const WaitingJob& job,
                                      const FailedSearch& failed) const;
  bool stop_for(SchedulingPass& pass, Kind& kind, bool between_queues);
  void note_deserved_twice(std::vector<std::string>& notes) const;
  void note_change(std::size_t queue);
  void note_rules();
  [[nodiscard]] std::pair<QueueRule, std::size_t> rule_of(const Kind& kind) const;
  void wake_at(std::optional<Seconds> date) {
    if (date && *date > now_) wake_ = std::min(wake_.value_or(*date), *date);
  }
  [[nodiscard]] static std::int64_t free_milli(const SchedulingPass& pass) {
    constexpr std::int64_t kMilli = 1000;
    return pass.capacity().lent() != nullptr ? std::numeric_limits<std::int64_t>::max()
                                             : pass.free_gpus() * kMilli;
  }
  [[nodiscard]] std::size_t queue_of(const WaitingJob& job) const { return jobs_.queue_of(job); }
  [[nodiscard]] JobFacts facts_of(const WaitingJob& job) const;
  /// With what it needs to start.
  [[nodiscard]] WaitingJob as_small_as_may_be(WaitingJob job) const;
  /// Whether limits let its queue have what `job.demand` says beside what it has.
  [[nodiscard]] bool has_room(const WaitingJob& job) const;

  Settings settings_;
  QuotaTree tree_;
  QueueOrder order_;
  JobQueues jobs_;
  WaitingJobs waiting_;
  RunningSet running_;
  Reclaim reclaim_;
  RoundClock cycle_;
  mutable std::vector<WaitingJob> arrived_;       // since the last pass
  std::vector<std::uint32_t> without_room_;       // jobs of this pass, where others may make way
  std::map<std::uint32_t, JobFacts> await_room_;  // jobs for which others are leaving
  std::function<std::optional<Demand>(const WaitingJob&, std::uint32_t nodes)> on_nodes_;
  std::set<std::uint32_t> larger_;  // elastic jobs that run with more than they need
  std::optional<NodeMask> nowhere_;
  std::int64_t gpus_held_ = 0;              // milli, by all jobs
  mutable std::int64_t without_queue_ = 0;  // jobs
  mutable std::int64_t too_large_ = 0;      // jobs
  mutable NeverStarted never_;
  Seconds now_{0.0};
  std::optional<Seconds> wake_;
  std::uint64_t pass_number_ = 0;
  std::uint64_t changes_ = 1;  // of what queues hold, are expected to, or have a share of
  bool always_searches_ = false;
  std::size_t leaving_ = 0;      // jobs
  bool freed_ = true;            // since queues were last looked at
  bool order_is_old_ = false;    // of queues: held amounts changed while nobody waited
  bool shares_are_old_ = false;  // what was told of them: nobody waited, and they were not found
  std::vector<bool> changed_;    // by queue, since the last question
  std::vector<std::uint32_t> changed_queues_;  // those
  std::vector<QueueStops> stops_;              // by queue
  std::vector<std::uint32_t> of_job_;          // queues
  Seconds rules_looked_at_{0.0};
};

}  // namespace gpuscape::quota
