#include "sim/model/collectives/job_exchanges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/collectives/exchange_planner.hpp"

namespace gpuscape {

namespace {

using NetworkNumber = std::optional<std::size_t>;

/// The scenario's nodes, libraries and transports, and of its networks that one.
ScenarioSpec planned_with(const ScenarioSpec& spec, const Cluster& cluster, NetworkNumber network) {
  ScenarioSpec part;
  part.cluster.nodes = spec.cluster.nodes;
  part.libraries = spec.libraries;
  part.transports = spec.transports;
  for (const NetworkSpec& of : spec.cluster.networks)
    if (network && of.name == cluster.networks()[*network].name)
      part.cluster.networks.push_back(of);
  return part;
}

std::vector<NamedNetwork> network_of(const Cluster& cluster, NetworkNumber network) {
  return network ? std::vector{cluster.networks()[*network]} : std::vector<NamedNetwork>{};
}

/// Where jobs of some nodes exchange data over another network than those of others.
class ByNetwork final : public ExchangePatterns {
 public:
  explicit ByNetwork(std::shared_ptr<const Cluster> cluster) : cluster_(std::move(cluster)) {}

  void add(NetworkNumber network, std::shared_ptr<const ExchangePatterns> patterns) {
    patterns_.emplace_back(network, std::move(patterns));
  }
  [[nodiscard]] std::shared_ptr<const ExchangePattern> pattern(
      const JobCollectiveSpec& by, Bytes bytes,
      std::span<const ExchangeNode> nodes) const override {
    if (nodes.empty()) return nullptr;
    const NetworkNumber network =
        cluster_->network_of(cluster_->platform().group_of(nodes.front().node));
    for (const auto& [of, patterns] : patterns_)
      if (of == network) return patterns->pattern(by, bytes, nodes);
    throw InternalError("the exchanges of every group's network are planned");
  }

