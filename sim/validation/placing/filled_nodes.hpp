#pragma once
/// What pods that were placed leave of a cluster's nodes.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/platform/platform.hpp"
#include "sim/run/record/job_records.hpp"
#include "sim/validation/placing/pods.hpp"

namespace gpuscape {

class FilledNodes {
 public:
  explicit FilledNodes(const Platform& platform);

  /// The pod's node has so much less.
  void put(const PodClass& pod, std::span<const AllocationSpan> spans);
  /// Of all GPUs, the share that pods have.
  [[nodiscard]] double allocated_share() const;
  /// Of what is free of GPUs, the share that such pods cannot use, each weighted with its own: on
  /// nodes that lack the model, the cores or enough GPUs for one all that is free, on others the
  /// GPUs of which less is free than it asks for (Weng et al., USENIX ATC 2023).
  [[nodiscard]] double fragmented_share(std::span<const std::pair<PodClass, double>> typical) const;

 private:
  struct Node {
    std::int64_t milli_cores = 0;
    std::vector<std::int64_t> left;  ///< thousandths of each GPU
    std::string model;
    [[nodiscard]] std::int64_t free() const;
    [[nodiscard]] std::int64_t useless_for(const PodClass& pod) const;
  };
  [[nodiscard]] double free() const;

  std::vector<Node> nodes_;
  double all_ = 0.0;  ///< thousandths of GPUs
};

}  // namespace gpuscape
