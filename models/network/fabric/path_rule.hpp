#pragma once
/// Which of several equal paths a route takes. Unless the scenario says it, the kind of network
/// decides, for every topology alike: InfiniBand routes adaptively, Ethernet by a hash.

#include <cstdint>
#include <optional>

#include "models/network/fabric/basis.hpp"

namespace gpuscape {

/// Between equal paths: by the destination's number, as InfiniBand's fat-tree routing does; by a
/// hash of both ends, as Ethernet's ECMP does; or evenly over all of them, packet by packet.
enum class PathChoice : std::uint8_t { dst_mod_k, hash, adaptive };

/// As the scenario has it: `path` and `hash_seed`.
struct PathWish {
  std::optional<PathChoice> choice;  ///< none: by the kind of network
  std::uint32_t seed = 1;
};
PathWish read_path_wish(ObjectReader& reader);

struct PathRule {
  PathChoice choice = PathChoice::adaptive;
  std::uint32_t seed = 1;
  RoutingFacts facts;
};
/// The wish, or the default of the kind of network: what its switches are; where that is not said,
/// what all adapters on it have in common, where that is one kind; else what its transport needs;
/// where nothing says it, InfiniBand, as for transports.
PathRule path_rule(const PathWish& wish, const NetworkBasis& basis, const Platform& platform);

}  // namespace gpuscape
