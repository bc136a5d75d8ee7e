#include "sim/model/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/unit_text.hpp"
#include "sim/model/check_transfers.hpp"
#include "sim/model/each_spec.hpp"
#include "sim/model/job_rules.hpp"
#include "sim/platform/port_layout.hpp"
#include "sim/scenario/reserved.hpp"
#include "sim/workload/log_window.hpp"

namespace gpuscape {

namespace {

constexpr std::uint64_t kMostNodes = 10'000'000;
constexpr std::int64_t kMostGpus = 1'000'000'000;

class SpecChecker {
 public:
  SpecChecker(ScenarioSpec& spec, ReadingContext& context) : spec_(spec), context_(context) {}

  void check(const Registry& registry) {
    const bool complete = check_nodes(registry);
    check_scheduler(registry, complete);
    check_networks(registry, complete);
    check_dates();
    spec_.defaulted.insert(spec_.defaulted.end(), defaulted_.begin(), defaulted_.end());
  }

 private:
  /// The model's copy in the resolved scenario, so that its defaults go there. Null in a spec that
  /// is only checked.
  JsonValue* resolved_member(std::string_view section, std::string_view key) {
    JsonValue* found = spec_.resolved.find(section);
    return found == nullptr ? nullptr : found->find(key);
  }
  static JsonValue* resolved_at(JsonValue* map, std::size_t index) {
    return map == nullptr || !map->is_object() || index >= map->members().size()
               ? nullptr
               : &map->members()[index].value;
  }

  template <class Interface>
  std::unique_ptr<Interface> build(const ModelShelf<Interface>& shelf, const ModelSpec& model,
                                   JsonValue* resolved) {
    if (model.type.empty()) return nullptr;
    const auto* entry = shelf.find(model.type);
    if (entry == nullptr) {
      refuse_type(model, shelf.names());
      return nullptr;
    }
    ObjectReader reader(model.parameters, model.pointer, context_);
    reader.keep("type");
    auto built = entry->read(reader);
    reader.finish();
    const std::vector<std::string> marks = context_.take_defaulted();
    defaulted_.insert(defaulted_.end(), marks.begin(), marks.end());
    if (resolved != nullptr) *resolved = reader.take_resolved();
    return built;
  }

  void refuse_type(const ModelSpec& model, const std::vector<std::string>& names) {
    const JsonValue* type = model.parameters.find("type");
    const bool reserved = is_reserved_choice(model.type);
    context_.add(type == nullptr ? model.parameters.place() : type->place(), model.pointer,
                 reserved ? fmt::format("\"{}\" is not in this version", model.type)
                          : fmt::format("unknown type \"{}\"", excerpt(model.type)),
                 nearest_hint(reserved ? "" : model.type, names));
  }

  /// True when every group was built and all of them together can be held.
  bool check_nodes(const Registry& registry) {
    JsonValue* resolved = resolved_member("cluster", "nodes");
    std::uint64_t nodes = 0;
    std::int64_t gpus = 0;
    for (std::size_t i = 0; i < spec_.cluster.nodes.size(); ++i) {
      const NodeGroupSpec& group = spec_.cluster.nodes[i];
      const auto model = build(registry.nodes, group.model, resolved_at(resolved, i));
      if (model == nullptr) continue;
      groups_.push_back(model->group());
      groups_.back().name = group.name;
      nodes += groups_.back().count;
      gpus += std::int64_t{groups_.back().count} * groups_.back().capacity.gpus;
    }
    if (nodes > kMostNodes || gpus > kMostGpus) {
      const JsonValue& first = spec_.cluster.nodes.front().model.parameters;
      context_.add(
          first.place(), "/cluster/nodes",
          fmt::format("{} nodes with {} GPUs are more than this version holds: {} and {}",
                      human_count(static_cast<std::int64_t>(nodes)), human_count(gpus),
                      human_count(static_cast<std::int64_t>(kMostNodes)), human_count(kMostGpus)));
      return false;
    }
    return !groups_.empty() && groups_.size() == spec_.cluster.nodes.size();
  }

