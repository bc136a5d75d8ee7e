#pragma once
/// Where jobs may run: partitions, and nodes that a reservation keeps for others.

#include <memory>
#include <string>
#include <vector>

#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape::slurm {

class Places {
 public:
  explicit Places(const Settings& settings) : settings_(settings) {}

  [[nodiscard]] std::string fault(const Platform& platform) const;
  void bind(const PolicyContext& context);

  /// The partition of a job by its origin; 0 where there are none.
  [[nodiscard]] std::size_t partition(std::uint32_t origin) const {
    return origin < partition_of_.size() ? partition_of_[origin] : 0;
  }
  /// Its nodes; null: all.
  [[nodiscard]] const NodeMask* nodes(std::uint32_t origin) const {
    return masks_.empty() ? nullptr : &masks_[partition(origin)];
  }
  /// What is left of `nodes` (null: all) without the partition's; as it is where no other
  /// partition has any of them.
  [[nodiscard]] std::unique_ptr<NodeMask> without(std::size_t partition,
                                                  std::unique_ptr<NodeMask> nodes) const;
  [[nodiscard]] std::size_t partitions() const { return masks_.size(); }

  /// The nodes that reservations leave to the job if it starts now and runs as long as expected;
  /// null: all. Valid until the next call.
  [[nodiscard]] const NodeFilter* left_to(const WaitingJob& job, Seconds now) const;
  /// True when a reservation is open to that origin now.
  [[nodiscard]] bool has_reservation(std::uint32_t origin, Seconds now) const;
  /// The next date at which a reservation ends.
  [[nodiscard]] std::optional<Seconds> next_end(Seconds now) const;
  /// True when some nodes are kept then for somebody.
  [[nodiscard]] bool reserves(Seconds now) const;
  [[nodiscard]] std::vector<std::string> notes() const { return notes_; }

 private:
  struct Kept {
    const Reservation* reservation;
    Seconds start{0.0};
    Seconds end{0.0};
    NodeMask nodes;
    std::vector<bool> open_to;  ///< by origin
  };
  class Left;
  void bind_reservations(const PolicyContext& context);

  const Settings& settings_;
  std::vector<NodeMask> masks_;
  std::vector<bool> shares_nodes_;         // by partition: another one has nodes of it
  std::vector<std::size_t> partition_of_;  // by origin
  std::vector<Kept> kept_;
  std::vector<std::string> notes_;
  mutable std::vector<NodeMask> left_;  // at most one: what `left_to` hands out
};

}  // namespace gpuscape::slurm
