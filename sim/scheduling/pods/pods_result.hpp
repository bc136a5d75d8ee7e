#pragma once
/// What pods held that waited for the others of their job, and which jobs locked each other.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Jobs each of which holds nodes that another needs: even if everything else ended, none of them
/// would ever get the rest of its pods.
struct PodLock {
  Seconds begin{0.0};
  std::optional<Seconds> end = {};       ///< some gave up or lost pods; none: never in this run
  std::vector<std::uint32_t> jobs = {};  ///< all that were in it, by rising number
  double gpus = 0.0;                     ///< that they held when it began
};

struct PodsResult {
  std::int64_t jobs = 0;         ///< that held some of their pods' nodes and waited for the rest
  std::int64_t given_up = 0;     ///< times that a job gave its pods up, or lost one with its node
  GpuSeconds half_started{0.0};  ///< held by pods that waited for others of their job
  GpuSeconds locked{0.0};        ///< of it by jobs that locked each other
  Seconds until{0.0};            ///< both were counted
  std::int64_t locks = 0;        ///< how often that came about
  std::vector<PodLock> first = {};  ///< of them, by date

  static constexpr std::size_t kMostNamed = 20;  ///< of `first`

  /// What other pods of the same run did.
  void add(const PodsResult& other);
};

}  // namespace gpuscape
