#include "sim/remote/remote_choices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/remote/box_link.hpp"
#include "sim/remote/lenders.hpp"

namespace gpuscape {

namespace {

std::string names_of(const std::vector<const NodeGroup*>& groups) {
  std::vector<std::string> names;
  names.reserve(groups.size());
  for (const NodeGroup* group : groups) names.push_back(json_quoted(group->name));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string text_of(const JsonValue& entry, std::string_view key) {
  const JsonValue* value = entry.find(key);
  return value != nullptr && value->is_text() ? value->text() : std::string();
}

double number_of(const JsonValue& entry, std::string_view key) {
  const JsonValue* value = entry.find(key);
  return value != nullptr && value->is_number() ? value->number() : 0.0;
}

/// A transport that messages of calls can go over: by RDMA verbs, or by TCP.
struct CallTransport {
  std::string id;
  std::string line;
  BytesPerSecond rate{0.0};  ///< of the line
  bool by_rdma = false;
};

/// Empty where calls do not go over it: devices inside a node, storage, libraries on top of verbs,
/// what a cloud or a hypervisor puts in between.
std::optional<CallTransport> call_transport(const std::string& id, const JsonValue& entry) {
  const std::string protocol = text_of(entry, "protocol");
  const std::string line = text_of(entry, "line");
  if (text_of(entry, "kind") != "network" || line.empty()) return std::nullopt;
  if (protocol != "infiniband" && protocol != "ethernet") return std::nullopt;
  if (entry.find("rendezvous") != nullptr || entry.find("flow_rate") != nullptr)
    return std::nullopt;
  const std::optional<BytesPerSecond> rate = parse<BytesPerSecond>(line).value;
  if (!rate) return std::nullopt;
  const JsonValue* rdma = entry.find("gpudirect");
  return CallTransport{id, line, *rate, rdma != nullptr && rdma->boolean()};
}

class Choices {
 public:
  Choices(const CheckedScenario& local, const Design& of, const Catalog& catalog,
          const std::string& client)
      : local_(local), of_(of), catalog_(catalog), type_(client), lenders_(find_lenders(local)) {}

  RemoteChoices make() {
    std::vector<CallTransport> transports;
    for (const std::string& id : catalog_.ids("transports"))
      if (const auto of = call_transport(id, plain_entry(*catalog_.find("transports", id))))
        transports.push_back(*of);
    for (const std::string& id : catalog_.ids("remoting")) add_software(id, transports);
    for (const std::string& id : catalog_.ids("pcie_fabrics")) add_fabric(id);
    return std::move(made_);
  }

 private:
  [[nodiscard]] Design with(std::vector<JsonValue> patches) const {
    Design design = of_;
    design.patches.push_back(patch_to_jobs_alone(local_, true));
    std::ranges::move(patches, std::back_inserter(design.patches));
    return design;
  }

  [[nodiscard]] std::string client_nodes(std::int64_t count) const {
    return fmt::format(R"({}: {{"type": {}, "count": {}}})", json_quoted(lenders_.client),
                       json_quoted(type_), count);
  }

  void add_software(const std::string& id, const std::vector<CallTransport>& transports) {
    const JsonValue entry = plain_entry(*catalog_.find("remoting", id));
    if (entry.find("per_call_overhead") == nullptr) {
      made_.left_out.push_back({id, "the catalogue does not know what a call takes"});
      return;
    }
    const std::string own = text_of(entry, "transport");
    const auto speaks = std::ranges::find(transports, own, &CallTransport::id);
    if (speaks == transports.end()) {
      made_.left_out.push_back({id, "the catalogue does not know over what its calls go"});
      return;
    }
    for (const CallTransport& over : transports) {
      if (over.by_rdma != speaks->by_rdma) continue;
      const JsonValue network = remote_patch(
          fmt::format(R"({{"cluster": {{"networks": {{{}: {{"type": "single-switch", "link": {},
                          "latency": "{}", "transport": {}}}}}}}}})",
                      json_quoted(lenders_.network), json_quoted(over.line), kRemoteSwitchLatency,
                      json_quoted(over.id)));
      const JsonValue access = remote_patch(fmt::format(
          R"({{"cluster": {{"nodes": {{{}}}, "gpu_access": {{"type": "api-remoting", "software": {},
              "over": {}, "clients": [{}], "servers": {}, "max_gpus_per_client": {}}}}}}})",
          client_nodes(lenders_.nodes), json_quoted(id), json_quoted(lenders_.network),
          json_quoted(lenders_.client), names_of(lenders_.groups), lenders_.most_gpus));
      made_.choices.push_back({.kind = RemoteKind::software,
                               .software = id,
                               .over = over.id,
                               .lent = with({patch_without_networks(local_), network, access}),
                               .local = with({patch_without_networks(local_), network}),
                               .pool = pool_over(id, network),
                               .line = over.rate});
    }
  }

  /// All over the one network, today's nodes among them: what differs is who has GPUs.
  [[nodiscard]] std::optional<PoolDesigns> pool_over(const std::string& software,
                                                     const JsonValue& network) const {
    const JsonValue* cluster = local_.spec.resolved.find("cluster");
    const JsonValue* nodes = cluster == nullptr ? nullptr : cluster->find("nodes");
    if (lenders_.groups.size() != 1 || nodes == nullptr) return std::nullopt;
    const std::string& own = lenders_.groups.front()->name;
    const JsonValue* node = nodes->find(own);
    if (node == nullptr) return std::nullopt;
    PoolDesigns pool{.today = of_, .lent = of_, .own_nodes = own, .lent_nodes = own + "-lent"};
    const JsonValue access = remote_patch(fmt::format(
        R"({{"cluster": {{"nodes": {{{}, {}: {}}}, "gpu_access": {{"type": "api-remoting",
            "software": {}, "over": {}, "clients": [{}], "servers": [{}]}}}}}})",
        client_nodes(lenders_.nodes), json_quoted(pool.lent_nodes), write_json(*node, -1),
        json_quoted(software), json_quoted(lenders_.network), json_quoted(lenders_.client),
        json_quoted(pool.lent_nodes)));
    for (Design* design : {&pool.today, &pool.lent}) {
      design->patches.push_back(patch_to_jobs_alone(local_, false));
      design->patches.push_back(patch_without_networks(local_));
      design->patches.push_back(network);
    }
    pool.lent.patches.push_back(access);
    return pool;
  }

  /// One fabric, with as many hosts as boxes where its ports are for both. Where they are four at
  /// most, they are a box's own, with the switch in it, and for hosts.
  void add_fabric(const std::string& id) {
    const JsonValue entry = plain_entry(*catalog_.find("pcie_fabrics", id));
    const auto slots = static_cast<std::int64_t>(number_of(entry, "gpu_slots_per_box"));
    if (slots == 0) {
      made_.left_out.push_back({id, "a switch without boxes"});
      return;
    }
    const auto ports = static_cast<std::int64_t>(number_of(entry, "fabric_ports") *
                                                 number_of(entry, "lanes_per_port") / kBoxLanes);
    const auto most_hosts = static_cast<std::int64_t>(number_of(entry, "max_hosts"));
    const auto groups = std::ssize(lenders_.groups);
    const bool in_box = ports <= 4;
    const std::int64_t each = in_box ? (groups == 1 ? 1 : 0) : ports / 2 / groups;
    if (each == 0) {
      made_.left_out.push_back({id, "has too few ports for GPUs of several models"});
      return;
    }
    std::int64_t hosts = in_box ? ports : each * groups;
    if (most_hosts > 0) hosts = std::min(hosts, most_hosts);
    std::string nodes = client_nodes(hosts);
    std::vector<std::string> boxes;
    for (const NodeGroup* group : lenders_.groups) {
      const std::string box = group->name + "-box";
      const std::optional<BytesPerSecond> link = box_link(catalog_, group->gpu_model, entry);
      if (!link) {
        made_.left_out.push_back({id, "the catalogue does not know the PCIe link of its GPUs"});
        return;
      }
      boxes.push_back(json_quoted(box));
      nodes += fmt::format(
          R"(, {}: null, {}: {{"type": "gpu-box", "count": {}, "gpus": {}, "gpu": {}, "link": "{}"}})",
          json_quoted(group->name), boxes.back(), each,
          in_box ? slots : std::min<std::int64_t>(slots, group->capacity.gpus),
          json_quoted(group->gpu_model), exact_text(*link));
    }
    const JsonValue composed = remote_patch(fmt::format(
        R"({{"cluster": {{"nodes": {{{}}},
            "networks": {{{}: {{"type": "composed-pcie", "fabric": {}{}}}}},
            "gpu_access": {{"type": "composed-pcie", "over": {}, "clients": [{}], "servers": [{}],
                            "max_gpus_per_client": {}}}}}}})",
        nodes, json_quoted(lenders_.network), json_quoted(id),
        in_box ? R"(, "box_uplinks": 0)" : "", json_quoted(lenders_.network),
        json_quoted(lenders_.client), fmt::join(boxes, ", "), lenders_.most_gpus));
    made_.choices.push_back({.kind = RemoteKind::composed,
                             .software = {},
                             .over = id,
                             .lent = with({patch_without_networks(local_), composed}),
                             .local = of_,
                             .pool = std::nullopt,
                             .line = BytesPerSecond(0.0)});
  }

  const CheckedScenario& local_;
  const Design& of_;
  const Catalog& catalog_;
  const std::string& type_;
  Lenders lenders_;
  RemoteChoices made_;
};

}  // namespace

RemoteChoices remote_choices(const CheckedScenario& local, const Design& of, const Catalog& catalog,
                             const std::string& client) {
  if (catalog.find("nodes", client) == nullptr)
    throw ScenarioError(
        {{.file = "--client",
          .pointer = "",
          .message = fmt::format("the catalogue has no node \"{}\"", excerpt(client)),
          .hint = nearest_hint(client, catalog.ids("nodes"))}});
  return Choices(local, of, catalog, client).make();
}

}  // namespace gpuscape
