#pragma once
/// Networks built in one line, and what routes over them are like.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/contract/all_models.hpp"
#include "tests/support/rail_nodes.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

inline std::unique_ptr<NetworkModel> network_model(const std::string& type,
                                                   const std::string& parameters) {
  return make_model(all_models().networks, type, parameters);
}

/// A network with the platform that it joins.
struct Joined {
  Platform platform;
  std::unique_ptr<Network> network;
};

inline Joined joined(const std::string& type, const std::string& parameters,
                     std::vector<NodeGroup> groups) {
  const auto model = network_model(type, parameters);
  for (NodeGroup& group : groups) model->add_ports(group);
  Joined result{Platform(std::move(groups)), nullptr};
  EXPECT_EQ(model->fault(result.platform).message, "");
  result.network = model->build(result.platform);
  return result;
}

/// What is wrong with a network on those nodes.
inline std::string fault_of(const std::string& type, const std::string& parameters,
                            std::vector<NodeGroup> groups) {
  const auto model = network_model(type, parameters);
  for (NodeGroup& group : groups) model->add_ports(group);
  return model->fault(Platform(std::move(groups))).message;
}

inline std::vector<LinkIndex> port_route(const Network& network, Port from, Port to) {
  std::vector<LinkIndex> links;
  network.route(from, to, links);
  return links;
}

inline std::vector<LinkIndex> route(const Network& network, std::uint32_t from, std::uint32_t to) {
  std::vector<LinkIndex> links;
  network.route({from, 0}, {to, 0}, links);
  return links;
}

inline std::vector<std::string> route_names(const Joined& built, Port from, Port to) {
  std::vector<std::string> names;
  for (const LinkIndex link : port_route(*built.network, from, to))
    names.push_back(built.network->link_name(link, built.platform));
  return names;
}

/// What a route between adapters of two nodes breaks of the contract; empty: nothing.
inline std::string route_faults(const Network& network, Port from, Port to) {
  const std::vector<LinkIndex> links = port_route(network, from, to);
  std::string faults;
  if (links != port_route(network, from, to)) faults += "another route when asked again; ";
  const PortLayout& ports = network.ports();
  if (links.size() < 2 || links.front() != ports.index(from) ||
      links.back() != ports.port_count() + ports.index(to))
    return faults + "does not begin with the sender's link and end with the receiver's; ";
  for (std::size_t i = 1; i + 1 < links.size(); ++i)
    if (network.is_host_link(links[i])) faults += "passes by an adapter; ";
  if (std::set<LinkIndex>(links.begin(), links.end()).size() != links.size())
    faults += "meets a link twice; ";
  for (const LinkIndex link : links)
    if (link >= network.link_count() || !(network.capacity(link) > BytesPerSecond(0.0)))
      faults += "uses a link that is none; ";
  if (network.capacity(links.front()) > network.host_link())
    faults += "an adapter carries more than its port; ";
  return faults;
}

inline std::int64_t count_of(const NetworkParts& parts, const std::string& tier) {
  std::int64_t count = 0;
  for (const auto& switches : parts.switches)
    if (switches.tier == tier) count += switches.count;
  return count;
}
inline std::int64_t cables_of(const NetworkParts& parts, const std::string& between) {
  std::int64_t count = 0;
  for (const auto& cables : parts.cables)
    if (cables.between == between) count += cables.count;
  return count;
}

}  // namespace gpuscape::test
