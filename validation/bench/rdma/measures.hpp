#pragma once
/// Which loads are measured on a path between two adapters.

#include <functional>
#include <memory>

#include "core/measure.hpp"
#include "core/options.hpp"
#include "rdma/adapters.hpp"
#include "rdma/load.hpp"

namespace gpuscape::bench {

/// From one adapter to another.
struct RdmaPath {
  std::string name;  ///< "mlx5_0>mlx5_0"
  std::string from;
  std::string to;
  std::string link;  ///< "ethernet" or "infiniband"
  double bytes_per_second = 1e9;
  std::vector<std::string> marks = {};
  bool alike = false;  ///< another path like it is measured in full; this one at fewer sizes
  /// Makes the two ends ready. When one load found the other end out of reach, the rest is not
  /// tried.
  std::function<std::unique_ptr<Probe>(const RdmaLoad&)> prepare = {};
};

std::vector<Measure> rdma_measures(const RdmaPath& path, const Options& options);

/// "mlx5_0", or "mlx5_0:2" of another port than the first.
std::string label_of(const Adapter& adapter);

}  // namespace gpuscape::bench
