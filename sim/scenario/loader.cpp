#include "sim/scenario/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/base/excerpt.hpp"
#include "sim/base/json_size.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/unit_text.hpp"
#include "sim/scenario/json_pointer.hpp"
#include "sim/scenario/measured_transports.hpp"
#include "sim/scenario/merge.hpp"
#include "sim/scenario/read_scenario.hpp"
#include "sim/scenario/resolve_catalog.hpp"
#include "sim/scenario/scenario_file.hpp"
#include "sim/scenario/set_option.hpp"
#include "sim/scenario/slurm_settings.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostVariants = 1000;

class Loader {
 public:
  Loader(JsonValue document, std::string file, const LoadOptions& options, LoadedScenario& loaded)
      : document_(std::move(document)),
        file_(std::move(file)),
        options_(options),
        loaded_(loaded),
        slurm_(loaded.context, options.read_text),
        catalog_(loaded.context) {}

  void load() {
    take_variants();
    if (!options_.variant.empty() && std::ranges::find(names_, options_.variant) == names_.end())
      return refuse_variant();
    // The scenario itself comes first: what is wrong there is not said again for each variant.
    if (options_.sets.empty())
      read_all();
    else
      loaded_.spec = read(options_.variant);
  }

 private:
  void take_variants() {
    const JsonValue* variants = document_.find("variants");
    if (variants == nullptr) return;
    if (!variants->is_object())
      return context().add(
          variants->place(), "/variants",
          fmt::format("expected patches by name, found {}", variants->kind_name()));
    for (const JsonMember& member : variants->members()) take_variant(member);
    if (names_.size() > kMostVariants) {
      context().add(variants->place(), "/variants",
                    fmt::format("more than {} variants", kMostVariants));
      names_.resize(kMostVariants);
    }
    patches_ = *variants;
    document_.erase("variants");
    bound_variants(patches_.place());
  }

  /// Each of them is a scenario of its own to be read.
  void bound_variants(const SourcePlace& place) {
    const std::size_t values = values_in(document_);
    const std::size_t most = kMostVariantValues / values;
    if (names_.size() <= std::max<std::size_t>(1, most)) return;
    context().add(
        place, "/variants",
        fmt::format("{} variants of a scenario of {} values: with each of them read, more "
                    "than {} values",
                    names_.size(), human_count(static_cast<std::int64_t>(values)),
                    human_count(kMostVariantValues)),
        "put some of the variants into a scenario of their own, with \"extends\"");
    names_.resize(most);
  }

  void take_variant(const JsonMember& member) {
    if (member.value.is_null()) return;
    const std::string pointer = child_pointer("/variants", member.key);
    if (member.key.empty())
      return context().add(member.key_place, pointer, "a variant's name may not be empty");
    if (!member.value.is_object())
      return context().add(
          member.value.place(), pointer,
          fmt::format("a variant is an object, found {}", member.value.kind_name()));
    for (const std::string_view key : {"format", "extends", "variants"})
      if (const JsonValue* value = member.value.find(key))
        context().add(value->place(), child_pointer(pointer, key),
                      fmt::format("\"{}\" cannot differ between variants", key));
    names_.push_back(member.key);
  }

  void refuse_variant() {
    context().add(
        {std::make_shared<const std::string>(file_), 0, 0}, "",
        fmt::format("there is no variant \"{}\"", excerpt(options_.variant)),
        names_.empty() ? "this scenario has no variants" : nearest_hint(options_.variant, names_));
  }

  void read_all() {
    std::vector<std::string> all = {""};
    all.insert(all.end(), names_.begin(), names_.end());
    for (const std::string& name : all) {
      ScenarioSpec spec = read(name);
      if (name == options_.variant) {
        loaded_.spec = std::move(spec);
      } else {
        spec.resolved = JsonValue();
        loaded_.others.push_back(std::move(spec));
      }
    }
  }

  ScenarioSpec read(const std::string& variant) {
    JsonValue document = names_.empty() ? std::move(document_) : document_;
    const bool chosen = variant == options_.variant;
    context().set_variant(chosen ? "" : variant);
    const JsonValue* patch = variant.empty() ? nullptr : patches_.find(variant);
    // What lies over the settings must find them, unless it says where they are.
    const bool elsewhere =
        (patch != nullptr && names_settings(*patch)) || (chosen && sets_settings());
    std::vector<std::string> notes;
    if (!elsewhere) notes = slurm_.expand(document, file_);
    if (patch != nullptr) merge_patch(document, *patch);
    if (chosen) apply_options(document);
    if (elsewhere) notes = slurm_.expand(document, file_);
    catalog_.resolve(document, file_);
    ObjectReader reader(document, "", context());
    ScenarioSpec spec = read_scenario(reader, file_);
    reader.finish();
    if (spec.run.by_steps) {
      spec.transports = catalog_.transports(document, file_);
      lay_profiles(document, file_, spec.transports, notes, context(), options_.profile_check);
    } else if (document.find("calibration") != nullptr) {
      notes.emplace_back("calibration profiles: they count for transfers, at detail \"step\"");
    }
    if (chosen) loaded_.guesses = catalog_.guesses(document, spec.transports);
    context().set_variant("");
    spec.resolved = reader.take_resolved();
    spec.defaulted = context().take_defaulted();
    spec.variants = names_;
    spec.notes = std::move(notes);
    spec.variant = variant;
    return spec;
  }

  static bool names_settings(const JsonValue& patch) {
    const auto names = [&](std::string_view section) {
      const JsonValue* value = patch.find(section);
      return value != nullptr && value->find("from") != nullptr;
    };
    return names("cluster") || names("scheduler");
  }

  bool sets_settings() const {
    return std::ranges::any_of(options_.sets, [](const std::string& set) {
      return set.starts_with("/cluster/from=") || set.starts_with("/scheduler/from=");
    });
  }

  void apply_options(JsonValue& document) {
    for (const std::string& set : options_.sets) apply_set(document, set, context());
    expand_short_models(document);
    if (!options_.seed) return;
    if (*options_.seed <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return apply_set(document, fmt::format("/run/seed={}", *options_.seed), context());
    context().add({}, "",
                  fmt::format("--seed {} is too large: at most {}", *options_.seed,
                              std::numeric_limits<std::int64_t>::max()));
  }

  ReadingContext& context() { return loaded_.context; }

  JsonValue document_;
  std::string file_;
  const LoadOptions& options_;
  LoadedScenario& loaded_;
  SlurmExpander slurm_;
  CatalogResolver catalog_;
  JsonValue patches_;
  std::vector<std::string> names_;
};

LoadedScenario load(std::optional<JsonValue> document, const std::string& file,
                    const LoadOptions& options, LoadedScenario loaded) {
  loaded.spec.file = file;
  if (document) Loader(std::move(*document), file, options, loaded).load();
  return loaded;
}

}  // namespace

LoadedScenario load_scenario(const std::string& path, const LoadOptions& options) {
  LoadedScenario loaded;
  auto document = read_scenario_file(path, loaded.context);
  return load(std::move(document), path, options, std::move(loaded));
}

LoadedScenario load_scenario_text(std::string_view text, const std::string& name,
                                  const LoadOptions& options) {
  LoadedScenario loaded;
  auto document = read_scenario_text(text, name, loaded.context);
  return load(std::move(document), name, options, std::move(loaded));
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
