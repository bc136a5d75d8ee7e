#pragma once
/// The jobs that wait in each queue. Jobs that ask for the same, with one priority, are one kind:
/// what is found out about the first of them (it does not fit, its queue may hold no more) holds
/// for all until nodes are given back, so that a long queue costs no more to look at than a short
/// one.

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "models/scheduler/queues/amounts.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape::quota {

/// What the policy knows of a job, waiting or running.
struct JobFacts {
  std::size_t queue = 0;
  Amounts amounts{};  ///< what it needs to start, or has while it runs
  Amounts full{};     ///< what it asks for: more than it needs, where it is elastic
  Amounts node{};     ///< of one node, where it is elastic; else none
  Amounts least{};    ///< with which it goes on, where it is elastic
  std::int64_t priority = 50;
  bool preemptible = true;
};

struct WaitingOne {
  std::uint32_t job = 0;
  std::uint32_t place = 0;
  Seconds since{0.0};
  SecondsByRule at_join{};  ///< the clocks of its kind
};

/// That no others can be stopped for a kind's first job, as long as nothing changes.
struct FailedSearch {
  std::uint64_t changes = 0;          ///< of queues until then; 0: nothing is known
  std::uint64_t capacity = 0;         ///< FreeCapacity::changes
  std::optional<Seconds> retry = {};  ///< it may succeed from then on all the same
};

/// Jobs of one kind in one queue, by rising place.
struct Kind {
  JobFacts facts;
  std::size_t shape = 0;  ///< into WaitingJobs' shapes
  std::deque<WaitingOne> jobs = {};
  std::size_t next = 0;       ///< those before it were tried in this epoch, one by one
  std::uint64_t dropped = 0;  ///< the epoch in which all were found not to start
  std::uint64_t tried = 0;    ///< the pass in which others could not be stopped for it
  std::array<FailedSearch, 2> failed = {};  ///< between queues, within one
  // Why they wait, from `rule_since` on; clocks count how long each rule held until then.
  QueueRule rule = QueueRule::order;
  QueueRule outcome = QueueRule::order;  ///< of the last search for others to stop
  std::size_t rule_of = 0;               ///< whose rule it is: a queue
  Seconds rule_since{0.0};
  SecondsByRule clocks = {};
};

class WaitingJobs {
 public:
  explicit WaitingJobs(std::size_t queues)
      : kinds_of_(queues),
        blocked_by_(queues),
        waiting_in_(queues, 0),
        without_gpus_(queues, 0),
        waited_(queues) {}

  void join(const WaitingJob& job, const JobFacts& facts, Seconds now);
  /// It starts. False where it did not wait here.
  bool leave(std::uint32_t job, Seconds now);
  /// From now on jobs of the kind wait for that.
  static void set_rule(Kind& kind, QueueRule rule, std::size_t of, Seconds now);
  [[nodiscard]] std::deque<Kind>& kinds() { return kinds_; }
  /// Kinds that had no job before one joined, since the last question; in no order, some twice.
  [[nodiscard]] std::vector<Kind*> take_come();
  [[nodiscard]] std::vector<QueueWait> waits(Seconds now) const;
  [[nodiscard]] SecondsByRule waited(std::size_t queue, Seconds now) const;
  [[nodiscard]] std::size_t waiting_in(std::size_t queue) const { return waiting_in_[queue]; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// Nodes were given back, or queues changed: everything may be tried again.
  void begin_epoch(std::int64_t free_gpus_milli);
  /// Fewer GPUs are free than before.
  void note_free(std::int64_t free_gpus_milli);
  /// Some kind may yet start.
  [[nodiscard]] bool any_live() const { return live_shapes_ > 0; }

  /// Jobs of a queue that ask for no GPU.
  [[nodiscard]] std::size_t without_gpus(std::size_t queue) const { return without_gpus_[queue]; }
  [[nodiscard]] bool any(std::size_t queue) const { return waiting_in_[queue] > 0; }
  /// The kinds of a queue, by falling priority of their first jobs, then by place; none of them is
  /// without jobs.
  [[nodiscard]] std::vector<Kind*> in_order(std::size_t queue);
  /// The kind whose job is to be tried next in that queue; null: none.
  [[nodiscard]] Kind* head(std::size_t queue);
  [[nodiscard]] const WaitingOne& next(const Kind& kind) const { return kind.jobs[kind.next]; }
  /// No node has room for jobs of that shape.
  void refuse_shape(const Kind& kind);
  [[nodiscard]] bool is_refused(const Kind& kind) const {
    return shapes_[kind.shape].refused == epoch_;
  }
  /// None of the kind is tried again in this epoch.
  void drop(Kind& kind);
  /// The next job of the kind alone is not.
  void pass_over(Kind& kind);
  /// Nothing behind the next job of the kind is tried in that queue in this epoch.
  void block(const Kind& kind);
  /// The queues of which kinds were dropped, passed over or blocked in the last epoch.
  [[nodiscard]] std::vector<std::size_t> take_touched() { return std::exchange(touched_, {}); }

 private:
  struct Shape {
    std::int64_t gpus_milli = 0;
    std::size_t waiting = 0;
    std::uint64_t refused = 0;  ///< the epoch
  };
  using ShapeKey = std::tuple<std::int32_t, std::int64_t, std::int64_t, std::int32_t, std::uint16_t,
                              std::uint16_t, std::int64_t>;
  using KindKey = std::tuple<std::size_t, std::size_t, std::int64_t, bool, std::int64_t>;
  struct Block {
    std::uint64_t epoch = 0;
    std::uint32_t job = 0;
  };
  static SecondsByRule clocks_at(const Kind& kind, Seconds now);
  static QueueWait wait_of(const Kind& kind, const WaitingOne& one, Seconds now);
  /// Of jobs that start with so many thousandths of GPUs.
  std::size_t shape_of(const Demand& demand, std::int64_t gpus_milli);
  void refuse(Shape& shape);

  std::map<ShapeKey, std::size_t> shape_index_;
  std::vector<Shape> shapes_;
  std::map<KindKey, std::size_t> kind_index_;
  std::deque<Kind> kinds_;                          // never moved
  std::vector<std::vector<std::size_t>> kinds_of_;  // by queue
  std::vector<std::uint32_t> kind_of_;              // by job, one more than its kind; 0: none
  std::vector<Block> blocked_by_;                   // by queue
  std::vector<std::size_t> waiting_in_;             // by queue
  std::vector<std::size_t> without_gpus_;           // by queue
  std::vector<std::size_t> touched_;
  std::vector<std::size_t> came_;      // kinds
  std::vector<QueueWait> waits_;       // that are over
  std::vector<SecondsByRule> waited_;  // by queue, of those
  std::size_t size_ = 0;
  std::size_t live_shapes_ = 0;
  std::uint64_t epoch_ = 1;
};

}  // namespace gpuscape::quota
