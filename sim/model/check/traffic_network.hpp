#pragma once
/// Which network carries what jobs exchange.

#include <cstddef>
#include <functional>
#include <optional>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The index of the network that carries what jobs exchange on nodes that lend no GPUs: the only
/// one, the one called "compute", or the only one for that role; none where there is no such
/// network.
[[nodiscard]] std::optional<std::size_t> network_for_traffic(const ClusterSpec& cluster);

/// True when a job of the stream may have data to exchange. `model_does` says it of applications
/// with a model.
[[nodiscard]] bool exchanges_data(const StreamSpec& stream,
                                  const std::function<bool(const ApplicationSpec&)>& model_does);

}  // namespace gpuscape
