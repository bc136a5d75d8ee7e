#pragma once
/// The ways between stores and devices, for a plan at detail "step": the limits of a store and of
/// each node's way to it become links of the plan, so that transfers, steps and what they exchange
/// share them by bytes, as they share the links of networks and nodes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/model/input_plan.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

/// Everything that it is made with must outlive it.
class StoreLegs {
 public:
  StoreLegs(const InputPlan& storage, const ClusterGraph& graph, const TransferWays& ways)
      : storage_(storage), graph_(graph), ways_(ways) {}

  /// Whether it is written as an end that is a store: "storage/array". A node group of that name
  /// is meant first.
  [[nodiscard]] bool is_store(std::string_view end) const;
  /// Of such an end; nothing: there is none of that name.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view end) const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const InputPlan::Store& store(std::size_t index) const {
    return storage_.stores[index];
  }

  using Way = Network::Way;  ///< in: what the device reads
  /// One adapter carries it: the one that the device names, else the nearest. Memory is on the way
  /// to a GPU unless the store's bytes go past it. Each read or write asks the store for that many
  /// bytes.
  [[nodiscard]] std::variant<TransferWay, WayFault> way(std::size_t store, Endpoint device, Way way,
                                                        Bytes each, TransferPlan& plan);
  /// The store's adapter-side leg alone, to that device or from it; nothing: no adapter of the
  /// node leads there.
  [[nodiscard]] std::optional<TransferLeg> leg(std::size_t store, Endpoint device, Way way,
                                               Bytes each, TransferPlan& plan);

 private:
  [[nodiscard]] std::optional<std::size_t> network_of(const InputPlan::Store& store) const;
  void add_link(std::string name, double capacity, StoreLeg& leg, TransferPlan& plan);
  void add_limits(const InputPlan::Store& store, const std::string& node, Way way, Bytes each,
                  StoreLeg& leg, TransferPlan& plan);
  void add_own(const InputPlan::Store& store, const std::string& node, Way way, StoreLeg& leg,
               TransferPlan& plan);

  const InputPlan& storage_;
  const ClusterGraph& graph_;
  const TransferWays& ways_;
  std::map<std::pair<std::string, double>, ClusterLink> links_;  // by name and capacity
};

}  // namespace gpuscape
