#pragma once
/// Replications of one scenario that have been run, for the next study of the same scenario.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Several threads may use it at once. A replication is a function of the scenario and its number,
/// so that a study gives the same with it as without.
class ReplicationShelf {
 public:
  /// Keeps runs for as long as they take up at most so many bytes together, by an estimate.
  explicit ReplicationShelf(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  /// Null where it is not there.
  [[nodiscard]] std::shared_ptr<const RunResult> find(std::size_t replication) const;
  /// A run to its end. Dropped where there is no room.
  void keep(std::size_t replication, const std::shared_ptr<const RunResult>& run);
  /// One that is kept elsewhere anyway: it counts for nothing here.
  void lend(std::size_t replication, std::shared_ptr<const RunResult> run);

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::map<std::size_t, std::shared_ptr<const RunResult>> runs_;
};

}  // namespace gpuscape
