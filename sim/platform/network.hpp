#pragma once
/// A network that joins the nodes of a platform: directed links and the one route that each pair of
/// nodes uses. Which topology it is, is a model's business (models/network).

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/quantity.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Index over the directed links of one network.
using LinkIndex = std::uint32_t;

/// Between a node and its switch, or between switches: what reports sum over.
enum class LinkTier : std::uint8_t { host, fabric };

class Network {
 public:
  virtual ~Network() = default;

  [[nodiscard]] virtual std::uint32_t link_count() const = 0;
  /// Payload bandwidth of a link in its direction.
  [[nodiscard]] virtual BytesPerSecond capacity(LinkIndex link) const = 0;
  [[nodiscard]] virtual LinkTier tier(LinkIndex link) const = 0;
  /// Appends the links from one node to another (indices over the platform), in order; nothing
  /// when they are the same.
  virtual void route(std::uint32_t from, std::uint32_t to, std::vector<LinkIndex>& links) const = 0;
  /// What a reader sees: "gpu/3 → leaf 0".
  [[nodiscard]] virtual std::string link_name(LinkIndex link, const Platform& platform) const = 0;

  /// Payload bandwidth of a node's own link.
  [[nodiscard]] virtual BytesPerSecond host_link() const = 0;
  /// Latency of one link and the switch behind it.
  [[nodiscard]] virtual Seconds hop_latency() const = 0;
  /// Consecutive nodes below one switch: traffic among them meets no other switch.
  [[nodiscard]] virtual std::uint32_t hosts_per_leaf() const = 0;
};

}  // namespace gpuscape
