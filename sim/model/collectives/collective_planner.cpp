#include "sim/model/collectives/collective_planner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/model/collectives/collective_library.hpp"
#include "sim/model/collectives/exchange_planner.hpp"
#include "sim/model/collectives/measured_exchange.hpp"
#include "sim/model/collectives/rank_hardware.hpp"

namespace gpuscape {

namespace {

/// The most moves, rounds counted, that a run takes.
constexpr std::int64_t kMostMoves = 20'000'000;

CollectiveOperation operation_of(std::string_view name) {
  const auto found = std::ranges::find(kCollectiveOperations, name);
  return static_cast<CollectiveOperation>(found - kCollectiveOperations.begin());
}

/// Whether a library takes it by itself. Trees are for several nodes: within one they are chains
/// with the hops of a ring.
bool is_chosen(const std::string& algorithm, const CollectiveCase& of) {
  const std::vector<std::string>& offered = of.library->algorithms;
  return std::ranges::find(offered, algorithm) != offered.end() &&
         (algorithm != "tree" || of.nodes() > 1);
}

/// Whether switches add up data of that type.
bool adds_up(std::string_view type) { return type != "int8" && type != "fp8"; }

struct Algorithm {
  std::string name;
  std::unique_ptr<const Collective> model;
};

std::vector<Algorithm> all_algorithms(const Registry& registry, ReadingContext& context) {
  std::vector<Algorithm> all;
  const JsonValue nothing = JsonValue::make_object();
  for (std::size_t i = 0; i < registry.collectives.size(); ++i) {
    const std::string& name = registry.collectives.card(i).name;
    ObjectReader reader(nothing, "", context);
    all.push_back({name, registry.collectives.find(name)->read(reader)});
  }
  return all;
}

class Planner {
 public:
  Planner(const ScenarioSpec& spec, const ClusterGraph& graph, const Registry& registry,
          TransferWays& ways, ReadingContext& context)
      : spec_(spec),
        graph_(graph),
        ways_(ways),
        context_(context),
        algorithms_(all_algorithms(registry, context)),
        libraries_(read_libraries(spec.libraries, context)) {}

