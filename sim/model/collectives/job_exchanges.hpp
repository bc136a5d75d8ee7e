#pragma once
/// What jobs of a replay exchange, by the collectives of their applications.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/model/collectives/collective_choice.hpp"
#include "sim/model/exchange_pattern.hpp"
#include "sim/model/transfers/transfer_ways.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

/// Over one network of the cluster. Plans each shape of an allocation once.
class JobExchanges final : public ExchangePatterns {
 public:
  /// What is wrong with the catalogue's entries goes to the context.
  JobExchanges(const ScenarioSpec& spec, std::shared_ptr<const Cluster> cluster,
               std::optional<std::size_t> network, const Registry& registry,
               ReadingContext& context);

  /// Why no job on nodes of the network can exchange data so; with an empty message where some can.
  [[nodiscard]] CollectiveRefusal fault(const JobCollectiveSpec& by, Bytes bytes) const;
  /// Where nothing is known of what is inside a node: a ring over the nodes, and nothing within
  /// them; null where there is one.
  [[nodiscard]] std::shared_ptr<const ExchangePattern> pattern(
      const JobCollectiveSpec& by, Bytes bytes, std::span<const ExchangeNode> nodes) const override;

 private:
  struct Asked {
    const JobCollectiveSpec& by;
    Bytes bytes;
  };
  /// The best of what the algorithm offers; null after a refusal.
  [[nodiscard]] std::shared_ptr<const ExchangePattern> plan(const Asked& asked,
                                                            std::string_view algorithm,
                                                            std::span<const ExchangeNode> nodes,
                                                            CollectiveRefusal& refusal) const;
  [[nodiscard]] std::shared_ptr<const ExchangePattern> ring_of_nodes(
      Bytes bytes, std::span<const ExchangeNode> nodes) const;
  [[nodiscard]] CollectiveRefusal fault_on(const Asked& asked, std::size_t group) const;
  [[nodiscard]] CollectiveRefusal named_fault_on(const Asked& asked, std::size_t group,
                                                 bool& can_be) const;
  /// All GPUs of the group's first nodes.
  [[nodiscard]] std::vector<ExchangeNode> nodes_of(std::size_t group, std::uint32_t most) const;
  [[nodiscard]] std::string key_of(const Asked& asked, std::span<const ExchangeNode> nodes) const;

  std::shared_ptr<const Cluster> cluster_;
  std::optional<std::size_t> network_;  // index
  ScenarioSpec spec_;                   // of it what planning needs, with the jobs' network alone
  ClusterGraph graph_;
  CollectiveChooser chooser_;
  mutable std::mutex mutex_;  // of what follows
  mutable TransferWays ways_;
  mutable std::unordered_map<std::string, std::shared_ptr<const ExchangePattern>> known_;
};

/// How many bytes a step of it exchanges at most, where that is its model's to say.
using MostExchanged = std::function<Bytes(const ApplicationSpec&)>;

/// Null where no application of the scenario names a collective; what cannot be goes to the
/// context, after `where`, which says which cluster is meant if it is not the scenario's.
[[nodiscard]] std::shared_ptr<const ExchangePatterns> plan_job_exchanges(
    const ScenarioSpec& spec, const std::shared_ptr<const Cluster>& cluster,
    const Registry& registry, ReadingContext& context, const MostExchanged& most_exchanged,
    const std::string& where = "");

}  // namespace gpuscape
