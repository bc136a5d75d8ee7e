#pragma once
/// The jobs that run, each in a slot. Slots are small numbers that are used again: they serve as
/// tokens of events and as indices.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/allocation.hpp"
#include "sim/platform/node_set.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

/// What the end of a running job has to know, in one cache line: the job's own record is cold by
/// then.
struct alignas(64) RunningSlot {
  // Of the one node that most jobs have; others are in the record.
  std::int32_t gpus = 0;
  GpuSetId which;  ///< none: they are not told apart
  std::int64_t milli_cores = 0;
  std::int64_t memory_mib = 0;
  std::uint32_t group = 0;
  GroupNode node;  ///< none: it has several nodes
  Seconds expected_end{0.0};
  Seconds phase_began{0.0};
  RunJobId job;                 ///< none: nobody runs here
  std::uint8_t phase = 0;       ///< the one it is in
  bool killed = false;          ///< that phase ends at the time limit
  bool ends_by_event = true;    ///< else by a completion
  std::uint16_t gpu_milli = 0;  ///< of one GPU that it may share; 0: whole ones

  void hold(const AllocationShare& share) {
    gpus = share.share.gpus;
    gpu_milli = share.share.gpu_milli;
    which = share.gpus;
    milli_cores = share.share.milli_cores;
    memory_mib = share.share.memory_mib;
    group = share.group;
    node = GroupNode(share.node);
  }
  [[nodiscard]] Demand share() const { return {gpus, milli_cores, memory_mib, 0, 0, gpu_milli}; }
};
static_assert(sizeof(RunningSlot) == 64);

class RunningSlots {
 public:
  /// `find_jobs`: `of` will be asked.
  explicit RunningSlots(bool find_jobs) : find_jobs_(find_jobs) {}

  std::uint32_t claim(std::uint32_t job) {
    std::uint32_t slot = 0;
    if (free_.empty()) {
      slot = static_cast<std::uint32_t>(slots_.size());
      slots_.emplace_back();
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    slots_[slot].job = RunJobId(job);
    if (find_jobs_) slot_of_[job] = slot;
    return slot;
  }
  /// Nobody runs in it any more, but an event with its number is still to come: `release` it then.
  void abandon(std::uint32_t slot) { slots_[slot].job = RunJobId::none(); }
  void release(std::uint32_t slot) {
    slots_[slot].job = RunJobId::none();
    free_.push_back(slot);
  }

  [[nodiscard]] RunningSlot& operator[](std::uint32_t slot) { return slots_[slot]; }
  [[nodiscard]] const RunningSlot& operator[](std::uint32_t slot) const { return slots_[slot]; }
  [[nodiscard]] std::uint32_t of(std::uint32_t job) const { return slot_of_.at(job); }
  /// All of them; those without a job are free or abandoned.
  [[nodiscard]] const std::vector<RunningSlot>& all() const { return slots_; }

 private:
  std::vector<RunningSlot> slots_;
  std::vector<std::uint32_t> free_;
  std::map<std::uint32_t, std::uint32_t> slot_of_;  // by job
  bool find_jobs_;
};

}  // namespace gpuscape
