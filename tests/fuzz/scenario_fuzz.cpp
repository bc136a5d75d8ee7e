/// Any bytes as a scenario: the loader and the models' readers must report, never crash or hang.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"
#include "sim/model/check/check.hpp"
#include "sim/scenario/load/resolved.hpp"

namespace {

const gpuscape::Registry& registry() {
  static const gpuscape::Registry filled = [] {
    gpuscape::Registry result;
    gpuscape::register_builtin_models(result);
    return result;
  }();
  return filled;
}

/// What a scenario extends is a file of this machine; the fuzzer is not to read those.
bool extends_a_file(std::string_view text) {
  try {
    return gpuscape::parse_json(text, "fuzz.json").find("extends") != nullptr;
  } catch (const gpuscape::ScenarioError&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (extends_a_file(text)) return 0;
  gpuscape::LoadedScenario loaded =
      gpuscape::load_scenario_text(text, "fuzz.json", {}, {.models = registry().names()});
  const auto checked = gpuscape::check(loaded, registry());
  if (!checked) {
    gpuscape::format_issues(loaded.context.sorted_issues());
    return 0;
  }
  // What is accepted reads back as itself.
  const gpuscape::ScenarioSpec& spec = checked->chosen.spec;
  gpuscape::LoadedScenario resolved = gpuscape::load_scenario_text(
      gpuscape::resolved_text(spec), "fuzz.json", {}, {.models = registry().names()});
  const auto again = gpuscape::check(resolved, registry());
  gpuscape::ensure(again.has_value(), "a resolved scenario passes the check");
  gpuscape::ensure(
      gpuscape::write_json(again->chosen.spec.resolved) == gpuscape::write_json(spec.resolved),
      "a resolved scenario resolves to itself");
  return 0;
}