  void add(const CollectiveSpec& spec, TransferPlan& plan) {
    Ranks ranks;
    if (const RankFault wrong = find_ranks(graph_, spec.among, ranks); !wrong.message.empty())
      return fault(spec, "among", wrong.message, wrong.hint);
    const RankHardware hardware = hardware_of(spec_.cluster, graph_, ranks);
    const CollectiveLibrary* library = library_of(spec, hardware);
    if (library == nullptr) return;
    RankRoutes routes(graph_, ranks, ways_, plan, hardware.peer_access);
    CollectiveCase of{.operation = operation_of(spec.operation),
                      .node_sizes = ranks.node_sizes,
                      .library = library};
    fit_out(of, hardware, routes, adds_up(spec.type));
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

  static void fit_out(CollectiveCase& of, const RankHardware& hardware, const RankRoutes& routes,
                      bool adds_up) {
    if (routes.by_nvlink()) of.generation = generation_of(*of.library, hardware);
    of.switch_reduces = routes.by_nvswitch() && hardware.switch_reduces && adds_up;
    of.network_reduces = hardware.network_reduces && adds_up;
  }

  void fault(const CollectiveSpec& spec, std::string_view key, std::string message,
             std::string hint) {
    context_.add(spec.place, key.empty() ? spec.pointer : child_pointer(spec.pointer, key),
                 std::move(message), std::move(hint));
  }

  static std::string among_text(const CollectiveCase& of) {
    return of.nodes() == 1 ? fmt::format("{} GPUs", of.ranks())
                           : fmt::format("{} GPUs on {} nodes", of.ranks(), of.nodes());
  }

  const CollectiveLibrary* library_of(const CollectiveSpec& spec, const RankHardware& hardware) {
    const std::string& vendor = hardware.vendor;
    const auto found = std::ranges::find_if(libraries_, [&](const CollectiveLibrary& library) {
      return spec.library.empty() ? vendor.empty() || library.vendor == vendor
                                  : library.id == spec.library;
    });
    std::vector<std::string> ids;
    ids.reserve(libraries_.size());
    for (const CollectiveLibrary& library : libraries_) ids.push_back(library.id);
    if (found == libraries_.end()) {
      fault(spec, spec.library.empty() ? "" : "library",
            spec.library.empty()
                ? fmt::format("no library of the catalogue runs on GPUs of {}", excerpt(vendor))
                : fmt::format("unknown library \"{}\"", excerpt(spec.library)),
            spec.library.empty() ? R"(name a "library")" : nearest_hint(spec.library, ids));
      return nullptr;
    }
    if (vendor.empty() || found->vendor == vendor) return &*found;
    fault(spec, "library",
          fmt::format("\"{}\" runs on GPUs of {}, and these are of {}", found->id, found->vendor,
                      excerpt(vendor)),
          "");
    return nullptr;
  }

  /// That of the links, or the newest that is known.
  static const LibraryGeneration* generation_of(const CollectiveLibrary& library,
                                                const RankHardware& hardware) {
    const auto found =
        std::ranges::find(library.generations, hardware.nvlink, &LibraryGeneration::id);
    if (found != library.generations.end()) return &*found;
    return library.generations.empty() ? nullptr : &library.generations.back();
  }

  static bool offers(const CollectiveCase& of, CollectiveProtocol protocol) {
    const LibraryProtocol& numbers = of.library->of(protocol);
    const bool within = of.generation == nullptr ? numbers.pcie.offered : numbers.nvlink.offered;
    return (of.ranks_per_node() < 2 || within) && (of.nodes() < 2 || numbers.network.offered);
  }

  std::optional<PlannedExchange> choose(const CollectiveSpec& spec, const CollectiveCase& of,
                                        ExchangePlanner& planner, const RankRoutes& routes,
                                        bool together) {
    std::optional<PlannedExchange> best;
    for (const Algorithm* algorithm : candidates(spec, of)) {
      for (const CollectiveProtocol protocol : algorithm->model->traits().protocols) {
        if (!offers(of, protocol)) continue;
        CollectivePlan plan = algorithm->model->plan(of, protocol);
        if (spec.launched) plan.latency += of.library->launch;
        if (!fits(spec, plan)) return std::nullopt;
        auto found = planner.exchange(plan, together);
        if (!found) {
          fault(spec, "among", routes.fault().message, routes.fault().hint);
          return std::nullopt;
        }
        if (best && best->idle_time <= found->idle_time) continue;
        best = std::move(found);
        best->bytes = of.bytes;
        best->algorithm = algorithm->name;
        best->protocol = algorithm->model->traits().protocols.size() > 1
                             ? std::string(protocol_name(protocol))
                             : std::string();
      }
    }
    return best;
  }

  bool fits(const CollectiveSpec& spec, const CollectivePlan& plan) {
    std::int64_t moves = 0;
    for (const CollectiveStage& stage : plan.stages)
      moves += std::ssize(stage.moves) * (spec.together ? 1 : stage.rounds);
    if (moves <= kMostMoves) return true;
    fault(spec, "", "more than 20 000 000 moves in all rounds", R"("rounds": "together")");
    return false;
  }

  /// Those that can do it; none after a fault.
  std::vector<const Algorithm*> candidates(const CollectiveSpec& spec, const CollectiveCase& of) {
    std::vector<const Algorithm*> able;
    std::vector<std::string> names{"auto"};
    bool known = spec.algorithm == "auto";
    for (const Algorithm& algorithm : algorithms_) {
      names.push_back(algorithm.name);
      const bool named = spec.algorithm == algorithm.name;
      const bool chosen = spec.algorithm == "auto" && is_chosen(algorithm.name, of);
      known = known || named;
      if (!named && !chosen) continue;
      const CollectiveFault wrong = fault_of(algorithm, of);
      if (wrong.message.empty())
        able.push_back(&algorithm);
      else if (named)
        fault(spec, "algorithm", fmt::format("\"{}\": {}", algorithm.name, wrong.message),
              wrong.hint);
    }
    if (!known)
      fault(spec, "algorithm", fmt::format("unknown algorithm \"{}\"", excerpt(spec.algorithm)),
            nearest_hint(spec.algorithm, names));
    if (able.empty() && spec.algorithm == "auto")
      fault(spec, "", fmt::format("\"{}\" has no algorithm for {}", of.library->id, spec.operation),
            "");
    return able;
  }

  static CollectiveFault fault_of(const Algorithm& algorithm, const CollectiveCase& of) {
    const auto& operations = algorithm.model->traits().operations;
    if (std::ranges::find(operations, of.operation) != operations.end())
      return algorithm.model->fault(of);
    std::vector<std::string_view> names;
    names.reserve(operations.size());
    for (const CollectiveOperation operation : operations)
      names.push_back(operation_name(operation));
    return {fmt::format("it does not do {}", operation_name(of.operation)),
            fmt::format("it does {}", fmt::join(names, ", "))};
  }

  const ScenarioSpec& spec_;
  const ClusterGraph& graph_;
  TransferWays& ways_;
  ReadingContext& context_;
  std::vector<Algorithm> algorithms_;
  std::vector<CollectiveLibrary> libraries_;
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
