#pragma once
/// Jobs that share GPUs, and the pace at which each of them goes there:
///     pace = what it gets of the GPU's time ÷ what it uses when it is alone.
/// It changes whenever a neighbour comes or goes.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/record/sharing_result.hpp"

namespace gpuscape {

class GpuNeighbours {
 public:
  /// By stream its name, and of a whole GPU's time what its jobs use alone; none: the part that
  /// they hold. The platform must outlive it.
  GpuNeighbours(const Platform& platform, const std::vector<std::string>& streams,
                std::vector<std::optional<double>> use);

  /// The job of that slot has these shares from now on. Returns the slots of others whose pace is
  /// another one by that; valid until the next call.
  std::span<const std::uint32_t> join(std::uint32_t slot, std::span<const AllocationShare> shares,
                                      std::uint16_t stream, Seconds now);
  /// It gives them back. Likewise.
  std::span<const std::uint32_t> leave(std::uint32_t slot, Seconds now);

  /// Above 0 and at most 1, which it is for who shares no GPU.
  [[nodiscard]] double pace(std::uint32_t slot) const {
    return slot < seats_.size() && seats_[slot].sits ? seats_[slot].pace : 1.0;
  }
  /// Until then; in groups in which parts of GPUs were held.
  [[nodiscard]] std::vector<SharingResult> results(Seconds now) const;

 private:
  /// A job on its part of a GPU.
  struct Seat {
    std::uint64_t gpu = 0;
    std::uint32_t group = 0;
    GpuTenant tenant;
    double pace = 1.0;
    double alone = 1.0;  // its pace with nobody else on the GPU
    std::uint16_t stream = 0;
    std::uint8_t place = 0;
    bool sits = false;
  };
  using Slots = std::vector<std::uint32_t>;

  [[nodiscard]] std::uint64_t gpu_of(const AllocationShare& share) const;
  struct Gpu {
    Slots slots;
    double stranded = 0.0;  // of the GPU
    Seconds since{0.0};
  };
  void find_paces(const Slots& on, std::uint32_t besides);
  /// What tells the pace of that slot's job and of the others on its GPU.
  void note_neighbours(std::uint32_t slot, const Slots& on);
  /// What is left of a GPU of which no further part can be made.
  [[nodiscard]] double stranded_of(const NodeGroup& group, const Slots& on) const;
  /// Its pace if nobody else were on its GPU.
  [[nodiscard]] double pace_alone(const Seat& seat) const;
  /// What neighbours on the GPU cost each other in so many seconds.
  void count_losses(std::uint32_t group, const Slots& on, Seconds length);
  /// What those on the GPU have had since they were counted last.
  void count(std::uint32_t group, const Gpu& gpu, Seconds now);

  const Platform& platform_;
  std::vector<std::shared_ptr<const std::string>> names_;  // by stream; tenants refer to them
  std::vector<std::optional<double>> use_;
  std::vector<Seat> seats_;                      // by slot
  std::unordered_map<std::uint64_t, Gpu> gpus_;  // that are shared now
  std::vector<SharingResult> of_groups_;
  std::vector<std::map<std::uint16_t, SharingOfStream>> of_streams_;  // by group
  Slots changed_;
  std::vector<GpuTenant> tenants_;  // scratch
};

}  // namespace gpuscape
