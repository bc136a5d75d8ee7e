/// No backfill: nobody passes a head that does not fit.
/// Leaves out nothing. Has no numbers.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class NoBackfill final : public Backfill {
 public:
  NoBackfill()
      : Backfill({.depth = std::nullopt,
                  .knows_shared_gpus = true,
                  .plans_over_groups = true,
                  .plans_on_pools = true}) {}
  void fill(SchedulingPass& /*pass*/) override {}
};

}  // namespace

void register_backfill_none(Registry& registry) {
  registry.backfills.add("none", "A head that does not fit holds up everyone behind it.",
                         [](ObjectReader&) { return std::make_unique<NoBackfill>(); });
}

}  // namespace gpuscape