  void check_scheduler(const Registry& registry, bool nodes_are_complete) {
    const ModelSpec& spec = spec_.scheduler.policy;
    const auto policy = build(registry.schedulers, spec, resolved_member("scheduler", "policy"));
    const JobRules* rules = policy == nullptr ? nullptr : policy->parts().rules;
    if (rules != nullptr && nodes_are_complete) {
      const std::string fault = rules->fault(Platform(groups_));
      if (!fault.empty()) context_.add(spec.parameters.place(), spec.pointer, fault);
    }
    build(registry.backfills, spec_.scheduler.backfill, resolved_member("scheduler", "backfill"));
    build(registry.placements, spec_.scheduler.placement,
          resolved_member("scheduler", "placement"));
  }

  void check_networks(const Registry& registry, bool nodes_are_complete) {
    JsonValue* resolved = resolved_member("cluster", "networks");
    std::vector<std::unique_ptr<NetworkModel>> models;
    models.reserve(spec_.cluster.networks.size());
    for (std::size_t i = 0; i < spec_.cluster.networks.size(); ++i)
      models.push_back(
          build(registry.networks, spec_.cluster.networks[i].model, resolved_at(resolved, i)));
    for (const auto& model : models)
      for (NodeGroup& group : groups_)
        if (model != nullptr) model->add_ports(group);
    std::optional<Platform> platform;
    if (nodes_are_complete) platform.emplace(groups_);
    for (std::size_t i = 0; i < models.size(); ++i)
      if (models[i] != nullptr && platform)
        check_network(spec_.cluster.networks[i].model, *models[i], *platform);
    check_traffic(models, platform);
  }

  void check_network(const ModelSpec& spec, const NetworkModel& model, const Platform& platform) {
    NetworkFault fault = model.fault(platform);
    if (fault.message.empty()) return;
    const JsonValue* value = fault.key.empty() ? nullptr : spec.parameters.find(fault.key);
    context_.add(value == nullptr ? spec.parameters.place() : value->place(),
                 value == nullptr ? spec.pointer : spec.pointer + "/" + fault.key,
                 std::move(fault.message), std::move(fault.hint));
  }

  /// What `from` and `to` mean shows the log; here, whether they mean anything.
  void check_dates() {
    for (const StreamSpec& stream : spec_.streams) {
      if (!stream.trace) continue;
      const std::optional<DateSpec>& until = stream.trace->to;
      const std::optional<LogDate> from = date_of(stream.trace->from, stream.trace->time_zone);
      const std::optional<LogDate> to = date_of(until, stream.trace->time_zone);
      if (!until || !from || !to) continue;
      if (from->on_clock != to->on_clock || from->seconds < to->seconds) continue;
      context_.add(until->place, until->pointer, "\"to\" is not later than \"from\"");
    }
  }

  std::optional<LogDate> date_of(const std::optional<DateSpec>& spec, std::string_view zone) {
    if (!spec) return std::nullopt;
    const std::optional<LogDate> date = log_date(spec->text, zone);
    if (!date)
      context_.add(spec->place, spec->pointer,
                   fmt::format("\"{}\" is no date and no time", excerpt(spec->text)),
                   R"(for example "2026-05-04", "2026-05-04 12:00:00", or "3 d")"
                   " after the log's first submission");
    return date;
  }

  using NetworkModels = std::vector<std::unique_ptr<NetworkModel>>;

  /// Applications need one network to send on.
  void check_traffic(const NetworkModels& models, const std::optional<Platform>& platform) {
    const auto stream = std::ranges::find_if(spec_.streams, exchanges_data);
    if (stream == spec_.streams.end()) return;
    const std::optional<std::size_t> network = network_for_traffic(spec_);
    if (!network) return refuse_traffic(stream->name);
    if (models[*network] == nullptr || !platform) return;
    const NetworkSpec& spec = spec_.cluster.networks[*network];
    if (models[*network]->role() == kComposedRole)
      return context_.add(spec.model.parameters.place(), spec.model.pointer,
                          "hosts send each other nothing over composed PCIe, but the jobs of "
                          "stream \"" +
                              excerpt(stream->name) + "\" exchange data",
                          "add a network of switches, called \"compute\"");
    const PortLayout ports(*platform, models[*network]->role());
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (groups_[i].capacity.gpus > 0 && ports.rails_of(platform->first_node(i)) == 0)
        context_.add(spec_.cluster.nodes[i].model.parameters.place(),
                     spec_.cluster.nodes[i].model.pointer,
                     fmt::format("the nodes of \"{}\" have no adapter for the network \"{}\" over "
                                 "which jobs exchange data",
                                 excerpt(groups_[i].name), excerpt(spec.name)),
                     "a node's `nics` say what each is for, by `role`");
  }

