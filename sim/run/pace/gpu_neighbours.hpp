#pragma once
/// Jobs that share GPUs, and the pace at which each of them goes there:
///     pace = what it gets of the GPU's time ÷ what it uses when it is alone.
/// It changes whenever a neighbour comes or goes. A job with parts of several GPUs goes at the pace
/// of the one where it gets least.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/run/record/sharing_result.hpp"

namespace gpuscape {

class GpuNeighbours {
 public:
  /// By stream its name, and of a whole GPU's time what its jobs use alone; none: the part that
  /// they ask for, or all of it. The capacity must outlive it.
  /// `serves`: of those the rates of jobs are kept.
  GpuNeighbours(const FreeCapacity& capacity, const std::vector<std::string>& streams,
                std::vector<std::optional<double>> use, std::vector<bool> serves);

  struct Who {
    std::uint16_t stream = 0;
    std::uint32_t job = 0;
    bool asks_for_part = true;  ///< else it asks for whole GPUs, and shares them
  };
  /// The job of that slot has these shares from now on. Returns the slots of others whose pace is
  /// another one by that; valid until the next call.
  std::span<const std::uint32_t> join(std::uint32_t slot, std::span<const AllocationShare> shares,
                                      const Who& who, Seconds now);
  /// It gives them back. Likewise.
  std::span<const std::uint32_t> leave(std::uint32_t slot, Seconds now);

  /// Above 0 and at most 1, which it is for who shares no GPU, and for who answers requests: a
  /// server is there for its time, and only its answers take longer.
  [[nodiscard]] double pace(std::uint32_t slot) const {
    if (slot >= seats_.size() || !seats_[slot].sits || answers(seats_[slot])) return 1.0;
    return seats_[slot].pace;
  }
  /// Of a job that asks for whole GPUs and shares them: GPUs that it had from its start until now,
  /// on average, of each an equal part with the others there.
  [[nodiscard]] double held_on_average(std::uint32_t slot, Seconds now) const;
  /// Until then; in groups in which parts of GPUs were held.
  [[nodiscard]] std::vector<SharingResult> results(Seconds now) const;
  /// What jobs that answer requests got, in the order of dates.
  [[nodiscard]] const std::vector<GpuRate>& rates() const { return rates_; }

 private:
  /// A part of a GPU that a job has, and its pace as it would be by that one alone.
  struct OnGpu {
    std::uint64_t gpu = 0;
    double pace = 1.0;
  };
  /// A job on its parts of GPUs.
  struct Seat {
    std::vector<OnGpu> gpus;  // at least one while it sits
    std::uint32_t group = 0;
    GpuTenant tenant;  // on each of them
    double pace = 1.0;
    double alone = 1.0;  // its pace with nobody else on its GPUs
    Seconds began{0.0};
    GpuSeconds held{0.0};  // until its GPUs were counted last
    bool whole = false;    // it asks for whole GPUs
    std::uint32_t job = 0;
    std::uint16_t stream = 0;
    std::uint8_t place = 0;
    bool sits = false;
  };
  using Slots = std::vector<std::uint32_t>;

  void seat_on(const AllocationShare& share, Seat& seat) const;
  struct Gpu {
    Slots slots;
    double stranded = 0.0;  // of the GPU
    Seconds since{0.0};
  };
  /// Counts all GPUs on which a pace may change by who comes to these or leaves them.
  void count_around(const Seat& seat, Seconds now);
  /// The paces of all on that GPU; `besides`: who comes or goes.
  void find_paces(std::uint64_t gpu, std::uint32_t besides, Seconds now);
  void note_rate(const Seat& seat, Seconds now);
  [[nodiscard]] bool answers(const Seat& seat) const {
    return seat.stream < serves_.size() && serves_[seat.stream];
  }
  /// What tells the pace of that slot's job and of the others on its GPU.
  void note_neighbours(std::uint32_t slot, const Slots& on);
  /// What is left of a GPU of which no further part can be made.
  [[nodiscard]] double stranded_of(const NodeGroup& group, const Slots& on) const;
  /// Its pace if nobody else were on its GPU.
  [[nodiscard]] double pace_alone(const Seat& seat) const;
  /// What neighbours on the GPU cost each other in so many seconds.
  void count_losses(std::uint32_t group, const Slots& on, Seconds length);
  /// What those on the GPU have had since they were counted last.
  void count(std::uint32_t group, Gpu& gpu, Seconds now);

  const FreeCapacity& capacity_;
  const Platform& platform_;
  std::vector<std::shared_ptr<const std::string>> names_;  // by stream; tenants refer to them
  std::vector<std::optional<double>> use_;
  std::vector<Seat> seats_;                      // by slot
  std::unordered_map<std::uint64_t, Gpu> gpus_;  // that are shared now
  std::vector<SharingResult> of_groups_;
  std::vector<std::map<std::uint16_t, SharingOfStream>> of_streams_;  // by group
  std::vector<bool> serves_;                                          // by stream
  std::vector<GpuRate> rates_;
  Slots changed_;
  std::vector<GpuTenant> tenants_;  // scratch
};

}  // namespace gpuscape
