#pragma once
/// What the jobs of a design read, from where, and how fast each node can.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/storage.hpp"
#include "sim/model/store_way.hpp"
#include "sim/scenario/dataset_spec.hpp"

namespace gpuscape {

/// What one read of so many bytes takes, from a client.
[[nodiscard]] inline Seconds time_of_read(const DatasetSpec& data, const StoreFacts& store,
                                          Bytes read) {
  Seconds time = data.open + store.latency;
  if (store.per_connection) time += read / *store.per_connection;
  return time;
}

struct InputPlan {
  struct Store {
    std::string name;
    StoreFacts facts;
    StoreWay way = {};
  };
  struct Data {
    DatasetSpec spec;
    std::size_t on = 0;                        ///< into `stores`
    std::optional<std::size_t> cache_on = {};  ///< likewise; none: in memory, if at all
    double kept = 0.0;  ///< share of it that a node keeps after the first epoch, 0 to 1
  };
  std::vector<Store> stores;  ///< in the scenario's order
  std::vector<Data> datasets;
  /// By ScenarioSpec::applications: into `datasets`; none: it reads nothing.
  std::vector<std::optional<std::size_t>> of_application;
};

}  // namespace gpuscape
