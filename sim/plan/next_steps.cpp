#include "sim/plan/next_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

std::string json_text(const std::string& text) {
  return write_json(JsonValue::make_text(text), -1);
}

/// Ladders of a resolved scenario.
class Ladders {
 public:
  Ladders(const CheckedScenario& scenario, const Registry& registry)
      : scenario_(scenario), registry_(registry), resolved_(scenario.spec.resolved) {}

  std::vector<StepLadder> all() {
    nodes();
    spares();
    storages();
    uplinks();
    adapters();
    settings("/scheduler/backfill", "backfill", scenario_.spec.scheduler.backfill.type,
             registry_.backfills.names());
    settings("/scheduler/placement", "placement", scenario_.spec.scheduler.placement.type,
             registry_.placements.names());
    exchanges();
    return std::move(made_);
  }

 private:
  /// A whole number, one more with each step.
  void count(std::string what, const std::string& pointer, std::int64_t has) {
    made_.push_back(
        {.what = std::move(what), .from = fmt::format("{}", has), .at = [=](std::int64_t steps) {
           return Rung{.to = fmt::format("{}", has + steps),
                       .sets = {fmt::format("{}={}", pointer, has + steps)}};
         }});
  }

  [[nodiscard]] const JsonValue* members_of(std::string_view section, std::string_view key) const {
    const JsonValue* at = resolved_.find(section);
    at = at == nullptr ? nullptr : at->find(key);
    return at != nullptr && at->is_object() ? at : nullptr;
  }

  void nodes() {
    for (const NodeGroup& group : scenario_.cluster->platform().groups()) {
      const std::string own = child_pointer("/cluster/nodes", group.name);
      count((group.pool ? "processors of " : "nodes of ") + group.name, child_pointer(own, "count"),
            group.pool ? group.capacity.gpus : std::int64_t{group.count});
    }
  }

  /// One node more of the group of the first spare node, which stands aside, too.
  void spares() {
    const std::vector<std::string>& now = scenario_.spec.cluster.spares.nodes;
    if (now.empty()) return;
    const auto& groups = scenario_.cluster->platform().groups();
    const auto group = std::ranges::find_if(groups, [&](const NodeGroup& one) {
      return now.front().starts_with(one.name + "/") &&
             now.front().find('/', one.name.size() + 1) == std::string::npos;
    });
    if (group == groups.end()) return;
    const std::string& name = group->name;
    const std::int64_t has = group->count;
    std::string listed;
    for (const std::string& one : now) listed += json_text(one) + ", ";
    const std::string pointer = child_pointer(child_pointer("/cluster/nodes", name), "count");
    made_.push_back({.what = "spare nodes of " + name,
                     .from = "those there are",
                     .at = [=](std::int64_t steps) {
                       return Rung{.to = fmt::format("{} more", steps),
                                   .sets = {fmt::format("{}={}", pointer, has + steps),
                                            fmt::format("/cluster/spares/nodes=[{}{}]", listed,
                                                        json_text(fmt::format("{}/{}-{}", name, has,
                                                                              has + steps - 1)))}};
                     }});
  }

  void storages() {
    const JsonValue* storages = members_of("cluster", "storage");
    if (storages == nullptr) return;
    constexpr std::pair<std::string_view, std::string_view> kCounts[] = {
        {"count", "machines"}, {"servers", "servers"}, {"drives", "drives of each machine"}};
    for (const JsonMember& storage : storages->members())
      for (const auto& [key, what] : kCounts) {
        const JsonValue* has = storage.value.is_object() ? storage.value.find(key) : nullptr;
        if (has == nullptr || has->kind() != JsonValue::Kind::integer) continue;
        const std::string own = child_pointer("/cluster/storage", storage.key);
        count(fmt::format("{} of {}", what, storage.key), child_pointer(own, key), has->integer());
      }
  }

