#include "sim/model/failures/check_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/failures/failure_log.hpp"
#include "sim/model/failures/nodes_away.hpp"

namespace gpuscape {

namespace {

class FailureChecker {
 public:
  FailureChecker(const FailureSpec& spec, const Platform& platform, ReadingContext& context)
      : spec_(spec), platform_(platform), context_(context) {}

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
                       .retire_after = spec_.retire_after};
    const std::vector<OutageNode> failing = nodes();
    for (const OutageNode& node : failing) add(node, parts);
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

  void read_log(const std::vector<OutageNode>& failing, FailingParts& parts) {
    FailureLog log = read_failure_log(spec_.log, spec_.name, failing, platform_);
    if (!log.fault.empty())
      return fault("log", fmt::format("{}: {}", excerpt(spec_.log, 200), log.fault),
                   "a line is: node,start_s,end_s");
    if (log.left_out > 0)
      note_ = fmt::format("{}: {} row{} of failures left out ({})", excerpt(spec_.log, 200),
                          log.left_out, log.left_out == 1 ? "" : "s", log.first_left_out);
    parts.logged = std::move(log.failures);
  }

  std::vector<OutageNode> nodes() {
    std::vector<std::string> named = spec_.nodes;
    if (named.empty()) {
      for (const NodeGroup& group : platform_.groups())
        if (!group.pool) named.push_back(group.name);
      if (named.empty())
        fault("nodes", "the cluster has no nodes", "processors of a pool cannot be taken away");
    }
    std::vector<OutageNode> all =
        nodes_away({spec_.place, spec_.pointer, named}, platform_, context_);
    if (spec_.of == FailureSpec::Of::gpus)
      for (const OutageNode& at : all) {
        const NodeGroup& group = platform_.groups()[at.group];
        if (group.capacity.gpus > 0 && !group.pool) continue;
        fault("of",
              group.pool ? fmt::format("\"{}\" is a pool: it fails as a whole", excerpt(group.name))
                         : fmt::format("nodes \"{}\" have no GPUs", excerpt(group.name)),
              R"("of": "nodes", or other "nodes")");
        return {};
      }
    return all;
  }

  /// A node with several GPUs fails with the first of them.
  void add(const OutageNode& node, FailingParts& parts) const {
    if (spec_.of == FailureSpec::Of::domains) {
      const bool joins = !parts.units.empty() &&
                         parts.units.back().nodes.back().group == node.group &&
                         std::ssize(parts.units.back().nodes) < spec_.nodes_each;
      if (!joins) parts.units.emplace_back();
      parts.units.back().nodes.push_back(node);
      return;
    }
    parts.units.push_back({{node}});
  }

  const FailureSpec& spec_;
  const Platform& platform_;
  ReadingContext& context_;
  std::string note_;
};

/// GPUs of the nodes of a kind that fails by GPU; 0 where they differ.
std::int32_t gpus_each(const FailingParts& parts, const Platform& platform) {
  std::int32_t gpus = -1;
  for (const FailingParts::Unit& unit : parts.units) {
    const std::int32_t here = platform.groups()[unit.nodes.front().group].capacity.gpus;
    if (gpus >= 0 && gpus != here) return 0;
    gpus = here;
  }
  return gpus;
}

}  // namespace

std::vector<FailingParts> check_failures(ScenarioSpec& spec, const Platform& platform,
                                         ReadingContext& context) {
  std::vector<FailingParts> all;
  const bool by_steps = std::ranges::any_of(
      spec.streams, [](const StreamSpec& stream) { return stream.has_steps(); });
  for (const FailureSpec& failure : spec.cluster.failures) {
    if (is_never_away({failure.place, failure.pointer, failure.nodes}, by_steps, context))
      return {};
    FailureChecker checker(failure, platform, context);
    FailingParts parts = checker.check();
    if (!checker.note().empty()) spec.notes.push_back(checker.note());
    if (parts.units.empty()) continue;
    if (failure.of == FailureSpec::Of::gpus) {
      const std::int32_t gpus = gpus_each(parts, platform);
      if (gpus == 0)
        context.add(failure.place, failure.pointer, "its nodes have different numbers of GPUs",
                    "one entry for each group of nodes");
      else  // the first of n: Weibull's scale is divided by n to the power of 1 / shape
        parts.mean_time = parts.mean_time * std::pow(gpus, -1.0 / failure.shape);
    }
    all.push_back(std::move(parts));
  }
  return all;
}

}  // namespace gpuscape
