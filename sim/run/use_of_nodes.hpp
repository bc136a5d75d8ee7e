#pragma once
/// What jobs do on nodes, as those ask who take them away.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"
#include "sim/run/life/lives.hpp"
#include "sim/scheduling/holdings.hpp"

namespace gpuscape {

class UseOfNodes final : public NodeUse {
 public:
  UseOfNodes(const Platform& platform, const Holdings& holdings, const Lives& lives)
      : platform_(platform), holdings_(holdings), lives_(lives) {}

  [[nodiscard]] bool is_working(const OutageNode& at) const override { return !!at_work(at); }

  [[nodiscard]] std::optional<OutageNode> another_of_its_job(const OutageNode& at,
                                                             double draw) const override {
    const auto here = at_work(at);
    if (!here) return std::nullopt;
    const std::uint32_t others = holdings_.working(here->slot) - 1;
    if (others == 0) return std::nullopt;
    auto which = std::min(others - 1, static_cast<std::uint32_t>(draw * others));
    if (which >= here->which) ++which;
    const AllocationShare share = holdings_.share(here->slot, which);
    return OutageNode{share.group, share.node};
  }

 private:
  /// Of several jobs that work there, the one of the lowest slot.
  [[nodiscard]] std::optional<Holdings::OnNode> at_work(const OutageNode& at) const {
    std::optional<Holdings::OnNode> first;
    for (const Holdings::OnNode& on : holdings_.on(platform_.first_node(at.group) + at.node))
      if (on.which < holdings_.working(on.slot) && lives_.is_working(on.slot) &&
          (!first || on.slot <= first->slot))
        first = on;
    return first;
  }

  const Platform& platform_;
  const Holdings& holdings_;
  const Lives& lives_;
};

}  // namespace gpuscape
