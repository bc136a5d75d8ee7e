#pragma once
/// From an algorithm's plan to flows over links, and what they take while nobody else is on them.

#include <optional>
#include <string>
#include <vector>

#include "sim/model/collective.hpp"
#include "sim/model/collectives/rank_routes.hpp"

namespace gpuscape {

/// Everything must outlive it.
class ExchangePlanner {
 public:
  ExchangePlanner(const ClusterGraph& graph, const CollectiveLibrary& library,
                  const TransferPlan& plan, RankRoutes& routes)
      : graph_(graph), library_(library), plan_(plan), routes_(routes) {}

  /// Nothing where no way leads from a rank to another one; the routes say why.
  [[nodiscard]] std::optional<PlannedExchange> exchange(const CollectivePlan& plan, bool together);

 private:
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
