#include "sim/session/open_scenario.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/limits.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/model/check/check_sources.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

namespace {

void check_profile(std::string_view text, const std::string& file, ReadingContext& context) {
  ReadingContext own;  // what it leaves to defaults is none of the scenario's
  read_profile(text, file, own);
  context.add(own.sorted_issues());
}

/// Lists of nodes are small: 64 MiB of text are a mistake.
std::string decoded_text(const std::string& path) {
  const std::unique_ptr<ByteStream> stream = open_file(path);
  std::string text;
  std::array<char, 65536> chunk{};
  while (const std::size_t count = stream->read(chunk)) {
    text.append(chunk.data(), count);
    if (text.size() > kMostFileBytes)
      throw RunError(path + ": is larger than 64 MiB: not a list of nodes");
  }
  return text;
}

LoadOptions options_for(const Registry& registry, const ScenarioSource& source) {
  return {.models = registry.names(),
          .profile_check = check_profile,
          .read_text = decoded_text,
          .objectives = objective_metrics(),
          .changes = source.changes};
}

}  // namespace

ScenarioSet open_set(const ScenarioSource& source, const Registry& registry,
                     ReadingContext& context) {
  const LoadOptions options = options_for(registry, source);
  return source.text ? ScenarioSet::of_text(*source.text, source.file, context, options)
                     : ScenarioSet::of_file(source.file, context, options);
}

LoadedScenario load_whole_file(const ScenarioSource& source, const Design& design,
                               const Registry& registry) {
  const LoadOptions options = options_for(registry, source);
  return source.text ? load_scenario_text(*source.text, source.file, design, options)
                     : load_scenario(source.file, design, options);
}

CheckedScenario open_scenario(const ScenarioSource& source, const Design& design,
                              const Registry& registry) {
  ReadingContext context;
  ScenarioSet set = open_set(source, registry, context);
  std::optional<CheckedScenario> checked;
  if (set.is_readable() && set.has_variant(design.variant))
    checked = DesignChecker(set, registry, context).check(design);
  context.throw_if_issues();
  if (!checked) throw InternalError("a scenario without issues was not checked");
  return std::move(*checked);
}

std::vector<VariedDesign> open_varied(const ScenarioSource& source, const Design& design,
                                      const CheckedScenario& opened, const Registry& registry) {
  if (!varies(opened)) return {};
  ReadingContext context;
  ScenarioSet set = open_set(source, registry, context);
  DesignChecker checker(set, registry, context);
  std::vector<VariedDesign> all = varied_designs(checker, design, opened);
  context.throw_if_issues();
  return all;
}

}  // namespace gpuscape