  /// Half the oversubscription with each step, down to none.
  void uplinks() {
    const JsonValue* networks = members_of("cluster", "networks");
    if (networks == nullptr) return;
    for (const JsonMember& network : networks->members()) {
      const JsonValue* has =
          network.value.is_object() ? network.value.find("oversubscription") : nullptr;
      if (has == nullptr || !has->is_number() || !(has->number() > 1.0)) continue;
      const std::string pointer =
          child_pointer(child_pointer("/cluster/networks", network.key), "oversubscription");
      made_.push_back({.what = "uplinks of " + network.key,
                       .from = fmt::format("{:g}:1", has->number()),
                       .at = [=, now = has->number()](std::int64_t steps) -> std::optional<Rung> {
                         const auto half = static_cast<int>(std::min<std::int64_t>(steps, 60));
                         if (std::ldexp(now, 1 - half) <= 1.0) return std::nullopt;
                         const double to = std::max(1.0, std::ldexp(now, -half));
                         return Rung{.to = fmt::format("{:g}:1", to),
                                     .sets = {fmt::format("{}={:g}", pointer, to)}};
                       }});
    }
  }

  /// Of hosts on a PCIe fabric: elsewhere they are part of what a node is.
  void adapters() {
    const JsonValue* networks = members_of("cluster", "networks");
    if (networks == nullptr) return;
    for (const JsonMember& network : networks->members()) {
      const JsonValue* has =
          network.value.is_object() ? network.value.find("host_adapters") : nullptr;
      if (has == nullptr || has->kind() != JsonValue::Kind::integer) continue;
      const std::string own = child_pointer("/cluster/networks", network.key);
      count("adapters of each host on " + network.key, child_pointer(own, "host_adapters"),
            has->integer());
    }
  }

  /// What else is set of it stays.
  void settings(const std::string& pointer, const std::string& what, const std::string& now,
                const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (name != now)
        setting(what, now, name,
                {fmt::format("{}{}={}", pointer, has_parameters(pointer) ? "/type" : "", name)});
  }

  [[nodiscard]] bool has_parameters(const std::string& pointer) const {
    const JsonValue* at = &resolved_;
    for (const std::string& name : pointer_names(pointer)) {
      if (!at->is_object()) return false;
      at = at->find(name);
      if (at == nullptr) return false;
    }
    return at->is_object() && at->members().size() > 1;
  }

  void setting(std::string what, std::string from, const std::string& to,
               const std::vector<std::string>& sets) {
    made_.push_back({.what = std::move(what),
                     .from = std::move(from),
                     .is_setting = true,
                     .at = [=](std::int64_t steps) -> std::optional<Rung> {
                       if (steps > 1) return std::nullopt;
                       return Rung{.to = to, .sets = sets};
                     }});
  }

  /// Of the smaller one's GPUs a tenth, and one at least.
  void exchanges() {
    const JsonValue* policy = members_of("scheduler", "policy");
    const JsonValue* accounts = policy == nullptr ? nullptr : policy->find("accounts");
    if (accounts == nullptr || !accounts->is_object()) return;
    const auto limit = [](const JsonMember& account) -> std::int64_t {
      const JsonValue* has = account.value.is_object() ? account.value.find("max_gpus") : nullptr;
      return has == nullptr ? 0 : has->integer();
    };
    const auto set = [&](const JsonMember& account, std::int64_t gpus) {
      const std::string own = child_pointer("/scheduler/policy/accounts", account.key);
      return fmt::format("{}={}", child_pointer(own, "max_gpus"), gpus);
    };
    for (const JsonMember& from : accounts->members())
      for (const JsonMember& to : accounts->members()) {
        const std::int64_t least = std::min(limit(from), limit(to));
        if (&from == &to || least < 2) continue;
        const std::int64_t moved = std::max<std::int64_t>(1, least / 10);
        setting(
            fmt::format("{} GPU{} from {} to {}", moved, moved == 1 ? "" : "s", from.key, to.key),
            fmt::format("{} and {}", limit(from), limit(to)),
            fmt::format("{} and {}", limit(from) - moved, limit(to) + moved),
            {set(from, limit(from) - moved), set(to, limit(to) + moved)});
      }
  }

  const CheckedScenario& scenario_;
  const Registry& registry_;
  const JsonValue& resolved_;
  std::vector<StepLadder> made_ = {};
};

}  // namespace

std::vector<StepLadder> ladders_of(const CheckedScenario& scenario, const Registry& registry) {
  return Ladders(scenario, registry).all();
}

}  // namespace gpuscape
