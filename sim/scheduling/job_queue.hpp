#pragma once
/// The jobs that wait, in the order in which the scheduler considers them.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/scheduling/job_backlog.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

/// What a scheduler knows of a waiting job.
struct WaitingJob {
  std::uint32_t job = 0;  ///< rank of submission: rises with the submit date
  bool started = false;   ///< by the pass in progress; gone when it ends
  Demand demand{};
  Seconds submit{0.0};
  /// What is left of the time limit, or of the true run time where there is none.
  Seconds expected_run_time{0.0};
  /// What is left of the true run time: no scheduler of this world knows it. For oracles.
  Seconds run_time_left{0.0};
  Seconds ran{0.0};          ///< progress that it made before it was preempted, and keeps
  std::uint32_t origin = 0;  ///< into the run's OriginTable
  std::uint16_t stream = 0;
  std::uint16_t starts = 0;      ///< how often it was started before
  double rank = 0.0;             ///< within its rank class
  std::uint32_t rank_class = 0;  ///< jobs whose ranks rise and fall together; small numbers
  std::uint32_t later = 0;       ///< places behind that of its number, among jobs of equal rank

  /// Where it stands among jobs of equal rank; no two have the same.
  [[nodiscard]] std::uint32_t place() const { return job + later; }
};

/// Ordered by (rank + offset of the rank class, place). Appending in order is O(1), inserting
/// anywhere O(log n), a change of offsets O(classes). A sorted front is what is read; what lies
/// behind it is brought forward when someone reads that far, so reading i costs O(log n) once for
/// each job before it.
class JobQueue {
 public:
  void insert(const WaitingJob& job);
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The i-th waiting job; 0 is the head. Valid until a job is inserted.
  [[nodiscard]] const WaitingJob& operator[](std::size_t i) const {
    if (i >= in_front()) bring_forward(i);
    return jobs_[front_[head_ + i].slot];
  }
  /// Waiting jobs that ask for no GPU.
  [[nodiscard]] std::size_t without_gpus() const { return without_gpus_; }

  /// Changes the rank of all jobs of a class, those that come later too. Not during a pass that has
  /// started jobs; so are the others below.
  void set_class_offset(std::uint32_t rank_class, double offset);
  /// Lets `change` and `erase` find jobs; called before the first job comes (4 bytes a job).
  void follow_jobs() { followed_ = true; }
  /// The front stays short, so that `erase` is quick wherever a job stands. Called likewise.
  void keep_front_short() { short_front_ = true; }
  /// True while that job waits in this queue.
  [[nodiscard]] bool holds(std::uint32_t job) const {
    return job < slot_of_.size() && jobs_[slot_of_[job]].job == job &&
           !jobs_[slot_of_[job]].started;
  }
  /// A waiting job, where jobs are followed. Valid until a job is inserted.
  [[nodiscard]] const WaitingJob& job(std::uint32_t number) const {
    return jobs_[slot_of_[number]];
  }
  /// Gives a waiting job another rank and class.
  void change(std::uint32_t job, double rank, std::uint32_t rank_class);
  /// Takes out a waiting job and returns it.
  WaitingJob erase(std::uint32_t job);

  /// Jobs before this position are those that were there at `clear_inserted_before_others`;
  /// kUnchanged where others were only put behind the last.
  static constexpr std::size_t kUnchanged = static_cast<std::size_t>(-1);
  [[nodiscard]] std::size_t first_changed() const { return first_changed_; }
  /// True when a job was put before others since `clear_inserted_before_others`, or may have been,
  /// or was removed.
  [[nodiscard]] bool inserted_before_others() const { return first_changed_ != kUnchanged; }
  void clear_inserted_before_others() { first_changed_ = kUnchanged; }

  void mark_started(std::size_t i) {
    WaitingJob& job = jobs_[front_[head_ + i].slot];
    ensure(!job.started, "a job leaves the queue once");
    job.started = true;
    if (job.demand.gpus == 0) --without_gpus_;
    started_.push_back(i);
  }
  /// Removes what was marked; the head alone is the common case.
  void remove_started() {
    if (started_.empty()) return;
    if (started_.size() == 1 && started_[0] == 0) {
      free_slots_.push_back(front_[head_].slot);
    } else {
      close_gaps();
    }
    first_changed_ = std::min(first_changed_, started_.front());
    head_ += started_.size();
    size_ -= started_.size();
    started_.clear();
    compact();
  }

 private:
  [[nodiscard]] std::size_t in_front() const { return front_.size() - head_; }
  void put_before_others(const QueueEntry& entry, const WaitingJob& job);
  void give_back(std::size_t from);
  void bring_forward(std::size_t i) const;
  std::uint32_t claim_slot(const WaitingJob& job);
  void close_gaps();
  void compact();

  static constexpr std::size_t kLargestFront = 1024;
  mutable std::vector<WaitingJob> jobs_;  // by slot
  mutable std::vector<std::uint32_t> free_slots_;
  mutable std::vector<QueueEntry> front_;  // sorted, rank with offset; begins at head_
  mutable JobBacklog backlog_;             // nothing in it comes before anything in front_
  std::vector<std::uint32_t> slot_of_;     // by job, where jobs are followed
  std::vector<std::size_t> started_;       // positions marked
  std::size_t head_ = 0;
  std::size_t size_ = 0;
  std::size_t without_gpus_ = 0;
  std::size_t first_changed_ = kUnchanged;
  bool followed_ = false;
  bool short_front_ = false;
};

}  // namespace gpuscape