  void refuse_traffic(const std::string& stream) {
    const bool none = spec_.cluster.networks.empty();
    if (none && spec_.cluster.nodes.empty()) return;  // a fault of its own
    const ModelSpec& beside =
        none ? spec_.cluster.nodes.front().model : spec_.cluster.networks.front().model;
    context_.add(beside.parameters.place(), "/cluster/networks",
                 none ? fmt::format("the jobs of stream \"{}\" exchange data, but the cluster "
                                    "has no network",
                                    excerpt(stream))
                      : "several networks, and none of them is called \"compute\"",
                 none ? R"(for example "networks": {"compute": {"type": "single-switch", "link": )"
                        R"("200 Gbit/s", "latency": "1 us"}})"
                      : "the one called \"compute\" carries what jobs exchange");
  }

  ScenarioSpec& spec_;
  ReadingContext& context_;
  std::vector<NodeGroup> groups_;
  std::vector<std::string> defaulted_;
};

void check_spec_files(const ScenarioSpec& spec, ReadingContext& context) {
  for (const StreamSpec& stream : spec.streams) {
    if (!stream.trace || stream.trace->file.empty()) continue;
    const TraceSpec& trace = *stream.trace;
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(trace.file, ignored);
    const std::string pointer = "/workload/streams/" + stream.name + "/trace/file";
    if (!folder && std::filesystem::exists(trace.file, ignored)) {
      if (const InputFile file(trace.file); !file.fault().empty())
        context.add(trace.file_place, pointer,
                    fmt::format("{}: {}", excerpt(trace.file, 200), file.fault()));
      continue;
    }
    context.add(trace.file_place, pointer,
                folder ? fmt::format("{} is a folder, not a log", excerpt(trace.file, 200))
                       : fmt::format("there is no file {}", excerpt(trace.file, 200)),
                folder ? "" : "names are relative to the file in which they stand");
  }
}

}  // namespace

bool exchanges_data(const StreamSpec& stream) {
  const auto sends = [](const std::optional<ApplicationSpec>& application) {
    return application && application->bytes_per_step > Bytes(0.0);
  };
  return sends(stream.application) ||
         std::ranges::any_of(stream.classes, sends, &JobClassSpec::application);
}

namespace {

/// By its `role`, else by its name; a fault in them is the model's to say.
bool is_for_compute(const NetworkSpec& network) {
  const JsonValue* role = network.model.parameters.find("role");
  if (role != nullptr) return role->text() == "compute";
  return network.name == "compute" ||
         std::ranges::find(kNetworkRoles, network.name) == kNetworkRoles.end();
}

}  // namespace

std::optional<std::size_t> network_for_traffic(const ScenarioSpec& spec) {
  const std::vector<NetworkSpec>& networks = spec.cluster.networks;
  if (networks.size() == 1) return 0;
  const auto named = std::ranges::find(networks, "compute", &NetworkSpec::name);
  if (named != networks.end()) return named - networks.begin();
  const auto only = std::ranges::find_if(networks, is_for_compute);
  if (only == networks.end() || std::ranges::count_if(networks, is_for_compute) > 1)
    return std::nullopt;
  return only - networks.begin();
}

void check(LoadedScenario& loaded, const Registry& registry) {
  for_each_spec(loaded, [&](ScenarioSpec& spec) {
    SpecChecker(spec, loaded.context).check(registry);
    if (!loaded.context.has_issues()) check_transfers(spec, registry, loaded.context);
  });
}

void check_files(LoadedScenario& loaded) {
  for_each_spec(loaded, [&](ScenarioSpec& spec) { check_spec_files(spec, loaded.context); });
}

}  // namespace gpuscape
