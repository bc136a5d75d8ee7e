#pragma once
/// A folded Clos network as links and routes: what leaf-spine, fat-tree and rail-optimised are
/// built as. Links are computed, not stored.
///
/// Where `path` is `adaptive`, all links from a leaf to its spines are one that carries as much as
/// they do, and so on upwards: traffic that is spread evenly over equal paths fills them evenly.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/network/fabric/clos_shape.hpp"
#include "sim/base/random.hpp"

namespace gpuscape {

/// Links after those of the adapters: leaf by leaf its links up, then those down to it; pod by pod,
/// plane by plane the links up to the cores, then those down.
class ClosNetwork final : public Network {
 public:
  ClosNetwork(const Platform& platform, const NetworkBasis& basis, const ClosShape& shape);

  [[nodiscard]] BytesPerSecond capacity(LinkIndex link) const override;
  void route(Port from, Port to, std::vector<LinkIndex>& links) const override;
  void way_above(Port of, Way way, std::vector<LinkSpan>& links) const override;
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override;
  [[nodiscard]] NetworkParts parts() const override;
  [[nodiscard]] std::unique_ptr<Network> drawn(const PathDraw& draw) const override;

 private:
  /// Where an adapter is plugged in.
  struct Socket {
    std::uint32_t leaf = 0;
    std::uint32_t number = 0;  // over all leaves' sockets
  };
  struct Planes {
    std::uint32_t spine = 0;
    std::uint32_t core = 0;  // of those above a spine plane
  };
  [[nodiscard]] Socket socket(Port port) const;
  [[nodiscard]] Planes planes_between(const Socket& from, const Socket& to) const;
  [[nodiscard]] std::string leaf_name(std::uint32_t leaf) const;
  [[nodiscard]] std::string spine_name(std::uint32_t pod, std::uint32_t plane) const;
  [[nodiscard]] std::string core_name(std::uint32_t plane, std::uint32_t core) const;
  [[nodiscard]] std::string fabric_name(LinkIndex link) const;

  NetworkBasis basis_;
  ClosShape shape_;
  RandomStreams paths_;            // by pair of sockets
  std::uint32_t units_ = 1;        // by rail
  std::uint32_t planes_ = 1;       // that routes choose from
  std::uint32_t core_planes_ = 1;  // above each
  BytesPerSecond up_{1.0};         // of a plane of a leaf
  BytesPerSecond core_up_{1.0};    // of a core plane of a pod's plane
  LinkIndex leaf_up_ = 0;
  LinkIndex leaf_down_ = 0;
  LinkIndex pod_up_ = 0;
  LinkIndex pod_down_ = 0;
};

}  // namespace gpuscape
