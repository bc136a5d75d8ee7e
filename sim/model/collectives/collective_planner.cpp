#include "sim/model/collectives/collective_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/fields/json_pointer.hpp"
#include "sim/model/access/step_access.hpp"
#include "sim/model/collectives/collective_choice.hpp"
#include "sim/model/collectives/exchange_planner.hpp"
#include "sim/model/collectives/measured_exchange.hpp"
#include "sim/model/collectives/step_reads.hpp"

namespace gpuscape {

namespace {

/// The most moves, rounds counted, that a run takes.
constexpr std::int64_t kMostMoves = 20'000'000;

class CollectivePlanner {
 public:
  CollectivePlanner(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
                    const GpuAccess* access, const InputPlan& storage, TransferWays& ways,
                    ReadingContext& context)
      : spec_(spec),
        graph_(graph),
        ways_(ways),
        context_(context),
        chooser_(registry, spec.libraries, context),
        access_(access, graph, ways),
        reads_(storage, graph, ways) {}

  void add(const CollectiveSpec& spec, TransferPlan& plan) {
    Ranks ranks;
    if (const RankFault wrong = find_ranks(graph_, spec.among, 2, ranks); !wrong.message.empty())
      return fault(spec, {"among", wrong.message, wrong.hint});
    if (auto planned = planned_of(spec, ranks, plan))
      plan.collectives.push_back(std::move(*planned));
  }

  /// Steps on one number of GPUs after the other.
  void add(const std::string& stream, const StepsSpec& spec, const JobCosts* costs,
           TransferPlan& plan) {
    Ranks all;
    if (const RankFault wrong = find_ranks(graph_, spec.on, 1, all); !wrong.message.empty())
      return step_fault(spec, "on", wrong.message, wrong.hint);
    const auto most = std::ssize(all.gpus);
    PlannedCollective planned{
        .application = spec.name, .stream = stream, .start = spec.start, .sizes = {}};
    if (spec.gpus.size() > 1) planned.scaling = spec.strong ? "strong" : "weak";
    const std::vector<std::int64_t> counts =
        spec.gpus.empty() ? std::vector<std::int64_t>{most} : spec.gpus;
    for (const std::int64_t count : counts) {
      if (count > most)
        return step_fault(spec, "gpus", fmt::format("{} GPUs of {}", count, most),
                          R"("on" names too few of them)");
      auto exchange = step_on(spec, first_of(all, count), counts.front(), costs, plan);
      if (!exchange) return;
      planned.sizes.push_back(std::move(*exchange));
    }
    plan.collectives.push_back(std::move(planned));
  }

 private:
  void step_fault(const StepsSpec& spec, std::string_view key, std::string message,
                  std::string hint) {
    context_.add(spec.place, child_pointer(spec.pointer, key), std::move(message), std::move(hint));
  }

  static std::vector<ExchangeNode> nodes_of(const Ranks& ranks) {
    std::vector<ExchangeNode> nodes;
    std::size_t first = 0;
    for (const std::uint32_t size : ranks.node_sizes) {
      nodes.push_back({ranks.gpus[first].node, size, {}});
      first += size;
    }
    return nodes;
  }

  /// What of a step is computed on these GPUs; nothing after a fault.
  std::optional<StepCosts> costs_on(const StepsSpec& spec, const Ranks& ranks, std::int64_t first,
                                    const JobCosts* costs) {
    ApplicationSpec on = spec.application;
    if (!on.model)
      return StepCosts{.compute = on.step_time,
                       .backward = on.step_time,
                       .overlap = on.overlap,
                       .exchange = on.bytes_per_step,
                       .basis = "given"};
    on.keeps_batch_per_gpu = !spec.strong;
    on.sized_for_gpus = first;
    on.resized_to = std::ssize(ranks.gpus);
    const std::vector<ExchangeNode> nodes = nodes_of(ranks);
    for (const ExchangeNode& node : nodes) {
      ApplicationFault wrong = costs->fault(on, graph_.platform().group_of(node.node));
      if (wrong.message.empty()) continue;
      step_fault(spec, "application", std::move(wrong.message), std::move(wrong.hint));
      return std::nullopt;
    }
    return costs->of(on, nodes, clients_of(spec));
  }

  /// A client prepares the samples of all its GPUs.
  JobCosts::Clients clients_of(const StepsSpec& spec) const {
    std::string why;
    const auto client = spec.client.empty() ? std::nullopt : graph_.find(spec.client, why);
    if (!client) return {};
    const Platform& platform = graph_.platform();
    const NodeGroup& group = platform.groups()[platform.group_of(client->node)];
    return {.count = 1, .milli_cores = group.capacity.milli_cores, .whole = true};
  }

