#include "sim/model/collectives/collective_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/fields/json_pointer.hpp"
#include "sim/model/collectives/collective_choice.hpp"
#include "sim/model/collectives/exchange_planner.hpp"
#include "sim/model/collectives/measured_exchange.hpp"

namespace gpuscape {

namespace {

/// The most moves, rounds counted, that a run takes.
constexpr std::int64_t kMostMoves = 20'000'000;

class Planner {
 public:
  Planner(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
          TransferWays& ways, ReadingContext& context)
      : spec_(spec),
        graph_(graph),
        ways_(ways),
        context_(context),
        chooser_(registry, spec.libraries, context) {}

  void add(const CollectiveSpec& spec, TransferPlan& plan) {
    Ranks ranks;
    if (const RankFault wrong = find_ranks(graph_, spec.among, ranks); !wrong.message.empty())
      return fault(spec, {"among", wrong.message, wrong.hint});
    const RankHardware hardware = hardware_of(spec_.cluster, graph_, ranks);
    CollectiveRefusal refusal;
    const CollectiveLibrary* library = chooser_.library(spec.library, hardware.vendor, refusal);
    if (library == nullptr) return fault(spec, refusal);
    RankRoutes routes(graph_, ranks, ways_, plan, hardware.peer_access);
    CollectiveCase of{.operation = operation_named(spec.operation),
                      .node_sizes = ranks.node_sizes,
                      .library = library};
    CollectiveChooser::fit_out(of, hardware, routes, spec.type);
    PlannedCollective planned{.operation = spec.operation,
                              .type = spec.type,
                              .library = library->id,
                              .basis = library->basis,
                              .in_place = spec.in_place,
                              .bus_factor = bus_factor(of.operation, of.ranks()),
                              .among = among_text(of),
                              .start = spec.start,
                              .sizes = {}};
    ExchangePlanner planner(graph_, *library, plan, routes);
    if (add_sizes(spec, of, planner, routes, planned))
      plan.collectives.push_back(std::move(planned));
  }

 private:
  /// False after a fault.
  bool add_sizes(const CollectiveSpec& spec, CollectiveCase& of, ExchangePlanner& planner,
                 const RankRoutes& routes, PlannedCollective& planned) {
    for (const Bytes bytes : spec.bytes) {
      of.bytes = bytes;
      const auto measured =
          spec.algorithm == "auto" ? measured_time(spec_.libraries, of) : std::nullopt;
      std::optional<PlannedExchange> exchange =
          choose(spec, of, planner, routes, spec.together || measured);
      if (!exchange) return false;
      if (measured) {
        exchange = as_measured(std::move(*exchange), *measured);
        planned.basis = "measured";
      }
      planned.sizes.push_back(std::move(*exchange));
    }
    return true;
  }

  void fault(const CollectiveSpec& spec, const CollectiveRefusal& refusal) {
    context_.add(spec.place,
                 refusal.key.empty() ? spec.pointer : child_pointer(spec.pointer, refusal.key),
                 refusal.message, refusal.hint);
  }

  static std::string among_text(const CollectiveCase& of) {
    return of.nodes() == 1 ? fmt::format("{} GPUs", of.ranks())
                           : fmt::format("{} GPUs on {} nodes", of.ranks(), of.nodes());
  }

  /// The one of least time alone on the cluster; nothing after a fault.
  std::optional<PlannedExchange> choose(const CollectiveSpec& spec, const CollectiveCase& of,
                                        ExchangePlanner& planner, const RankRoutes& routes,
                                        bool together) {
    std::optional<PlannedExchange> best;
    CollectiveRefusal wrong;
    const auto take = [&](const CollectiveOffer& offer) {
      wrong = too_large(spec, offer.plan);
      if (!wrong.message.empty()) return false;
      auto found = planner.exchange(offer.plan, together);
      if (!found) wrong = {"among", routes.fault().message, routes.fault().hint};
      if (!found) return false;
      if (best && best->idle_time <= found->idle_time) return true;
      best = std::move(found);
      best->bytes = of.bytes;
      best->algorithm = offer.algorithm;
      best->protocol = offer.protocol;
      return true;
    };
    const CollectiveRefusal refusal =
        chooser_.for_each_offer(spec.algorithm, spec.launched, of, take);
    if (wrong.message.empty()) wrong = refusal;
    if (wrong.message.empty()) return best;
    fault(spec, wrong);
    return std::nullopt;
  }

  static CollectiveRefusal too_large(const CollectiveSpec& spec, const CollectivePlan& plan) {
    std::int64_t moves = 0;
    for (const CollectiveStage& stage : plan.stages)
      moves += std::ssize(stage.moves) * (spec.together ? 1 : stage.rounds);
    if (moves <= kMostMoves) return {};
    return {"", "more than 20 000 000 moves in all rounds", R"("rounds": "together")"};
  }

  const ScenarioSpec& spec_;
  const ClusterGraph& graph_;
  TransferWays& ways_;
  ReadingContext& context_;
  CollectiveChooser chooser_;
};

}  // namespace

void plan_collectives(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
                      TransferWays& ways, TransferPlan& plan, ReadingContext& context) {
  const bool any = std::ranges::any_of(
      spec.streams, [](const StreamSpec& stream) { return !stream.collectives.empty(); });
  if (!any) return;
  Planner planner(spec, graph, registry, ways, context);
  for (const StreamSpec& stream : spec.streams)
    for (const CollectiveSpec& collective : stream.collectives) planner.add(collective, plan);
}

}  // namespace gpuscape
