#pragma once
/// What the two ways of choosing victims have in common.

#include <functional>
#include <optional>
#include <vector>

#include "models/scheduler/cohorts/victims.hpp"

namespace gpuscape::quota::cohorts {

/// What queues use while victims are taken, one after the other.
class Simulation {
 public:
  Simulation(const Scene& scene, const Wish& wish);

  void take(std::uint32_t job);
  void put_back(std::uint32_t job);
  [[nodiscard]] const std::vector<std::uint32_t>& taken() const { return taken_; }
  void shorten(std::size_t count) { taken_.resize(count); }
  /// Quota has room for the job; `borrowing`: it may be that of others.
  [[nodiscard]] bool fits(bool borrowing) const;
  /// A node uses more than its own quota of something scarce.
  [[nodiscard]] bool is_above(std::size_t node) const;
  [[nodiscard]] const Use& use() const { return use_; }
  /// The job's included.
  [[nodiscard]] const Use& with_job() const { return with_job_; }
  /// Dominant share of a node with the job, without that victim.
  [[nodiscard]] Share share_without(std::size_t node, std::uint32_t victim);

 private:
  const Scene& scene_;
  const Wish& wish_;
  std::array<bool, kResources> scarce_;
  Use use_;
  Use planned_;
  Use with_job_;
  std::vector<std::uint32_t> taken_;
};

/// The next victim, which was taken in no simulation yet; none: there is no other.
using NextVictim = std::function<std::optional<std::uint32_t>()>;

/// Takes victims until quota and nodes have room; those of them that are needed.
std::optional<std::vector<std::uint32_t>> take_victims(const Scene& scene, const Wish& wish,
                                                       Simulation& simulation,
                                                       const NextVictim& next, bool borrowing);

/// The jobs of a queue that the policies of the wishing one allow to stop, in the order in which
/// they go.
std::vector<std::uint32_t> candidates(const Scene& scene, const Wish& wish, std::size_t queue);
/// Another queue of the same tree uses more than its own quota of something scarce.
bool any_other_above(const Scene& scene, const Wish& wish, const Simulation& simulation);

Found find_classic(const Scene& scene, const Wish& wish);
Found find_fair(const Scene& scene, const Wish& wish);

}  // namespace gpuscape::quota::cohorts
