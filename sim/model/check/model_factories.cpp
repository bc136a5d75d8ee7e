#include "sim/model/check/model_factories.hpp"

#include "sim/base/units/unit_text.hpp"

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
std::unique_ptr<Application> ModelFactories::application(const ApplicationSpec& spec) const {
  if (spec.model) return build_model(registry_->applications, applications_.at(*spec.model).model);
  ModelSpec given{.type = std::string(kApplicationsPlace.fallback),
                  .parameters = JsonValue::make_object(),
                  .pointer = ""};
  given.parameters.set("step_time", JsonValue::make_text(exact_text(spec.step_time)));
  given.parameters.set("bytes_per_step", JsonValue::make_text(exact_text(spec.bytes_per_step)));
  return build_model(registry_->applications, given);
}

}  // namespace gpuscape
