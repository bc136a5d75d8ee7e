#include "sim/remote/remote_reference.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/scenario/located.hpp"

namespace gpuscape {

namespace {

/// The same design with GPUs in their own nodes.
Design with_local_gpus(Design design) {
  design.patches.push_back(
      parse_json(R"({"cluster": {"gpu_access": null}})", "GPUs in their own nodes"));
  return design;
}

}  // namespace

ScenarioError remote_fault(const ScenarioSpec& scenario, std::string pointer, std::string message,
                           std::string hint) {
  return ScenarioError(located({{.file = "",
                                 .pointer = std::move(pointer),
                                 .message = std::move(message),
                                 .hint = std::move(hint)}},
                               scenario));
}

RemoteReference open_remote_reference(const ScenarioSource& source, const Design& asked,
                                      const Registry& registry) {
  CheckedScenario opened = open_scenario(source, asked, registry);
  if (opened.spec.run.by_steps)
    throw remote_fault(opened.spec, "/run/detail", "the scenario has transfers, and no jobs",
                       "gpuscape run says what steps on lent GPUs take");
  if (opened.access == nullptr) return {asked, std::move(opened)};
  Design local = with_local_gpus(asked);
  std::string why;
  try {
    CheckedScenario own = open_scenario(source, local, registry);
    if (own.cluster->platform().gpus_total() > 0) return {std::move(local), std::move(own)};
  } catch (const ScenarioError& error) {
    why = ": " + error.issues().front().message;
  }
  throw remote_fault(
      opened.spec, "/cluster/gpu_access",
      "no job could use these GPUs in their own node, so that there is nothing to compare with" +
          why,
      "ask for a scenario in which they are in nodes, and make the one that lends them "
      "a variant of it");
}

Catalog remote_catalog(const ScenarioSource& source) {
  Catalog catalog = Catalog::shipped();
  ReadingContext context;
  const std::optional<JsonValue> document =
      source.text ? read_scenario_text(*source.text, source.file, context)
                  : read_scenario_file(source.file, context);
  const JsonValue* folders = document ? document->find("catalog") : nullptr;
  const auto add = [&](const JsonValue& folder) {
    const auto& from = folder.place().file;
    if (folder.is_text())
      catalog.overlay(path_beside(from ? *from : source.file, folder.text()), folder.place(),
                      "/catalog", context);
  };
  if (folders != nullptr && !folders->is_array()) add(*folders);
  if (folders != nullptr) std::ranges::for_each(folders->items(), add);
  context.throw_if_issues();
  return catalog;
}

}  // namespace gpuscape
