#pragma once
/// What an exchange asks of links on every allocation of one shape: nodes are named by their places
/// in it.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/gpu_set.hpp"
#include "sim/scenario/rules_spec.hpp"

namespace gpuscape {

struct ExchangePattern {
  /// Over the network, from an adapter to another node's.
  struct Flow {
    std::uint32_t from = 0;  ///< nodes, by their places
    std::uint32_t from_rail = 0;
    std::uint32_t to = 0;
    std::uint32_t to_rail = 0;
    Bytes bytes{0.0};  ///< a link is busy for bytes ÷ capacity, and free for others beside
    Bytes paced{0.0};  ///< alone it takes that ÷ capacity: an algorithm attains a share of a link
  };
  /// Over a PCIe link of a node, on which other jobs may be.
  struct Inner {
    std::uint32_t node = 0;  ///< by its place
    std::uint32_t link = 0;  ///< of its graph
    Seconds time{0.0};
  };

  std::string algorithm = {};  ///< "ring"
  std::string protocol = {};   ///< "LL128"; empty: the algorithm has one only
  std::string bound_by = {};   ///< what its bytes wait for, alone below one switch
  Seconds fixed{0.0};          ///< waits for no bytes, or for bytes before and after those below
  Seconds alone{0.0};          ///< of the bytes within nodes, and by the rates of transports
  Seconds time{0.0};           ///< in all, alone on an idle network below one switch
  std::vector<Flow> flows = {};
  std::vector<Inner> inner = {};
};

/// What a job has of a node.
struct ExchangeNode {
  std::uint32_t node = 0;  ///< over the platform
  std::uint32_t gpus = 0;
  GpuSet which = {};  ///< empty: the first ones
};

/// Contract: the answer does not depend on what was asked before, nor on the numbers of nodes of
/// one group. Any thread may ask.
class ExchangePatterns {
 public:
  virtual ~ExchangePatterns() = default;
  /// Of one step in which all GPUs there exchange so many bytes, more than 0; null where one GPU is
  /// alone, or one node of whose inside nothing is known.
  [[nodiscard]] virtual std::shared_ptr<const ExchangePattern> pattern(
      const JobCollectiveSpec& by, Bytes bytes, std::span<const ExchangeNode> nodes) const = 0;
};

}  // namespace gpuscape
