#include "sim/model/check/check_storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/check/check_applications.hpp"

namespace gpuscape {

namespace {

/// What a node of the group can take from that network: all its adapters on it. 0: none.
/// What a node can send over all its adapters on that network; 0: it has none.
BytesPerSecond adapters_of(const Network& network, std::uint32_t node) {
  BytesPerSecond sum(0.0);
  for (std::uint32_t rail = 0; rail < network.rails_of(node); ++rail)
    sum += network.capacity(network.ports().index({node, rail}));
  return sum;
}

/// Whether jobs on nodes of that group read: on clients of lent GPUs, too.
bool has_readers(const Platform& platform, std::size_t group) {
  const NodeGroup& of = platform.groups()[group];
  if (platform.lending() != nullptr && platform.lending()->is_client(group)) return true;
  return of.capacity.gpus > 0 && !of.pool && !of.lends_only;
}

class StorageChecker {
 public:
  StorageChecker(ScenarioSpec& spec, const Cluster& cluster, const JobCosts* costs,
                 ReadingContext& context)
      : spec_(spec), cluster_(cluster), costs_(costs), context_(context) {}

  CheckedStorage check(const ModelFactories& models) {
    std::int64_t nodes = 0;
    for (const NodeGroup& group : cluster_.platform().groups()) nodes += group.count;
    spec_.cluster.storage.clear();
    for (const auto& [name, store] : models.make_all<Storage>()) {
      const StoreFacts& facts = store->facts();
      StorageSpec written{
          .name = name, .write_bandwidth = facts.write_bandwidth, .per_node = facts.write_per_node};
      written.write_of_all = facts.write_of_all;
      written.makeup = facts.makeup;
      if (facts.in_nodes) {
        written.per_node = facts.write_bandwidth;
        written.write_bandwidth = facts.write_bandwidth * static_cast<double>(nodes);
      }
      spec_.cluster.storage.push_back(std::move(written));
      names_.push_back(name);
      plan_.stores.push_back({.name = name, .facts = facts});
    }
    filled_.assign(plan_.stores.size(), Bytes(0.0));
    for (const DatasetSpec& data : spec_.datasets) add(data);
    check_near();
    find_readers();
    for (std::size_t i = 0; i < plan_.stores.size(); ++i) find_way(i);
    for (const DatasetSpec& data : spec_.datasets)
      if (!read_.contains(data.name) &&
          std::ranges::find(spec_.copies, data.name, &CopySpec::dataset) == spec_.copies.end())
        spec_.notes.push_back(fmt::format("dataset \"{}\": nobody reads it", excerpt(data.name)));
    CheckedStorage checked;
    checked.copies = plan_copies(spec_, plan_.stores, std::move(filled_), context_);
    for (const InputPlan::Store& store : plan_.stores) checked.ways.push_back(store.way);
    checked.plan = std::make_shared<const InputPlan>(std::move(plan_));
    if (!read_.empty()) checked.input = checked.plan;
    return checked;
  }

 private:
  void fault(const DatasetSpec& data, std::string_view key, std::string message, std::string hint) {
    context_.add(data.place, key.empty() ? data.pointer : data.pointer + "/" + std::string(key),
                 std::move(message), std::move(hint));
  }

  [[nodiscard]] std::optional<std::size_t> store_named(const std::string& name) const {
    const auto at = std::ranges::find(names_, name);
    return at == names_.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(at - names_.begin()));
  }

  void no_store(const DatasetSpec& data, std::string_view key, const std::string& name) {
    fault(data, key, fmt::format("there is no storage \"{}\"", excerpt(name)),
          names_.empty() ? R"("storage": {"array": {"type": "appliance", …}} of the cluster)"
                         : nearest_hint(name, names_));
  }

