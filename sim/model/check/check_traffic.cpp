/// What jobs exchange: which network carries it, and whether nodes have adapters for it.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/base/excerpt.hpp"
#include "sim/model/check/model_checker.hpp"
#include "sim/model/check/traffic_network.hpp"
#include "sim/platform/cluster/port_layout.hpp"

namespace gpuscape {

/// Those that lend GPUs, or use such, send over the network over which they do. So do others where
/// no network of their own joins them.
NetworkOfGroup ModelChecker::networks_of_groups(const Platform& platform) const {
  const std::optional<std::size_t> own = network_for_traffic(spec_.cluster);
  const Lending* lends = platform.lending();
  if (lends == nullptr) return NetworkOfGroup(groups_.size(), own);
  const auto lending = std::ranges::find(spec_.cluster.networks, this->over(), &NetworkSpec::name);
  if (lending == spec_.cluster.networks.end()) return NetworkOfGroup(groups_.size(), own);
  const auto over = static_cast<std::size_t>(lending - spec_.cluster.networks.begin());
  NetworkOfGroup all(groups_.size(), over);
  if (!own || networks_[*own] == nullptr) return all;
  const PortLayout ports(platform, networks_[*own]->role());
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (!lends->is_client(i) && !lends->is_server(i) && ports.rails_of(platform.first_node(i)) > 0)
      all[i] = own;
  return all;
}

void ModelChecker::check_traffic() {
  const bool one_node =
      platform_ &&
      std::ranges::count_if(groups_,
                            [](const NodeGroup& group) { return group.capacity.gpus > 0; }) == 1 &&
      platform_->node_count() == 1;
  const auto stream = std::ranges::find_if(spec_.streams, [&](const StreamSpec& of) {
    return exchanges_data(of, [&](const ApplicationSpec& application) {
      const auto& model = applications_[application.model.value_or(0)];
      return !one_node && model != nullptr && model->traits().exchanges;
    });
  });
  if (stream == spec_.streams.end()) return;
  if (!lending_ && !network_for_traffic(spec_.cluster)) return refuse_traffic(stream->name);
  if (!platform_) return;
  const Lending* lending = platform_->lending();
  const NetworkOfGroup network_of = networks_of_groups(*platform_);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const std::optional<std::size_t> of = network_of[i];
    if (!of) continue;  // refused where it was read
    const NetworkSpec& network = spec_.cluster.networks[*of];
    const NetworkModel* model = networks_[*of].get();
    if (groups_[i].capacity.gpus <= 0 || model == nullptr) continue;
    const bool lends = lending != nullptr && (lending->is_client(i) || lending->is_server(i));
    if (model->role() == kComposedRole && !lends) {
      context_.add(network.model.parameters.place(), network.model.pointer,
                   fmt::format("hosts send each other nothing over composed PCIe, but jobs on the "
                               "nodes of \"{}\", of stream \"{}\", exchange data",
                               excerpt(groups_[i].name), excerpt(stream->name)),
                   "add a network of switches, called \"compute\"");
    } else if (PortLayout(*platform_, model->role()).rails_of(platform_->first_node(i)) == 0) {
      context_.add(spec_.cluster.nodes[i].model.parameters.place(),
                   spec_.cluster.nodes[i].model.pointer,
                   fmt::format("the nodes of \"{}\" have no adapter for the network \"{}\" over "
                               "which jobs exchange data",
                               excerpt(groups_[i].name), excerpt(network.name)),
                   "a node's `nics` say what each is for, by `role`");
    }
  }
}

void ModelChecker::refuse_traffic(const std::string& stream) {
  const bool none = spec_.cluster.networks.empty();
  if (none && spec_.cluster.nodes.empty()) return;  // a fault of its own
  const ModelSpec& beside =
      none ? spec_.cluster.nodes.front().model : spec_.cluster.networks.front().model;
  context_.add(beside.parameters.place(), "/cluster/networks",
               none ? fmt::format("the jobs of stream \"{}\" exchange data, but the cluster "
                                  "has no network",
                                  excerpt(stream))
                    : "several networks, and none of them is called \"compute\"",
               none ? R"(for example "networks": {"compute": {"type": "single-switch", "link": )"
                      R"("200 Gbit/s", "latency": "1 us"}})"
                    : "the one called \"compute\" carries what jobs exchange");
}

}  // namespace gpuscape
