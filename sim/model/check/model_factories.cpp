#include "sim/model/check/model_factories.hpp"

namespace gpuscape {

std::unique_ptr<Scheduler> ModelFactories::scheduler() const {
  return build_model(registry_->schedulers, scheduler_.policy);
}
std::unique_ptr<Backfill> ModelFactories::backfill() const {
  return build_model(registry_->backfills, scheduler_.backfill);
}
std::unique_ptr<PlacementPolicy> ModelFactories::placement() const {
  return build_model(registry_->placements, scheduler_.placement);
}
std::vector<std::shared_ptr<const Application>> ModelFactories::applications() const {
  std::vector<std::shared_ptr<const Application>> all;
  all.reserve(applications_.size());
  for (const NamedApplicationSpec& spec : applications_)
    all.push_back(build_model(registry_->applications, spec.model));
  return all;
}

}  // namespace gpuscape
