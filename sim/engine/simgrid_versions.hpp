#pragma once
/// Everything that differs between the versions of SimGrid we build with: 3.32 (Debian 12) and 4.0
/// (Debian 13). No other file asks which one it has.

#include <functional>
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>
#include <vector>

// It needs what the ones above define.
#include <simgrid/version.h>

#include "sim/base/units/quantity.hpp"

namespace gpuscape::simgrid_versions {

namespace s4u = simgrid::s4u;

/// "SimGrid version 3.32": the one whose headers we were compiled with.
inline constexpr const char* kHeaders = SIMGRID_VERSION_STRING;

inline constexpr int kMajorVersion = SIMGRID_VERSION_MAJOR;
inline constexpr bool kHasRootZone = SIMGRID_VERSION >= 40000;

/// The option that sets how close two dates may be and still be one.
inline constexpr const char* kTimingPrecision =
    kHasRootZone ? "precision/timing" : "surf/precision";

/// Two levels of switches: what hangs below each, what each has above it, and how many cables lead
/// there.
struct FatTree {
  std::vector<unsigned> down;
  std::vector<unsigned> up;
  std::vector<unsigned> cables;
};

using AddLeaf = std::function<s4u::Host*(s4u::NetZone*, unsigned long id)>;

#if SIMGRID_VERSION >= 40000

/// The zone that zones of our own go into. 4.0 makes it with the engine.
inline s4u::NetZone* root_zone(const s4u::Engine& engine) { return engine.get_netzone_root(); }

/// The one star zone of the platform.
inline s4u::NetZone* star_zone(const s4u::Engine& engine, const std::string& name) {
  return engine.get_netzone_root()->add_netzone_star(name);
}

/// The one fat tree of the platform; its hosts are made when it is sealed.
inline s4u::NetZone* fat_tree_zone(const s4u::Engine& engine, const std::string& name,
                                   const FatTree& tree, BytesPerSecond link_rate,
                                   AddLeaf add_leaf) {
  s4u::NetZone* zone = engine.get_netzone_root()->add_netzone_fatTree(
      name, static_cast<unsigned>(tree.down.size()), tree.down, tree.up, tree.cables,
      link_rate.value(), 0.0, s4u::Link::SharingPolicy::SPLITDUPLEX);
  zone->set_host_cb(
      [add_leaf = std::move(add_leaf)](s4u::NetZone* into, const std::vector<unsigned long>&,
                                       unsigned long id) { return add_leaf(into, id); });
  return zone;
}

inline s4u::Host* add_host(s4u::NetZone& zone, const std::string& name, double speed) {
  return zone.add_host(name, speed);
}

inline s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, BytesPerSecond rate) {
  return zone.add_link(name, rate.value());
}

/// Connects a host of a star to its middle by a link of two directions.
inline void connect(s4u::NetZone& star, s4u::Host& host, const std::string& name,
                    BytesPerSecond rate) {
  auto* link = star.add_split_duplex_link(name, rate.value());
  link->set_latency(0.0)->seal();
  star.add_route(&host, nullptr, {{link, s4u::LinkInRoute::Direction::UP}}, true);
}

/// `ended` is called for every transfer that ends, cancelled ones included. It cannot be withdrawn.
inline void on_transfer_end(const std::function<void(const s4u::Activity&)>& ended) {
  s4u::Comm::on_completion_cb(ended);
}

#else

inline s4u::NetZone* root_zone(const s4u::Engine& /*engine*/) {
  return s4u::create_full_zone("root");
}

inline s4u::NetZone* star_zone(const s4u::Engine& /*engine*/, const std::string& name) {
  return s4u::create_star_zone(name);
}

inline s4u::NetZone* fat_tree_zone(const s4u::Engine& /*engine*/, const std::string& name,
                                   const FatTree& tree, BytesPerSecond link_rate,
                                   AddLeaf add_leaf) {
  const auto leaf = [add_leaf = std::move(add_leaf)](
                        s4u::NetZone* into, const std::vector<unsigned long>&, unsigned long id) {
    return std::make_pair(add_leaf(into, id)->get_netpoint(),
                          static_cast<simgrid::kernel::routing::NetPoint*>(nullptr));
  };
  return s4u::create_fatTree_zone(
      name, nullptr,
      s4u::FatTreeParams(static_cast<unsigned>(tree.down.size()), tree.down, tree.up, tree.cables),
      s4u::ClusterCallbacks(leaf), link_rate.value(), 0.0, s4u::Link::SharingPolicy::SPLITDUPLEX);
}

inline s4u::Host* add_host(s4u::NetZone& zone, const std::string& name, double speed) {
  return zone.create_host(name, speed);
}

inline s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, BytesPerSecond rate) {
  return zone.create_link(name, rate.value());
}

inline void connect(s4u::NetZone& star, s4u::Host& host, const std::string& name,
                    BytesPerSecond rate) {
  auto* link = star.create_split_duplex_link(name, rate.value());
  link->set_latency(0.0)->seal();
  star.add_route(host.get_netpoint(), nullptr, nullptr, nullptr,
                 {{link, s4u::LinkInRoute::Direction::UP}}, true);
}

inline void on_transfer_end(const std::function<void(const s4u::Activity&)>& ended) {
  s4u::Activity::on_completion_cb(ended);
}

#endif

/// "3.32", as the library that runs says itself, whatever the headers said when we were compiled.
inline std::string library_version() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  sg_version_get(&major, &minor, &patch);
  const std::string version = std::to_string(major) + "." + std::to_string(minor);
  return patch == 0 ? version : version + "." + std::to_string(patch);
}

}  // namespace gpuscape::simgrid_versions
