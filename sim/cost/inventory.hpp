#pragma once
/// What a design consists of, counted: what topo lists, what is bought, what stands in racks.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/cost/cost_inputs.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

/// What is known of one thing that is bought, in W and rack units; none where nobody says it.
struct PartFacts {
  std::optional<CostPrice> price = {};
  std::optional<CostInput> power_max = {};
  std::optional<CostInput> power_idle = {};
  double rack_units = 0.0;  ///< 0: not known, or it stands in no rack
};

struct NodePool {
  std::string name;  ///< the group's
  std::string type;  ///< the catalogue's id; empty: described in place
  std::int64_t count = 0;
  std::int64_t gpus = 0;  ///< of one node; of a pool of processors, 0
  /// Drives of one node; none where the devices inside are not known.
  std::optional<std::int64_t> drives = {};
  PartFacts facts = {};
};

struct PartCount {
  enum class Kind : unsigned char { switches, cables };
  Kind kind = Kind::switches;
  std::string network;
  std::string type;  ///< the catalogue's id; empty: described in place
  std::int64_t count = 0;
  PartFacts facts = {};
};

struct Inventory {
  std::vector<NodePool> pools;   ///< in the scenario's order
  std::vector<PartCount> parts;  ///< of all networks, equal ones of one network together

  std::int64_t adapters = 0;  ///< of nodes, that networks join

  [[nodiscard]] std::int64_t gpus() const;
  [[nodiscard]] std::int64_t nodes() const;
  [[nodiscard]] std::int64_t drives() const;  ///< of the nodes whose devices are known
  [[nodiscard]] std::int64_t count_of(PartCount::Kind kind) const;
  [[nodiscard]] double rack_units() const;  ///< of nodes and switches whose height is known
  /// Of nodes and switches at full load; none where nothing says what a group of nodes draws.
  [[nodiscard]] std::optional<Watts> power_max() const;
};

/// Counts the cluster. Prices and powers are for the caller to fill in.
Inventory inventory_of(const Cluster& cluster);

}  // namespace gpuscape
