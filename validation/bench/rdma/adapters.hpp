#pragma once
/// The RDMA adapters of this machine.

#include <string>
#include <vector>

#include "core/measure.hpp"
#include "core/options.hpp"

namespace gpuscape::bench {

/// One port of an adapter that can be used.
struct Adapter {
  std::string name;  ///< "mlx5_0"
  int port = 1;
  double bytes_per_second = 1e9;
  bool software = false;  ///< Soft-RoCE or its like: a CPU does it
  std::string link = {};  ///< "ethernet" or "infiniband"
};

struct Adapters {
  std::vector<Adapter> usable = {};
  std::vector<DeviceFacts> devices = {};  ///< those that cannot be used as well
  std::vector<std::string> absent = {};   ///< one line each, with the remedy
  std::vector<std::string> marks = {};    ///< of everything measured with them
  std::map<std::string, std::string> versions = {};
};

/// Never throws for what is not there: that is a line of `absent`.
Adapters find_adapters(const Options& options);

}  // namespace gpuscape::bench