  std::optional<PlannedExchange> step_on(const StepsSpec& spec, const Ranks& ranks,
                                         std::int64_t first, const JobCosts* costs,
                                         TransferPlan& plan) {
    const auto found = costs_on(spec, ranks, first, costs);
    if (!found) return std::nullopt;
    PlannedExchange exchange;
    if (ranks.gpus.size() > 1 && found->exchange > Bytes(0.0)) {
      const JobCollectiveSpec by = spec.application.collective.value_or(JobCollectiveSpec{});
      CollectiveSpec asked;
      asked.operation = by.operation;
      asked.bytes = {found->exchange};
      asked.algorithm = by.algorithm;
      asked.type = by.type;
      asked.library = by.library;
      asked.together = spec.together;
      asked.place = spec.place;
      asked.pointer = child_pointer(spec.pointer, "application");
      auto planned = planned_of(asked, ranks, plan);
      if (!planned) return std::nullopt;
      exchange = std::move(planned->sizes.front());
    }
    exchange.step = PlannedStep{.compute = std::max(found->compute, found->input),
                                .covers = covered_time(*found),
                                .late = exchange.idle_time * found->last_bucket,
                                .steps = spec.steps,
                                .gpus = std::ssize(ranks.gpus),
                                .nodes = std::ssize(ranks.node_sizes),
                                .samples = found->samples,
                                .to_train = found->to_train,
                                .start_up = found->start_up,
                                .input_bound = found->input > found->compute,
                                .basis = found->basis,
                                .gpu_time = found->compute,
                                .on = ranks.gpus};
    if (spec.application.model) {
      std::string why;
      const auto client = spec.client.empty() ? std::nullopt : graph_.find(spec.client, why);
      const auto readers =
          client ? std::vector<StepReads::Node>{{.node = client->node}} : readers_on(ranks);
      if (std::string wrong =
              reads_.add(spec.application, *costs, *found, readers, *exchange.step, plan);
          !wrong.empty()) {
        step_fault(spec, "application", std::move(wrong), "a network that joins it");
        return std::nullopt;
      }
    }
    if (spec.client.empty()) return exchange;
    StepAccessFault wrong = access_.add(spec, ranks.gpus, *found, *exchange.step, plan);
    if (wrong.message.empty()) return exchange;
    step_fault(spec, wrong.key, std::move(wrong.message), std::move(wrong.hint));
    return std::nullopt;
  }

  /// All sizes among those ranks; nothing after a fault.
  std::optional<PlannedCollective> planned_of(const CollectiveSpec& spec, const Ranks& ranks,
                                              TransferPlan& plan) {
    const RankHardware hardware = hardware_of(spec_.cluster, graph_, ranks);
    CollectiveRefusal refusal;
    const CollectiveLibrary* library = chooser_.library(spec.library, hardware.vendor, refusal);
    if (library == nullptr) {
      fault(spec, refusal);
      return std::nullopt;
    }
    RankRoutes routes(graph_, ranks, ways_, plan,
                      {.peer_access = hardware.peer_access && spec.settings.peer_to_peer,
                       .nvlink = spec.settings.peer_to_peer});
    CollectiveCase of{.operation = operation_named(spec.operation),
                      .node_sizes = ranks.node_sizes,
                      .library = library,
                      .protocol = protocol_named(spec.settings.protocol),
                      .channels = spec.settings.channels};
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
    if (!add_sizes(spec, of, planner, routes, planned)) return std::nullopt;
    return planned;
  }

  /// A profile's laws are of what the library does by itself.
  static bool is_as_measured(const CollectiveSpec& spec) {
    return spec.algorithm == "auto" && spec.settings.protocol == "auto" &&
           spec.settings.channels == 0 && spec.settings.peer_to_peer;
  }

  /// False after a fault.
  bool add_sizes(const CollectiveSpec& spec, CollectiveCase& of, ExchangePlanner& planner,
                 const RankRoutes& routes, PlannedCollective& planned) {
    for (const Bytes bytes : spec.bytes) {
      of.bytes = bytes;
      const auto measured =
          is_as_measured(spec) ? measured_time(spec_.libraries, of) : std::nullopt;
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
  StepAccess access_;
  StepReads reads_;
};

}  // namespace

void plan_collectives(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
                      const JobCosts* costs, const GpuAccess* access, const InputPlan& storage,
                      TransferWays& ways, TransferPlan& plan, ReadingContext& context) {
  const bool any = std::ranges::any_of(spec.streams, [](const StreamSpec& stream) {
    return !stream.collectives.empty() || !stream.steps.empty();
  });
  if (!any) return;
  CollectivePlanner planner(spec, graph, registry, access, storage, ways, context);
  for (const StreamSpec& stream : spec.streams) {
    for (const CollectiveSpec& collective : stream.collectives) planner.add(collective, plan);
    for (const StepsSpec& steps : stream.steps) planner.add(stream.name, steps, costs, plan);
  }
}

}  // namespace gpuscape
