#pragma once
/// A cluster network as the scenario describes it.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/fields/field_description.hpp"
#include "sim/platform/cluster/network.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

struct NetworkFault {
  std::string key;  ///< the parameter that does it; empty: the network as a whole
  std::string message;
  std::string hint = {};
};

/// What a node's adapters are for.
inline constexpr std::array<std::string_view, 3> kNetworkRoles{"compute", "storage", "management"};
/// Devices that are given to hosts for a while, over a fabric.
struct Composition {
  Seconds attach{0.0};  ///< until a host can use a device
  Seconds detach{0.0};  ///< until it can be given to another one
};

/// Contract: `build` is asked only of a platform on which `fault` finds nothing; between the same
/// adapters the network it returns always uses the same route, and every route begins with the
/// sender's own link and ends with the receiver's.
class NetworkModel {
 public:
  virtual ~NetworkModel() = default;
  /// Of the adapters that it joins.
  [[nodiscard]] virtual std::string role() const = 0;
  /// Adds the ports that nodes have because this network is there, before the platform is made.
  virtual void add_ports(NodeGroup& /*group*/) const {}
  /// What is wrong with this network on that cluster; an empty message when nothing is.
  [[nodiscard]] virtual NetworkFault fault(const Platform& platform) const = 0;
  [[nodiscard]] virtual std::unique_ptr<Network> build(const Platform& platform) const = 0;
  /// It consists of so many equal networks that nothing joins.
  [[nodiscard]] virtual std::uint32_t islands() const { return 1; }
  /// Nothing where devices stay where they are.
  [[nodiscard]] virtual std::optional<Composition> composition() const { return std::nullopt; }
};

/// What a link may carry: times of any traffic on it stay finite.
inline constexpr Bounds kLinkBounds{.least = 1.0, .most = 1e18};

/// What is wrong with any network on a platform that has pools; an empty message when it has none.
[[nodiscard]] NetworkFault pool_fault(const Platform& platform);

}  // namespace gpuscape
