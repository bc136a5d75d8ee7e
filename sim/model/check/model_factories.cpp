#include "sim/model/check/model_factories.hpp"

namespace gpuscape {

std::unique_ptr<Scheduler> ModelFactories::scheduler() const {
  return scheduler(scheduler_.policy);
}
std::unique_ptr<Backfill> ModelFactories::backfill() const { return backfill(scheduler_.backfill); }
std::unique_ptr<PlacementPolicy> ModelFactories::placement() const {
  return placement(scheduler_.placement);
}
std::unique_ptr<Scheduler> ModelFactories::scheduler(const ModelSpec& spec) const {
  return build_model(registry_->schedulers, spec);
}
std::unique_ptr<Backfill> ModelFactories::backfill(const ModelSpec& spec) const {
  return build_model(registry_->backfills, spec);
}
std::unique_ptr<PlacementPolicy> ModelFactories::placement(const ModelSpec& spec) const {
  return build_model(registry_->placements, spec);
}
std::vector<std::shared_ptr<const Application>> ModelFactories::applications() const {
  std::vector<std::shared_ptr<const Application>> all;
  all.reserve(applications_.size());
  for (const NamedApplicationSpec& spec : applications_)
    all.push_back(build_model(registry_->applications, spec.model));
  return all;
}

}  // namespace gpuscape
