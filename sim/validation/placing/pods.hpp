#pragma once
/// Pods of a published list, told by their classes, and the order in which they arrive.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/fields/object_reader.hpp"

namespace gpuscape {

/// Pods of a list that ask for the same.
struct PodClass {
  std::int64_t count = 0;
  std::int64_t milli_cores = 0;
  std::int64_t memory_mib = 0;
  std::int64_t gpus = 0;
  std::int64_t gpu_milli = 0;  ///< of each GPU
  std::string models = {};     ///< "V100M16|V100M32"; empty: any
  [[nodiscard]] std::int64_t demand() const { return gpus * gpu_milli; }
};
using PodList = std::vector<PodClass>;
/// By name.
using PodLists = std::vector<std::pair<std::string, PodList>>;

/// Lists of [count, milli-cores, MiB, GPUs, thousandths of each, "models"]. Issues go to the
/// reader's context.
[[nodiscard]] PodLists read_pods(ObjectReader& reader);

/// Indices into `list` in the order of arrival, one a second: every pod of the list, then pods
/// drawn from it until `gpu_milli` have been asked for, all shuffled.
[[nodiscard]] std::vector<std::size_t> arriving_pods(const PodList& list, double gpu_milli,
                                                     std::uint64_t seed, std::uint64_t replication);

/// They, as a list in openb's format; none ends while they arrive.
[[nodiscard]] std::string pods_text(const PodList& list, const std::vector<std::size_t>& arriving);

/// The most frequent kinds of pods, which make up `share` of the list, with their shares of these;
/// memory makes no kind of its own.
[[nodiscard]] std::vector<std::pair<PodClass, double>> typical_pods(const PodList& list,
                                                                    double share);

}  // namespace gpuscape
