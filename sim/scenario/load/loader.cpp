#include "sim/scenario/load/loader.hpp"

#include <algorithm>
#include <utility>

#include "sim/fields/scenario_file.hpp"

namespace gpuscape {

namespace {

/// The scenario itself comes first: what is wrong there is not said again for each variant.
void read_whole_file(ScenarioSet& set, const Design& design, LoadedScenario& loaded) {
  std::vector<std::string> all;
  if (design.sets.empty() && design.patches.empty()) {
    all = set.variants();
    all.insert(all.begin(), "");
  } else {
    all.push_back(design.variant);
  }
  for (const std::string& name : all) {
    if (name == design.variant) {
      DesignSpec chosen = set.read(design);
      loaded.spec = std::move(chosen.spec);
      loaded.guesses = std::move(chosen.guesses);
    } else {
      ScenarioSpec spec = set.read({.variant = name}, true).spec;
      spec.resolved = JsonValue();
      loaded.others.push_back(std::move(spec));
    }
  }
}

/// Where `load` means the GPUs of another cluster than the design's.
bool needs_own_cluster(const ScenarioSpec& spec, const Design& design) {
  if (design.is_as_written() && design.variant.empty()) return false;
  return std::ranges::any_of(spec.streams, means_own_gpus);
}

void load(ScenarioSet set, const Design& design, LoadedScenario& loaded) {
  loaded.spec.file = set.file();
  if (!set.is_readable() || !set.has_variant(design.variant)) return;
  read_whole_file(set, design, loaded);
  if (!needs_own_cluster(loaded.spec, design)) return;
  const OwnCluster* cluster = set.own_cluster();
  if (cluster != nullptr) loaded.own_cluster = *cluster;
  loaded.lacks_own_cluster = cluster == nullptr;
}

}  // namespace

LoadedScenario load_scenario(const std::string& path, const Design& design,
                             const LoadOptions& options) {
  LoadedScenario loaded;
  load(ScenarioSet::of_file(path, loaded.context, options), design, loaded);
  return loaded;
}

LoadedScenario load_scenario_text(std::string_view text, const std::string& name,
                                  const Design& design, const LoadOptions& options) {
  LoadedScenario loaded;
  load(ScenarioSet::of_text(text, name, loaded.context, options), design, loaded);
  return loaded;
}

std::vector<std::string> variant_names(const std::string& path) {
  ReadingContext context;
  const auto document = read_scenario_file(path, context);
  context.throw_if_issues();
  std::vector<std::string> names;
  const JsonValue* variants = document ? document->find("variants") : nullptr;
  if (variants != nullptr)
    for (const JsonMember& member : variants->members()) names.push_back(member.key);
  return names;
}

}  // namespace gpuscape
