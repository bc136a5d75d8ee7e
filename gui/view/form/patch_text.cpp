#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "gui/view/command_text.hpp"
#include "gui/view/form/patch_names.hpp"
#include "sim/base/error.hpp"
#include "sim/fields/merge.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"

namespace gpuscape::gui {

namespace {

/// A patch that changes one of these replaces the whole object (see merge_patch).
constexpr std::array<std::string_view, 3> kKinds{"type", "distribution", "process"};

bool changes_kind(const JsonValue& from, const JsonValue& into) {
  return std::ranges::any_of(kKinds, [&](std::string_view key) {
    const JsonValue* before = from.find(key);
    const JsonValue* after = into.find(key);
    return before != nullptr && after != nullptr && after->is_text() &&
           before->text() != after->text();
  });
}

/// The patch that makes one object of the other; none where they are the same.
std::optional<JsonValue> patch_between(const JsonValue& from, const JsonValue& into) {
  if (same_content(from, into)) return std::nullopt;
  if (!from.is_object() || !into.is_object() || changes_kind(from, into)) return into;
  JsonValue patch = JsonValue::make_object();
  for (const JsonMember& member : from.members())
    if (into.find(member.key) == nullptr) patch.set(member.key, JsonValue::make_null());
  for (const JsonMember& member : into.members()) {
    const JsonValue* before = from.find(member.key);
    std::optional<JsonValue> change =
        before == nullptr ? member.value : patch_between(*before, member.value);
    if (change) patch.set(member.key, *std::move(change));
  }
  return patch;
}

/// A scenario file as it stands, with what it extends, and its designs as changes to it.
class RawScenario {
 public:
  RawScenario(const std::string& file, const Registry& registry)
      : places_(registry.names().places) {
    std::optional<JsonValue> document = read_scenario_file(file, context_, places_);
    context_.throw_if_issues();
    ensure(document.has_value(), "a scenario without faults is an object");
    document_ = std::move(document).value_or(JsonValue());
    if (const JsonValue* variants = document_.find("variants")) variants_ = *variants;
    document_.erase("variants");
  }

  [[nodiscard]] std::vector<std::string> variants() const {
    std::vector<std::string> names;
    for (const JsonMember& member : variants_.members()) names.push_back(member.key);
    return names;
  }

  /// What to lay over the file to get the design. Throws ScenarioError.
  JsonValue patch_of(const Design& design) {
    JsonValue changed = document_;
    if (const JsonValue* variant = variants_.find(design.variant)) merge_patch(changed, *variant);
    for (JsonValue over : design.patches) {
      expand_short_models(over, places_);
      merge_patch(changed, over);
    }
    for (const std::string& set : design.sets) apply_set(changed, set, context_);
    if (design.seed) apply_set(changed, fmt::format("/run/seed={}", *design.seed), context_);
    expand_short_models(changed, places_);
    context_.throw_if_issues();
    return patch_between(document_, changed).value_or(JsonValue::make_object());
  }

 private:
  std::vector<ModelPlace> places_;
  ReadingContext context_;
  JsonValue document_;
  JsonValue variants_ = JsonValue::make_object();
};

void check_sources(const std::vector<LiveDesign>& designs) {
  for (const LiveDesign& one : designs) {
    if (one.source.file != designs.front().source.file)
      throw RunError("designs of several files cannot be variants of one");
    if (one.source.text) throw RunError("the text that was edited has to be saved first");
  }
}

/// The file as seen from the folder in which the patch will lie.
std::string seen_from(const std::string& file, const std::string& patch_file) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(patch_file).lexically_normal().parent_path();
  const fs::path target = fs::absolute(file).lexically_normal();
  const fs::path relative = target.lexically_relative(folder);
  return (relative.empty() ? target : relative).generic_string();
}

}  // namespace

std::vector<std::string> patch_names(const std::vector<LiveDesign>& designs,
                                     std::vector<std::string> taken) {
  std::vector<std::string> names;
  for (const LiveDesign& one : designs) {
    if (one.design.variant.empty() && one.design.is_as_written()) {
      names.emplace_back();
      continue;
    }
    const std::string wanted = one.name.empty() ? "design" : one.name;
    taken.emplace_back("base");  // what commands call the scenario itself
    std::string name = wanted;
    for (int i = 2; std::ranges::find(taken, name) != taken.end(); ++i)
      name = fmt::format("{}-{}", wanted, i);
    taken.push_back(name);
    names.push_back(std::move(name));
  }
  return names;
}

std::string patch_text(const std::vector<LiveDesign>& designs, const Registry& registry,
                       const std::string& patch_file) {
  ensure(!designs.empty(), "there is a design to be saved");
  check_sources(designs);
  RawScenario scenario(designs.front().source.file, registry);
  const std::vector<std::string> names = patch_names(designs, scenario.variants());
  JsonValue variants = JsonValue::make_object();
  for (std::size_t i = 0; i < designs.size(); ++i)
    if (!names[i].empty()) variants.set(names[i], scenario.patch_of(designs[i].design));
  JsonValue patch = JsonValue::make_object();
  patch.set("format", JsonValue::make_integer(kScenarioFormat));
  patch.set("extends", JsonValue::make_text(seen_from(designs.front().source.file, patch_file)));
  if (!variants.members().empty()) patch.set("variants", std::move(variants));
  return write_json(patch) + "\n";
}

}  // namespace gpuscape::gui
