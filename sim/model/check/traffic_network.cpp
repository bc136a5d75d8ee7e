#include "sim/model/check/traffic_network.hpp"

#include <algorithm>
#include <vector>

#include "sim/model/network.hpp"

namespace gpuscape {

namespace {

/// By its `role`, else by its name; a fault in them is the model's to report.
bool is_for_compute(const NetworkSpec& network) {
  const JsonValue* role = network.model.parameters.find("role");
  if (role != nullptr) return role->text() == "compute";
  return network.name == "compute" ||
         std::ranges::find(kNetworkRoles, network.name) == kNetworkRoles.end();
}

}  // namespace

std::optional<std::size_t> network_for_traffic(const ClusterSpec& cluster) {
  const std::vector<NetworkSpec>& networks = cluster.networks;
  if (networks.size() == 1) return 0;
  const auto named = std::ranges::find(networks, "compute", &NetworkSpec::name);
  if (named != networks.end()) return named - networks.begin();
  const auto only = std::ranges::find_if(networks, is_for_compute);
  if (only == networks.end() || std::ranges::count_if(networks, is_for_compute) > 1)
    return std::nullopt;
  return only - networks.begin();
}

bool exchanges_data(const StreamSpec& stream,
                    const std::function<bool(const ApplicationSpec&)>& model_does) {
  const auto sends = [&](const std::optional<ApplicationSpec>& application) {
    if (!application) return false;
    return application->model ? model_does(*application) : application->bytes_per_step > Bytes(0.0);
  };
  return sends(stream.application) ||
         std::ranges::any_of(stream.classes, sends, &JobClassSpec::application);
}

}  // namespace gpuscape
