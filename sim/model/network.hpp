#pragma once
/// A cluster network as the scenario describes it.

#include <memory>
#include <string>

#include "sim/platform/network.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scenario/field_description.hpp"

namespace gpuscape {

struct NetworkFault {
  std::string key;  ///< the parameter that does it; empty: the network as a whole
  std::string message;
};

/// Contract: `build` is asked only of a platform on which `fault` finds nothing; between the same
/// nodes the network it returns always uses the same route, and every route begins with the
/// sender's own link and ends with the receiver's.
class NetworkModel {
 public:
  virtual ~NetworkModel() = default;
  /// What is wrong with this network on that cluster; an empty message when nothing is.
  [[nodiscard]] virtual NetworkFault fault(const Platform& platform) const = 0;
  [[nodiscard]] virtual std::unique_ptr<Network> build(const Platform& platform) const = 0;
};

/// What a link may carry: times of any traffic on it stay finite.
inline constexpr Bounds kLinkBounds{.least = 1.0, .most = 1e18};

/// What is wrong with any network on a platform that has pools; an empty message when it has none.
[[nodiscard]] NetworkFault pool_fault(const Platform& platform);

}  // namespace gpuscape
