#pragma once
/// Applications and GPUs as the catalogue has them.

#include <memory>
#include <string>
#include <vector>

#include "sim/catalog/resolve_applications.hpp"
#include "sim/model/applications/step_gpus.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::test {

inline const Catalog& shipped_catalog() {
  static const Catalog catalog = Catalog::shipped();
  return catalog;
}

/// An application with what the catalogue knows of `entry` below its own parameters.
struct BuiltApplication {
  std::unique_ptr<Application> model;
  std::vector<Issue> issues;
};
inline BuiltApplication application_of(const std::string& entry, const std::string& own = "{}") {
  JsonValue parameters = *application_entry(shipped_catalog(), entry);
  lay_over(parameters, parse_json(own, "test.json"));
  ReadingContext context;
  BuiltApplication built;
  {
    ObjectReader reader(parameters, "", context);
    built.model = builtin_models().applications.find("data-parallel")->read(reader);
  }
  built.issues = context.sorted_issues();
  return built;
}
/// One that is described in the scenario itself.
inline BuiltApplication own_application(const std::string& own) {
  return application_of(std::string(kBaseOfApplications), own);
}

inline StepGpu gpu_of(const std::string& id) {
  return step_gpu(id, plain_entry(*shipped_catalog().find("gpus", id)));
}

/// As many GPUs of one kind, in nodes of `per_node`.
inline StepCase case_of(const std::string& gpu, std::int64_t gpus, std::int64_t per_node = 8) {
  return {.gpu = gpu_of(gpu),
          .gpus = gpus,
          .nodes = (gpus + per_node - 1) / per_node,
          .gpus_per_node = std::min(gpus, per_node)};
}

/// Samples a second where the exchange is hidden.
inline double rate_of(const Application& application, const StepCase& of) {
  const StepCosts costs = application.step(of);
  return costs.samples / step_time(costs, Seconds(0.0)).value();
}

}  // namespace gpuscape::test
