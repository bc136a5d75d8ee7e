#include "sim/model/check/policy_factories.hpp"

#include "sim/model/build_model.hpp"

namespace gpuscape {

std::unique_ptr<Scheduler> PolicyFactories::scheduler() const {
  return build_model(registry_->schedulers, spec_.policy);
}
std::unique_ptr<Backfill> PolicyFactories::backfill() const {
  return build_model(registry_->backfills, spec_.backfill);
}
std::unique_ptr<PlacementPolicy> PolicyFactories::placement() const {
  return build_model(registry_->placements, spec_.placement);
}

}  // namespace gpuscape
