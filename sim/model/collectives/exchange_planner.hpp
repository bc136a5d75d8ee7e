#pragma once
/// From an algorithm's plan to flows over links, and what they take while nobody else is on them.

#include <optional>
#include <string>
#include <vector>

#include "sim/model/collective.hpp"
#include "sim/model/collectives/rank_routes.hpp"
#include "sim/model/exchange_pattern.hpp"

namespace gpuscape {

/// Everything must outlive it.
class ExchangePlanner {
 public:
  ExchangePlanner(const ClusterGraph& graph, const CollectiveLibrary& library,
                  const TransferPlan& plan, RankRoutes& routes)
      : graph_(graph), library_(library), plan_(plan), routes_(routes) {}

  /// Nothing where no way leads from a rank to another one; the routes say why.
  [[nodiscard]] std::optional<PlannedExchange> exchange(const CollectivePlan& plan, bool together);
  /// What the same asks of links wherever its nodes are, below one switch. `places`: of each rank,
  /// its node's place. A plan of several stages counts one between nodes with what others do there,
  /// and those within nodes as time of its own.
  [[nodiscard]] std::optional<ExchangePattern> pattern(const CollectivePlan& plan,
                                                       const std::vector<std::uint32_t>& places);

 private:
  struct StageLoad;
  /// Adds what the move asks for in each of the stage's rounds.
  void load_move(const CollectiveStage& stage, const PlannedMove& move,
                 const std::vector<std::uint32_t>& places, StageLoad& load) const;
  /// Adds what so many rounds ask for, of which each takes that long within nodes.
  void add_load(const StageLoad& load, double rounds, Seconds within,
                ExchangePattern& pattern) const;
  /// Adds what the stage's moves are over links.
  [[nodiscard]] bool add_moves(const CollectiveStage& stage, PlannedStage& planned);
  [[nodiscard]] bool add_move(const CollectiveMove& move, PlannedStage& planned);
  [[nodiscard]] double share(const CollectiveStage& stage, const RankRoute& route) const;
  /// How long a round's bytes take alone, at the rate that fills the fullest link as far as the
  /// library fills such links; each move is bound to it.
  void set_bounds(const CollectiveStage& stage, PlannedStage& planned, std::string& bound_by);

  const ClusterGraph& graph_;
  const CollectiveLibrary& library_;
  const TransferPlan& plan_;
  RankRoutes& routes_;
};

}  // namespace gpuscape