 private:
  std::shared_ptr<const Cluster> cluster_;
  std::vector<std::pair<NetworkNumber, std::shared_ptr<const ExchangePatterns>>> patterns_;
};

Ranks ranks_of(const ClusterGraph& graph, std::span<const ExchangeNode> nodes) {
  Ranks ranks;
  for (const ExchangeNode& node : nodes) {
    const std::vector<DeviceIndex> gpus = graph.graph_of(node.node)->of_kind(DeviceKind::gpu);
    const GpuSet which = node.which.empty() ? GpuSet::first(node.gpus) : node.which;
    which.for_each([&](std::uint32_t gpu) { ranks.gpus.push_back({node.node, gpus[gpu]}); });
    ranks.node_sizes.push_back(which.size());
  }
  return ranks;
}

/// Nodes of the same groups with the same GPUs, the first ones of each group: what a job takes
/// alone is not to depend on which nodes are asked for first.
std::vector<ExchangeNode> first_of_groups(const Platform& platform,
                                          std::span<const ExchangeNode> nodes) {
  std::vector<ExchangeNode> first(nodes.begin(), nodes.end());
  std::vector<std::uint32_t> used(platform.groups().size(), 0);
  for (ExchangeNode& node : first) {
    const std::size_t group = platform.group_of(node.node);
    node.node = platform.first_node(group) + used[group]++;
  }
  return first;
}

/// Whether the scenario has it, or the application by default.
bool is_asked_for(const JobCollectiveSpec& by) { return by.pointer.ends_with("/collective"); }

template <class Visit>
void for_each_collective(const ScenarioSpec& spec, const Visit& visit) {
  for (const StreamSpec& stream : spec.streams) {
    if (stream.application && stream.application->collective) visit(*stream.application);
    for (const JobClassSpec& job_class : stream.classes)
      if (job_class.application && job_class.application->collective) visit(*job_class.application);
  }
}

}  // namespace

JobExchanges::JobExchanges(const ScenarioSpec& spec, std::shared_ptr<const Cluster> cluster,
                           NetworkNumber network, const Registry& registry, ReadingContext& context)
    : cluster_(std::move(cluster)),
      network_(network),
      spec_(planned_with(spec, *cluster_, network)),
      graph_(cluster_->platform(), gpuscape::network_of(*cluster_, network)),
      chooser_(registry, spec_.libraries, context),
      ways_(spec_, graph_, registry, context) {}

/// The numbers as they lie in memory: a key is made on every start of a job.
std::string JobExchanges::key_of(const Asked& asked, std::span<const ExchangeNode> nodes) const {
  std::string key;
  key.reserve(64 + nodes.size() * sizeof(ExchangeNode));
  const auto add = [&key](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  for (const std::string* word :
       {&asked.by.operation, &asked.by.algorithm, &asked.by.type, &asked.by.library})
    key.append(*word).push_back('\0');
  add(asked.bytes);
  for (const ExchangeNode& node : nodes) {
    add(static_cast<std::uint32_t>(cluster_->platform().group_of(node.node)));
    add(node.gpus);
    add(node.which);
  }
  return key;
}

std::shared_ptr<const ExchangePattern> JobExchanges::plan(const Asked& asked,
                                                          std::string_view algorithm,
                                                          std::span<const ExchangeNode> nodes,
                                                          CollectiveRefusal& refusal) const {
  const Ranks ranks = ranks_of(graph_, nodes);
  const RankHardware hardware = hardware_of(spec_.cluster, graph_, ranks);
  const CollectiveLibrary* library = chooser_.library(asked.by.library, hardware.vendor, refusal);
  if (library == nullptr) return nullptr;
  TransferPlan plan;
  RankRoutes routes(graph_, ranks, ways_, plan, {.peer_access = hardware.peer_access});
  CollectiveCase of{.operation = operation_named(asked.by.operation),
                    .bytes = asked.bytes,
                    .node_sizes = ranks.node_sizes,
                    .library = library};
  CollectiveChooser::fit_out(of, hardware, routes, asked.by.type);
  ExchangePlanner planner(graph_, *library, plan, routes);
  std::vector<std::uint32_t> places;
  for (std::uint32_t place = 0; place < ranks.node_sizes.size(); ++place)
    places.insert(places.end(), ranks.node_sizes[place], place);
  std::shared_ptr<ExchangePattern> best;
  CollectiveRefusal wrong;
  refusal = chooser_.for_each_offer(algorithm, false, of, [&](const CollectiveOffer& offer) {
    auto found = planner.pattern(offer.plan, places);
    if (!found) wrong = {"", routes.fault().message, routes.fault().hint};
    if (!found) return false;
    if (best && best->time <= found->time) return true;
    best = std::make_shared<ExchangePattern>(std::move(*found));
    best->algorithm = offer.algorithm;
    best->protocol = offer.protocol;
    return true;
  });
  if (!wrong.message.empty()) refusal = wrong;
  return wrong.message.empty() ? best : nullptr;
}

/// From each node to the next one, as of jobs without a collective. What takes time beyond latency
/// is the network's, which is no part of what a job takes alone.
std::shared_ptr<const ExchangePattern> JobExchanges::ring_of_nodes(
    Bytes bytes, std::span<const ExchangeNode> nodes) const {
  constexpr std::size_t kRouteBelowOneSwitch = 2;
  const auto count = static_cast<std::uint32_t>(nodes.size());
  if (count < 2 || !network_) return nullptr;
  const double rounds = 2.0 * (count - 1.0);
  auto ring = std::make_shared<ExchangePattern>();
  ring->algorithm = "ring";
  ring->bound_by = "latency";
  ring->fixed =
      cluster_->networks()[*network_].network->latency(kRouteBelowOneSwitch, nodes.front().node) *
      rounds;
  ring->time = ring->fixed;
  for (std::uint32_t place = 0; place < count; ++place)
    ring->flows.push_back(
        {.from = place, .to = (place + 1) % count, .bytes = bytes * (rounds / count)});
  return ring;
}

std::shared_ptr<const ExchangePattern> JobExchanges::pattern(
    const JobCollectiveSpec& by, Bytes bytes, std::span<const ExchangeNode> nodes) const {
  if (nodes.empty() || (nodes.size() == 1 && nodes.front().gpus < 2)) return nullptr;
  const auto is_known = [this](const ExchangeNode& node) {
    const Platform& platform = cluster_->platform();
    return tells_gpus_apart(platform.groups()[platform.group_of(node.node)]);
  };
  if (!std::ranges::all_of(nodes, is_known)) return ring_of_nodes(bytes, nodes);
  const Asked asked{by, bytes};
  const std::string key = key_of(asked, nodes);
  const std::lock_guard lock(mutex_);
  const auto at = known_.find(key);
  if (at != known_.end()) return at->second;
  CollectiveRefusal refusal;
  const std::vector<ExchangeNode> first = first_of_groups(cluster_->platform(), nodes);
  auto found = plan(asked, by.algorithm, first, refusal);
  if (found == nullptr) found = plan(asked, "auto", first, refusal);
  ensure(found != nullptr, "jobs exchange data on nodes that were checked: " + refusal.message);
  return known_.emplace(key, std::move(found)).first->second;
}

CollectiveRefusal JobExchanges::fault(const JobCollectiveSpec& by, Bytes bytes) const {
  const Asked asked{by, bytes};
  CollectiveRefusal named;  // why none of them can do what is asked for
  bool can_be = by.algorithm == "auto";
  const Platform& platform = cluster_->platform();
  for (std::size_t i = 0; i < platform.groups().size(); ++i) {
    const NodeGroup& group = platform.groups()[i];
    if (group.capacity.gpus <= 0 || cluster_->network_of(i) != network_) continue;
    if (!tells_gpus_apart(group) && !is_asked_for(by)) {
      can_be = true;
      continue;
    }
    if (!tells_gpus_apart(group))
      return {"", fmt::format("nodes \"{}\" have no GPUs that links lead to", group.name),
              "a node of the catalogue has, and one of type \"graph\"; without \"collective\" "
              "jobs exchange data in a ring over their nodes"};
    if (CollectiveRefusal refusal = fault_on(asked, i); !refusal.message.empty()) return refusal;
    if (!can_be) named = named_fault_on(asked, i, can_be);
  }
  return can_be ? CollectiveRefusal{} : named;
}

std::vector<ExchangeNode> JobExchanges::nodes_of(std::size_t group, std::uint32_t most) const {
  const Platform& platform = cluster_->platform();
  const NodeGroup& of = platform.groups()[group];
  std::vector<ExchangeNode> nodes;
  nodes.reserve(std::min(of.count, most));
  for (std::uint32_t node = 0; node < std::min(of.count, most); ++node)
    nodes.push_back(
        {platform.first_node(group) + node, static_cast<std::uint32_t>(of.capacity.gpus), {}});
  return nodes;
}

/// By what the library would take: on two nodes as it is planned, on all by what it says.
CollectiveRefusal JobExchanges::fault_on(const Asked& asked, std::size_t group) const {
  const std::vector<ExchangeNode> two = nodes_of(group, 2);
  CollectiveRefusal refusal;
  if (two.size() < 2 && two.front().gpus < 2) return refusal;
  const std::lock_guard lock(mutex_);
  if (plan(asked, "auto", two, refusal) == nullptr) return refusal;
  const std::string vendor = hardware_of(spec_.cluster, graph_, ranks_of(graph_, two)).vendor;
  const NodeGroup& of = cluster_->platform().groups()[group];
  const CollectiveCase whole{.operation = operation_named(asked.by.operation),
                             .bytes = asked.bytes,
                             .node_sizes = std::vector(of.count, two.front().gpus),
                             .library = chooser_.library(asked.by.library, vendor, refusal)};
  refusal = chooser_.refusal("auto", whole);
  if (!refusal.message.empty())
    refusal.message =
        fmt::format("a job on all nodes of \"{}\" could not: {}", of.name, refusal.message);
  return refusal;
}

/// Whether the named algorithm does it on one node or on two.
CollectiveRefusal JobExchanges::named_fault_on(const Asked& asked, std::size_t group,
                                               bool& can_be) const {
  CollectiveRefusal refusal;
  for (const std::uint32_t count : {1U, 2U}) {
    const std::vector<ExchangeNode> nodes = nodes_of(group, count);
    if (nodes.size() == 1 && nodes.front().gpus < 2) continue;
    const std::lock_guard lock(mutex_);
    can_be = plan(asked, asked.by.algorithm, nodes, refusal) || can_be;
  }
  return refusal;
}

std::shared_ptr<const ExchangePatterns> plan_job_exchanges(
    const ScenarioSpec& spec, const std::shared_ptr<const Cluster>& cluster,
    const Registry& registry, ReadingContext& context, const MostExchanged& most_exchanged,
    const std::string& where) {
  bool any = false;
  for_each_collective(spec, [&](const ApplicationSpec&) { any = true; });
  if (!any || spec.run.by_steps) return nullptr;
  std::vector<NetworkNumber> networks;  // each once, by the first group of it
  for (std::size_t i = 0; i < cluster->platform().groups().size(); ++i)
    if (std::ranges::find(networks, cluster->network_of(i)) == networks.end())
      networks.push_back(cluster->network_of(i));
  auto all = std::make_shared<ByNetwork>(cluster);
  const std::size_t before = context.times_found();
  for (const NetworkNumber network : networks) {
    auto exchanges = std::make_shared<JobExchanges>(spec, cluster, network, registry, context);
    if (context.times_found() > before) return nullptr;
    for_each_collective(spec, [&](const ApplicationSpec& application) {
      const Bytes bytes =
          application.model ? most_exchanged(application) : application.bytes_per_step;
      if (!application.collective || !(bytes > Bytes(0.0))) return;
      const JobCollectiveSpec& by = *application.collective;
      const CollectiveRefusal refusal = exchanges->fault(by, bytes);
      if (refusal.message.empty()) return;
      context.add(by.place,
                  refusal.key.empty() ? by.pointer : child_pointer(by.pointer, refusal.key),
                  where + refusal.message, refusal.hint);
    });
    if (networks.size() == 1) return exchanges;
    all->add(network, std::move(exchanges));
  }
  return all;
}

}  // namespace gpuscape
