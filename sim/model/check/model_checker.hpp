#pragma once
/// Builds the models that a spec names, records what is wrong with them, and keeps what they built.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/gpu_access.hpp"
#include "sim/model/registry.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/scenario/load/scenario_set.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

class ModelChecker {
 public:
  ModelChecker(ScenarioSpec& spec, const Registry& registry, ReadingContext& context)
      : spec_(spec), registry_(registry), context_(context) {}

  static constexpr std::int64_t kMostGpus = 1'000'000'000;

  /// Builds everything, completes the spec's `resolved` and `defaulted`, records faults.
  void check();
  /// GPUs of all groups that could be built.
  [[nodiscard]] std::int64_t gpus() const { return gpus_; }
  /// How jobs reach GPUs; null where the scenario does not say.
  [[nodiscard]] const std::shared_ptr<const GpuAccess>& access() const { return access_; }
  /// Of GPUs that are lent.
  [[nodiscard]] AttachTerms attach_terms() const;
  /// The cluster of a spec in which `check` found nothing wrong; null for another.
  [[nodiscard]] std::shared_ptr<const Cluster> build_cluster();

 private:
  JsonValue* resolved_at(const ModelPlace& place);
  /// Reads a model's parameters, and completes its copy in the resolved scenario (null: none).
  void read(const Shelf& shelf, const ModelSpec& model, JsonValue* resolved,
            const std::function<void(std::size_t, ObjectReader&)>& read);
  template <class Interface>
  std::unique_ptr<Interface> build(const ModelShelf<Interface>& shelf, const ModelSpec& model,
                                   JsonValue* resolved);
  void refuse_type(const ModelSpec& model, const std::vector<std::string>& names);
  void build_groups();
  void build_access();
  void check_lending(Scheduler& policy, const Backfill& backfill);
  /// `policy` and `backfill`: those of the cluster, which parts without their own have; null after
  /// a fault.
  void check_parts(Scheduler* policy, const Backfill* backfill);
  void check_part_policy(const PartSpec& part, Scheduler& policy, const Backfill& backfill);
  void check_part_nodes();
  void check_part_jobs();
  void check_lending_network();
  /// Whether the scenario wants GPUs to be lent, as it should or with faults.
  [[nodiscard]] bool lends() const { return access_ != nullptr && access_->lending() != nullptr; }
  /// The network over which GPUs are lent; empty where none are.
  [[nodiscard]] std::string_view over() const;
  void refuse_access(std::string_view key, std::string message, std::string hint);
  [[nodiscard]] std::vector<std::size_t> groups_named(const std::vector<std::string>& names,
                                                      std::string_view key);
  void build_default_sharing();
  void build_sharing(const ModelSpec& nodes, JsonValue* resolved, NodeGroup& group);
  [[nodiscard]] bool shares_gpus() const { return spec_.scheduler.shares_gpus; }
  void check_size();
  void build_applications();
  void check_scheduler();
  void check_pools(const Backfill& backfill);
  void check_sharing(Scheduler& policy, const Backfill& backfill);
  void check_spanning(Scheduler& policy, const Backfill& backfill);
  void check_spanning_exchanges();
  void check_further();
  void build_networks();
  void check_networks();
  void check_network(const ModelSpec& spec, const NetworkModel& model, const Platform& platform);
  void check_traffic();
  void refuse_traffic(const std::string& stream);
  /// Over which network the jobs of each group exchange data.
  [[nodiscard]] NetworkOfGroup networks_of_groups(const Platform& platform) const;

  ScenarioSpec& spec_;
  const Registry& registry_;
  ReadingContext& context_;
  std::vector<NodeGroup> groups_;
  std::shared_ptr<const GpuSharing> default_sharing_;
  std::shared_ptr<const GpuAccess> access_;  // null where it could not be built
  const ModelSpec* access_spec_ = nullptr;
  std::optional<Lending> lending_;   // where GPUs are lent, and groups are as it says
  bool nodes_are_complete_ = false;  // all were built, and all together can be held
  std::vector<std::unique_ptr<NetworkModel>> networks_;  // null where one could not be built
  std::optional<Platform> platform_;  // with the networks' ports, where the nodes are complete
  std::vector<std::unique_ptr<Application>> applications_;  // null where one could not be built
  std::int64_t gpus_ = 0;
  std::vector<std::string> defaulted_;
};

template <class Interface>
std::unique_ptr<Interface> ModelChecker::build(const ModelShelf<Interface>& shelf,
                                               const ModelSpec& model, JsonValue* resolved) {
  std::unique_ptr<Interface> built;
  read(shelf, model, resolved,
       [&](std::size_t, ObjectReader& reader) { built = shelf.find(model.type)->read(reader); });
  return built;
}

/// The GPUs that jobs of a cluster can have, where nothing is wrong with its nodes.
[[nodiscard]] std::optional<std::int64_t> gpus_of(const OwnCluster& own, const Registry& registry);

}  // namespace gpuscape
