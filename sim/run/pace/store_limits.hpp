#pragma once
/// What all who read from a cluster's stores share: each limit of a store is a resource, whether
/// jobs read there or what is copied from store to store. A store in the nodes has none here: each
/// node has its own.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/model/input_plan.hpp"

namespace gpuscape {

class StoreLimits {
 public:
  StoreLimits(std::span<const InputPlan::Store> stores, Simulation& simulation);

  /// By StoreFacts::limits.
  [[nodiscard]] const std::vector<ResourceId>& of(std::size_t store) const {
    return stores_[store].limits;
  }
  /// So much of a store is away from now on.
  void change_store(std::size_t store, const StoreState& state);
  /// What a byte that is written there takes of what readers share; none: they do not meet.
  [[nodiscard]] std::optional<Use> write_use(std::size_t store) const;

 private:
  struct Store {
    StoreFacts facts;
    std::vector<ResourceId> limits;
  };
  Simulation& simulation_;
  std::vector<Store> stores_;
};

}  // namespace gpuscape