  void add(const DatasetSpec& spec) {
    InputPlan::Data data{.spec = spec};
    const auto on = store_named(spec.on);
    if (!on) return no_store(spec, "on", spec.on);
    data.on = *on;
    const std::optional<Bytes>& capacity = plan_.stores[*on].facts.capacity;
    filled_[*on] += spec.size;
    if (capacity && filled_[*on] > *capacity)
      fault(spec, "on",
            fmt::format("storage \"{}\" holds {}, and with it {} lie there", excerpt(spec.on),
                        human_text(*capacity), human_text(filled_[*on])),
            "a larger store, or another one");
    if (spec.cache) add_cache(spec, *spec.cache, data);
    if (spec.stages_in && !spec.cache)
      fault(spec, "stage_in", "nothing says what nodes keep of it",
            R"("cache": {"size": "4 TB", "on": "drives of the nodes"})");
    plan_.datasets.push_back(std::move(data));
  }

  /// Only data that stay are near to anything.
  void check_near() {
    const auto stays = [](const DatasetSpec& data) { return data.cache && data.cache->stays; };
    if (!spec_.scheduler.near_data || std::ranges::any_of(spec_.datasets, stays)) return;
    spec_.notes.push_back(
        "\"near_data\" changes nothing: no dataset stays in nodes (\"stays\" of its \"cache\")");
  }

  void add_cache(const DatasetSpec& spec, const DatasetSpec::Cache& cache, InputPlan::Data& data) {
    if (!(spec.size > Bytes(0.0)) || !(spec.samples > 0.0))
      return fault(spec, "cache", "how much of it is kept depends on its size, and on its samples",
                   R"("samples": 1281167, "record": "115 kB")");
    data.kept = std::min(1.0, cache.size / spec.size);
    if (cache.on.empty()) return check_memory(spec, cache.size);
    data.cache_on = store_named(cache.on);
    if (!data.cache_on) return no_store(spec, "cache/on", cache.on);
    const StoreFacts& facts = plan_.stores[*data.cache_on].facts;
    if (!facts.in_nodes)
      fault(spec, "cache/on", fmt::format("storage \"{}\" is not in the nodes", excerpt(cache.on)),
            R"(one of type "node-local")");
    else if (*data.cache_on == data.on)
      fault(spec, "cache/on", "it lies there already", "another store, or no cache");
    else if (facts.capacity && cache.size > *facts.capacity)
      fault(spec, "cache/size",
            fmt::format("a node keeps {}, and its drives hold {}", human_text(cache.size),
                        human_text(*facts.capacity)),
            "a smaller cache, or larger drives");
  }

  void check_memory(const DatasetSpec& spec, Bytes kept) {
    constexpr double kMib = 1024.0 * 1024.0;
    const Platform& platform = cluster_.platform();
    for (std::size_t i = 0; i < platform.groups().size(); ++i) {
      const NodeGroup& group = platform.groups()[i];
      const Bytes memory(static_cast<double>(group.capacity.memory_mib) * kMib);
      if (!has_readers(platform, i) || !(memory > Bytes(0.0)) || kept <= memory) continue;
      return fault(
          spec, "cache/size",
          fmt::format("nodes \"{}\" have {} of memory", excerpt(group.name), human_text(memory)),
          R"(a smaller cache, or one "on" drives of the nodes)");
    }
  }

  /// Which applications read which dataset.
  void find_readers() {
    plan_.of_application.assign(spec_.applications.size(), std::nullopt);
    if (costs_ == nullptr) return;
    for (const StreamSpec& stream : spec_.streams) {
      for_each_application(stream, [&](const ApplicationSpec& of) { find_reader(of); });
      for (const StepsSpec& steps : stream.steps) find_reader(steps.application);
    }
  }

  void find_reader(const ApplicationSpec& application) {
    if (!application.model) return;
    const std::string& name = costs_->dataset(application);
    const auto at = std::ranges::find_if(
        plan_.datasets, [&](const InputPlan::Data& data) { return data.spec.name == name; });
    if (at == plan_.datasets.end()) return;
    std::optional<std::size_t>& reads = plan_.of_application[*application.model];
    if (reads) return;
    reads = static_cast<std::size_t>(at - plan_.datasets.begin());
    read_.insert(name);
    check_record(at->spec, application);
  }

