/// Dedicated ownership: every account (or user, partition, QOS, stream) owns nodes of its own, and
/// its jobs run there and nowhere else, first in, first out; the spreadsheet that shared clusters
/// are compared with. Nodes not given by name go to the others in proportion to the GPU time that
/// their logs ask for, one at least; with more owners than nodes the smallest share one lane.
/// Leaves out: borrowing. Its numbers are the scenario's.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape {
namespace {

struct Owner {
  std::string name;
  double demand = 0.0;  ///< GPU seconds that its logs ask for
  std::int64_t nodes = 0;
};

/// Gives `nodes` to the owners in proportion to their demand: one each, the rest by largest
/// remainder (ties: the earlier owner).
void share_out(std::vector<Owner*>& owners, std::int64_t nodes) {
  double total = 0.0;
  for (const Owner* owner : owners) total += owner->demand;
  std::int64_t left = nodes;
  std::vector<std::pair<double, std::size_t>> remainders;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const double quota = total > 0.0
                             ? owners[i]->demand / total * static_cast<double>(nodes)
                             : static_cast<double>(nodes) / static_cast<double>(owners.size());
    owners[i]->nodes = std::max<std::int64_t>(1, static_cast<std::int64_t>(quota));
    left -= owners[i]->nodes;
    remainders.emplace_back(-(quota - static_cast<double>(owners[i]->nodes)), i);
  }
  std::sort(remainders.begin(), remainders.end());
  for (std::size_t i = 0; left > 0; i = (i + 1) % remainders.size(), --left)
    ++owners[remainders[i].second]->nodes;
  for (; left < 0; ++left)  // those that got one above their quota are paid for by the largest
    --(*std::ranges::max_element(owners, {}, [](const Owner* o) { return o->nodes; }))->nodes;
}

class Dedicated final : public Scheduler, public JobRules {
 public:
  explicit Dedicated(ObjectReader& reader)
      : by_(reader.one_of("by", {"account", "user", "partition", "qos", "stream"}, "account",
                          "Whose nodes they are.")),
        given_(reader.number_map("nodes",
                                 "Nodes of owners by name; the others share what is left in "
                                 "proportion to the GPU time that their logs ask for.",
                                 Bounds{.least = 1.0, .most = 1e7}, false)) {
    for (const auto& [name, nodes] : given_)
      if (nodes != static_cast<double>(static_cast<std::int64_t>(nodes)))
        reader.issue("nodes",
                     fmt::format("{} owns {} nodes: nodes are whole", excerpt(name), nodes));
  }

  [[nodiscard]] double rank(const WaitingJob& /*job*/) const override { return 0.0; }
  [[nodiscard]] PolicyParts parts() override { return {.rules = this, .divides = true}; }

  [[nodiscard]] std::string fault(const Platform& platform) const override {
    double given = 0.0;
    for (const auto& [name, nodes] : given_) given += nodes;
    for (const NodeGroup& group : platform.groups())
      if (group.pool)
        return fmt::format("owners get nodes, and the pool \"{}\" has none", excerpt(group.name));
    if (given > platform.node_count())
      return fmt::format("{} nodes are given away, and the cluster has {}", given,
                         platform.node_count());
    return {};
  }

  std::size_t bind(const PolicyContext& context) override {
    std::vector<Owner> owners = owners_of(context);
    std::int64_t left = context.platform.node_count();
    for (const auto& [name, nodes] : given_) {
      const auto at = std::ranges::find(owners, name, &Owner::name);
      Owner& owner = at == owners.end() ? owners.emplace_back(Owner{name}) : *at;
      owner.nodes = static_cast<std::int64_t>(nodes);
      left -= owner.nodes;
    }
    std::vector<Owner*> others;
    for (Owner& owner : owners)
      if (owner.nodes == 0) others.push_back(&owner);
    std::ranges::stable_sort(others,
                             [](const Owner* a, const Owner* b) { return a->demand > b->demand; });
    const Owner common = pool_smallest(others, left);
    if (common.nodes > 0 || !common.name.empty()) owners.push_back(common);
    give_nodes(owners, context);
    return lanes_.size();
  }

  [[nodiscard]] std::size_t lane(const WaitingJob& job) const override {
    const bool known = job.stream < lane_of_.size() && job.origin < lane_of_[job.stream].size();
    return known ? lane_of_[job.stream][job.origin] : lanes_.size() - 1;
  }
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override {
    return &lanes_[lane(job)];
  }
  [[nodiscard]] std::vector<std::string> notes() const override { return {note_}; }

