#include "sim/model/failures/check_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/failing_units.hpp"
#include "sim/model/failures/failure_log.hpp"
#include "sim/model/failures/nodes_away.hpp"
#include "sim/model/failures/store_machines.hpp"

namespace gpuscape {

namespace {

class FailureChecker {
 public:
  FailureChecker(const FailureSpec& spec, const ScenarioSpec& scenario, const Cluster& cluster,
                 ReadingContext& context)
      : spec_(spec), scenario_(scenario), cluster_(cluster), context_(context) {}

  FailingParts check() {
    FailingParts parts{.name = spec_.name,
                       .mean_time = spec_.mean_time,
                       .shape = spec_.shape,
                       .bad_share = spec_.bad_share,
                       .bad_factor = spec_.bad_factor,
                       .repair = spec_.repair.time,
                       .repair_is_mean = spec_.repair.is_mean,
                       .repair_sigma = spec_.repair.sigma,
                       .manual_share = spec_.repair.manual_share,
                       .manual = spec_.repair.manual_time,
                       .failed_go_on = spec_.repair.failed_go_on,
                       .silent_failure = spec_.repair.silent_failure,
                       .manual_silent_failure = spec_.repair.manual_silent_failure,
                       .idle_factor = spec_.idle_factor,
                       .wrong_node = spec_.wrong_node,
                       .retire_after = spec_.retire_after,
                       .effect = effect(),
                       .pace = spec_.link_rate.value_or(spec_.pace.value_or(1.0)),
                       .all_adapters = spec_.of == FailureSpec::Of::leaf_switches};
    if (spec_.is_of_store()) {
      add_machines(parts);
      return parts;
    }
    const std::vector<OutageNode> failing = nodes();
    FailingUnits found = failing_units(spec_, failing, cluster_, context_);
    parts.units = std::move(found.units);
    // The first of n: Weibull's scale is divided by n to the power of 1 / shape.
    if (found.parts_each > 1)
      parts.mean_time = parts.mean_time * std::pow(found.parts_each, -1.0 / spec_.shape);
    if (!spec_.log.empty() && !failing.empty()) read_log(failing, parts);
    return parts;
  }

  /// What the log says that is not used; empty where nothing.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  void fault(std::string_view key, std::string message, std::string hint) {
    context_.add(spec_.place, child_pointer(spec_.pointer, key), std::move(message),
                 std::move(hint));
  }

  [[nodiscard]] OutageEffect effect() const {
    if (spec_.of == FailureSpec::Of::managers) return OutageEffect::no_starts;
    if (spec_.is_of_store()) return OutageEffect::store;
    if (spec_.link_rate) return OutageEffect::slow_links;
    return spec_.pace ? OutageEffect::slow : OutageEffect::away;
  }

  void add_machines(FailingParts& parts) {
    const auto store = store_with_parts({.place = spec_.place,
                                         .pointer = spec_.pointer,
                                         .store = spec_.store,
                                         .drives = spec_.of == FailureSpec::Of::drives},
                                        scenario_, context_);
    if (!store) return;
    parts.store = *store;
    parts.of_drives = spec_.of == FailureSpec::Of::drives;
    const StoreMakeup& of = scenario_.cluster.storage[*store].makeup;
    const std::int64_t count = parts.of_drives ? of.drives.count : machines_up(of, {});
    constexpr std::int64_t kMostUnits = 1'000'000;
    if (count > kMostUnits)
      return fault("store",
                   fmt::format("it has {} {}s, of which each could fail", count,
                               parts.of_drives ? "drive" : of.machines.name),
                   fmt::format("at most {} are followed", kMostUnits));
    parts.units.resize(static_cast<std::size_t>(count));
    check_service(of, parts);
  }

  /// A store that hardly ever serves anybody would let no job end.
  void check_service(const StoreMakeup& of, const FailingParts& parts) {
    constexpr double kLeast = 0.01;
    const double served = share_served(of, parts);
    if (!(served < kLeast)) return;
    fault("mean_time",
          fmt::format("its {} {}s would fail so often that it serves jobs for {:.2g} % of the time",
                      parts.units.size(), parts.of_drives ? "drive" : of.machines.name,
                      100.0 * served),
          "a longer time, shorter repairs, or more protection");
  }

  /// Of the time: each is away for its repair, or until it is rebuilt, whatever the others are.
  [[nodiscard]] static double share_served(const StoreMakeup& of, const FailingParts& parts) {
    const Seconds rebuilt =
        of.rebuild_after + (parts.of_drives ? of.drives.rebuild : of.machines.rebuild);
    const double missed = std::min(parts.repair, rebuilt).value();
    const double up = 1.0 / (1.0 + missed * parts.failures_per_second());
    const auto count = static_cast<double>(parts.units.size());
    double chance = std::pow(up, count);  // none is away
    double sum = chance;
    for (std::int64_t lost = 1; lost <= of.survives && lost <= std::ssize(parts.units); ++lost) {
      const auto k = static_cast<double>(lost);
      chance *= (count - k + 1.0) / k * (1.0 - up) / up;
      sum += chance;
    }
    return sum;
  }

  void read_log(const std::vector<OutageNode>& failing, FailingParts& parts) {
    FailureLog log = read_failure_log(spec_.log, spec_.name, failing, cluster_.platform());
    if (!log.fault.empty())
      return fault("log", fmt::format("{}: {}", excerpt(spec_.log, 200), log.fault),
                   "a line is: node,start_s,end_s");
    if (log.left_out > 0)
      note_ = fmt::format("{}: {} row{} of failures left out ({})", excerpt(spec_.log, 200),
                          log.left_out, log.left_out == 1 ? "" : "s", log.first_left_out);
    parts.logged = std::move(log.failures);
    for (PlannedOutage& failed : parts.logged) {
      failed.effect = parts.effect;
      failed.pace = parts.pace;
      failed.all_adapters = parts.all_adapters;
    }
  }

  std::vector<OutageNode> nodes() {
    if (spec_.of == FailureSpec::Of::managers) return {};
    const Platform& platform = cluster_.platform();
    std::vector<std::string> named = spec_.nodes;
    if (named.empty()) {
      for (const NodeGroup& group : platform.groups())
        if (!group.pool) named.push_back(group.name);
      if (named.empty())
        fault("nodes", "the cluster has no nodes", "processors of a pool cannot be taken away");
    }
    return nodes_away({spec_.place, spec_.pointer, named}, platform, context_);
  }

  const FailureSpec& spec_;
  const ScenarioSpec& scenario_;
  const Cluster& cluster_;
  ReadingContext& context_;
  std::string note_;
};

}  // namespace

std::vector<FailingParts> check_failures(ScenarioSpec& spec, const Cluster& cluster,
                                         ReadingContext& context) {
  std::vector<FailingParts> all;
  const bool by_steps = std::ranges::any_of(
      spec.streams, [](const StreamSpec& stream) { return stream.has_steps(); });
  for (const FailureSpec& failure : spec.cluster.failures) {
    if (is_never_away({failure.place, failure.pointer, failure.nodes}, by_steps, context))
      return {};
    FailureChecker checker(failure, spec, cluster, context);
    FailingParts parts = checker.check();
    if (!checker.note().empty()) spec.notes.push_back(checker.note());
    if (parts.units.empty()) continue;
    all.push_back(std::move(parts));
  }
  return all;
}

}  // namespace gpuscape
