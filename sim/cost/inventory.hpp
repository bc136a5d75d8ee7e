#pragma once
/// What a design consists of, counted: what topo lists, what is bought, what stands in racks.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cost/cost_inputs.hpp"
#include "sim/cost/uncounted.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/scenario/cost_spec.hpp"

namespace gpuscape {

/// GPUs of a node that have a power limit; powers in W, of one.
struct LimitedBoards {
  double count = 0.0;
  double limit = 0.0;
  double rated = 0.0;
  double idle = 0.0;

  /// W that the limit takes of a node at a load of 0 (idle) to 1 (rated power).
  [[nodiscard]] double saving(double load) const {
    return count * std::max(0.0, idle + load * (rated - idle) - std::max(limit, idle));
  }
};

/// What is known of one thing that is bought, in W and rack units; none where nobody says it.
struct PartFacts {
  std::optional<CostPrice> price = {};
  /// Of what is reserved: from the end of its last whole term on.
  std::optional<CostPrice> price_after = {};
  std::optional<CostInput> power_max = {};
  std::optional<CostInput> power_idle = {};
  std::optional<LimitedBoards> limited = {};  ///< `power_max` has what they save at full load
  double rack_units = 0.0;                    ///< 0: not known, or not in a rack
  bool is_in_price = false;                   ///< another part's price covers it
  bool is_in_height = false;                  ///< counted in another part's height
  /// What price, power or height leave out for want of data.
  std::vector<Uncounted> without = {};

  void add_to(CostInputs& inputs) {
    if (price) inputs.add(*price);
    if (price_after) inputs.add(*price_after);
    if (power_max) inputs.add(*power_max);
    if (power_idle) inputs.add(*power_idle);
  }
  /// Appends what lacks of a part of that name: none of it, or something that belongs to it.
  void add_lacking(const std::string& name, Uncounted::Lacks fact,
                   std::vector<Uncounted>& all) const;
};

/// The PCIe fabric that a box of GPUs is on.
struct BoxFabric {
  std::string network = {};  ///< empty: it is on none
  std::string type = {};     ///< the catalogue's id; empty: described in place
  std::int64_t fabrics = 0;  ///< equal ones, among which the boxes are dealt
  bool in_box = false;
};

struct NodePool {
  std::string name;  ///< the group's
  std::string type;  ///< the catalogue's id; empty: described in place
  std::int64_t count = 0;
  std::int64_t gpus = 0;              ///< of one node; of a pool of processors, 0
  std::optional<BoxFabric> box = {};  ///< of nodes that are boxes of GPUs
  double gpu_rated_power = 0.0;       ///< W; 0: not known
  double gpu_power_limit = 0.0;       ///< W; 0: none is set
  /// Drives of one node; none where the devices inside are not known.
  std::optional<std::int64_t> drives = {};
  PartFacts facts = {};
};

struct PartCount {
  enum class Kind : unsigned char { switches, cables, uplinks, adapters, storage };
  Kind kind = Kind::switches;
  std::string network;  ///< of storage: its name
  std::string type;     ///< the catalogue's id; empty: described in place
  std::int64_t count = 0;
  PartFacts facts = {};
  std::string of_kind = {};   ///< "infiniband", "ethernet", "pcie"; empty: not known
  BytesPerSecond speed{0.0};  ///< of a cable, as it is sold
  bool far = false;           ///< of a cable: farther than copper reaches
  std::string fabric = {};    ///< of adapters: the catalogue's id of the PCIe fabric
  bool is_assumed = false;  ///< the scenario does not say which: `type` is the catalogue's default

  /// "3 switches of network compute", "8 aoc-hdr of network compute".
  [[nodiscard]] std::string name() const;
  /// "cables of network compute": of one that the catalogue does not have.
  [[nodiscard]] std::string plural_of_network() const;
  /// As a scenario's `cost.networks` calls it.
  [[nodiscard]] std::string_view kind_name() const {
    return kind == Kind::storage ? "storage" : kNetworkParts.at(static_cast<std::size_t>(kind));
  }
  [[nodiscard]] bool is_cable() const { return kind == Kind::cables || kind == Kind::uplinks; }
};

struct Inventory {
  std::vector<NodePool> pools;   ///< in the scenario's order
  std::vector<PartCount> parts;  ///< of all networks, equal ones of one network together

  std::int64_t adapters = 0;  ///< of nodes, that networks join

  [[nodiscard]] std::int64_t gpus() const;
  [[nodiscard]] std::int64_t nodes() const;
  [[nodiscard]] std::int64_t drives() const;  ///< of the nodes whose devices are known
  [[nodiscard]] std::int64_t count_of(PartCount::Kind kind) const;
  /// To nodes and between switches.
  [[nodiscard]] std::int64_t cables() const {
    return count_of(PartCount::Kind::cables) + count_of(PartCount::Kind::uplinks);
  }
  [[nodiscard]] double rack_units() const;  ///< of nodes and switches whose height is known
  /// Of nodes and switches at full load; none where nothing says what a group of nodes draws.
  [[nodiscard]] std::optional<Watts> power_max() const;
};

/// A store that is bought.
struct StoredOn {
  std::string name;   ///< the scenario's
  std::string model;  ///< the catalogue's id; empty: described in place
  std::int64_t count = 1;
};

/// Counts the cluster, and what data lie on. Prices and powers are for the caller to fill in.
Inventory inventory_of(const Cluster& cluster, std::span<const StoredOn> stores = {});

}  // namespace gpuscape