 private:
  [[nodiscard]] const std::string& owner_name(const PolicyContext& context, std::size_t stream,
                                              std::size_t origin) const {
    const JobOrigin& from = context.origins[static_cast<std::uint32_t>(origin)];
    if (by_ == "user") return from.user;
    if (by_ == "partition") return from.partition;
    if (by_ == "qos") return from.qos;
    return by_ == "stream" ? context.streams[stream] : from.account;
  }

  /// Those who send jobs, by name: nobody's nodes depend on the order in which a log has its rows.
  [[nodiscard]] std::vector<Owner> owners_of(const PolicyContext& context) const {
    std::vector<Owner> owners;
    for (std::size_t stream = 0; stream < context.demand.size(); ++stream) {
      for (std::size_t origin = 0; origin < context.demand[stream].size(); ++origin) {
        const double demand = context.demand[stream][origin];
        // A generated stream asks for nothing in a log; its jobs are of origin 0.
        const bool generated = origin == 0 && std::ranges::count(context.demand[stream], 0.0) ==
                                                  std::ssize(context.demand[stream]);
        if (!(demand > 0.0) && !generated) continue;
        const std::string& name = owner_name(context, stream, origin);
        const auto at = std::ranges::find(owners, name, &Owner::name);
        (at == owners.end() ? owners.emplace_back(Owner{name}) : *at).demand += demand;
      }
    }
    std::ranges::sort(owners, {}, &Owner::name);
    return owners;
  }

  /// Shares `nodes` out among `others`, the largest first; those for whom none is left get one lane
  /// together, which is returned.
  static Owner pool_smallest(std::vector<Owner*>& others, std::int64_t nodes) {
    Owner common;
    if (static_cast<std::int64_t>(others.size()) <= nodes) {
      if (!others.empty()) share_out(others, nodes);
      return common;
    }
    const auto alone = static_cast<std::size_t>(std::max<std::int64_t>(0, nodes - 1));
    common.name = fmt::format("{} smaller ones together", others.size() - alone);
    for (std::size_t i = alone; i < others.size(); ++i) common.demand += others[i]->demand;
    others.resize(alone);
    others.push_back(&common);
    if (nodes > 0) share_out(others, nodes);
    return common;
  }

  void give_nodes(const std::vector<Owner>& owners, const PolicyContext& context) {
    std::map<std::string, std::size_t> lanes;
    std::size_t group = 0;
    std::uint32_t node = 0;
    std::string list;
    for (const Owner& owner : owners) {
      if (owner.nodes == 0) continue;
      lanes.emplace(owner.name, lanes_.size());
      lanes_.emplace_back(context.platform);
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ",
                          owner.name.empty() ? "(unnamed)" : excerpt(owner.name), owner.nodes);
      for (std::int64_t i = 0; i < owner.nodes; ++i, ++node) {
        while (node == context.platform.groups()[group].count) ++group, node = 0;
        lanes_.back().open(group, node);
      }
    }
    note_ = fmt::format("nodes owned by {}: {}", by_, list);
    const std::size_t common = lanes_.empty() ? 0 : lanes_.size() - 1;
    if (lanes_.empty()) open_everything(context.platform);
    for (std::size_t stream = 0; stream < context.demand.size(); ++stream) {
      lane_of_.emplace_back();
      for (std::size_t origin = 0; origin < context.demand[stream].size(); ++origin) {
        const auto at = lanes.find(owner_name(context, stream, origin));
        lane_of_.back().push_back(at == lanes.end() ? common : at->second);
      }
    }
  }

  /// Nobody is known to send jobs: one lane for all.
  void open_everything(const Platform& platform) {
    NodeMask& all = lanes_.emplace_back(platform);
    for (std::size_t group = 0; group < platform.groups().size(); ++group)
      for (std::uint32_t node = 0; node < platform.groups()[group].count; ++node)
        all.open(group, node);
  }

  std::string by_;
  std::vector<std::pair<std::string, double>> given_;
  std::vector<NodeMask> lanes_;
  std::vector<std::vector<std::size_t>> lane_of_;  // [stream][origin]
  std::string note_;
};

}  // namespace

void register_scheduler_dedicated(Registry& registry) {
  registry.schedulers.add("dedicated",
                          "Each owner's jobs run only on nodes dedicated to that owner.",
                          [](ObjectReader& reader) { return std::make_unique<Dedicated>(reader); });
}

}  // namespace gpuscape
