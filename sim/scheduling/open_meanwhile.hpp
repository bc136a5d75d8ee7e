#pragma once
/// Which nodes stay open for as long as a job is expected to run.

#include "sim/platform/future/outages.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

/// Nodes that are away at no date between two.
class OpenMeanwhile final : public NodeFilter {
 public:
  /// Null: nothing is ever asked of it.
  explicit OpenMeanwhile(const Outages* outages) : outages_(outages) {}
  void set(Seconds from, Seconds to) {
    from_ = from;
    to_ = to;
  }
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& /*share*/) const override {
    return outages_->is_open(group, node, from_, to_);
  }

 private:
  const Outages* outages_;
  Seconds from_{0.0};
  Seconds to_{0.0};
};

}  // namespace gpuscape