  void check_record(const DatasetSpec& data, const ApplicationSpec& application) {
    const Platform& platform = cluster_.platform();
    for (std::size_t i = 0; i < platform.groups().size(); ++i) {
      if (platform.groups()[i].capacity.gpus == 0 || !costs_->fault(application, i).message.empty())
        continue;
      const ExchangeNode one[] = {{platform.first_node(i), 1, {}}};
      if (!(costs_->of(application, one).input_per_node > Bytes(0.0)))
        fault(data, "", "nothing says how large a sample is: jobs would read nothing",
              R"("record": "115 kB")");
      return;
    }
  }

  [[nodiscard]] bool is_read(std::size_t store) const {
    return std::ranges::any_of(plan_.datasets, [&](const InputPlan::Data& data) {
      return data.on == store && read_.contains(data.spec.name);
    });
  }

  /// How fast each node reads from it.
  void find_way(std::size_t index) {
    InputPlan::Store& store = plan_.stores[index];
    const Platform& platform = cluster_.platform();
    if (store.facts.over.empty()) return;
    const auto& networks = cluster_.networks();
    const auto network = std::ranges::find(networks, store.facts.over, &NamedNetwork::name);
    if (network == networks.end()) return no_network(store);
    store.way = {.network = network->network, .wire_payload = store.facts.wire_payload};
    store.way.exchanged.assign(platform.groups().size(), false);
    BytesPerSecond way_per_node(std::numeric_limits<double>::infinity());
    for (std::size_t group = 0; group < platform.groups().size(); ++group) {
      const BytesPerSecond rate = adapters_of(*network->network, platform.first_node(group));
      const bool is_joined = rate > BytesPerSecond(0.0);
      if (is_joined && platform.groups()[group].capacity.gpus > 0)
        way_per_node = std::min(way_per_node, rate * store.facts.wire_payload);
      store.way.exchanged[group] =
          cluster_.network_of(group) == static_cast<std::size_t>(network - networks.begin());
      if (is_joined || !has_readers(platform, group) || !is_read(index)) continue;
      refuse(store, "over",
             fmt::format("nodes \"{}\" have no adapter on network \"{}\": their jobs cannot read",
                         excerpt(platform.groups()[group].name), excerpt(store.facts.over)),
             "a network that joins them, or no \"over\"");
    }
    spec_.cluster.storage[index].way_per_node = way_per_node;
  }

  void no_network(const InputPlan::Store& store) {
    std::vector<std::string> names;
    names.reserve(cluster_.networks().size());
    for (const NamedNetwork& network : cluster_.networks()) names.push_back(network.name);
    refuse(store, "over", fmt::format("there is no network \"{}\"", excerpt(store.facts.over)),
           names.empty() ? "the cluster has no network; leave \"over\" out"
                         : nearest_hint(store.facts.over, names));
  }

  void refuse(const InputPlan::Store& store, std::string_view key, std::string message,
              std::string hint) {
    for (const PlacedModel& placed : spec_.models)
      if (placed.place.is(Storage::kPlace) && placed.name == store.name)
        return context_.add(placed.model.parameters.place(),
                            child_pointer(placed.model.pointer, key), std::move(message),
                            std::move(hint));
  }

  ScenarioSpec& spec_;
  const Cluster& cluster_;
  const JobCosts* costs_;
  ReadingContext& context_;
  InputPlan plan_;
  std::vector<std::string> names_;   // of the stores
  std::vector<Bytes> filled_;        // by store, with datasets
  std::set<std::string> read_ = {};  // datasets
};

}  // namespace

CheckedStorage check_storage(ScenarioSpec& spec, const ModelFactories& models,
                             const Cluster& cluster, const JobCosts* costs,
                             ReadingContext& context) {
  return StorageChecker(spec, cluster, costs, context).check(models);
}

std::vector<StoredOn> stores_bought(const ModelFactories& models) {
  std::vector<StoredOn> all;
  for (const auto& [name, store] : models.make_all<Storage>()) {
    const StoreFacts& facts = store->facts();
    if (facts.count > 0) all.push_back({name, facts.model, facts.count});
  }
  return all;
}

}  // namespace gpuscape
