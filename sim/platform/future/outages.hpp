#pragma once
/// Times at which nodes are known to be away: what a scheduler does not start jobs into, and what
/// plans go round.

#include <cstdint>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// The outages that planners know of: those that requeue come unannounced, and are known from then
/// on. No node is in two at a time.
class Outages {
 public:
  struct Window {
    Seconds begin{0.0};
    Seconds end{0.0};
  };

  Outages(const std::vector<PlannedOutage>& planned, const Platform& platform);

  void announce(const PlannedOutage& outage);
  [[nodiscard]] const std::vector<PlannedOutage>& announced() const { return announced_; }
  /// Whether the node is away at no date from `from` to before `to`.
  [[nodiscard]] bool is_open(std::size_t group, std::uint32_t node, Seconds from, Seconds to) const;
  /// The first date from `from` on from which the node stays open for `length`.
  [[nodiscard]] Seconds next_open(std::size_t group, std::uint32_t node, Seconds from,
                                  Seconds length) const;

 private:
  std::vector<PlannedOutage> announced_;
  std::vector<std::vector<std::vector<Window>>> windows_;  // by group and node, by date
};

}  // namespace gpuscape
