#include "sim/scenario/load/scenario_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/json/json_size.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/measured/measured_drives.hpp"
#include "sim/catalog/measured/measured_remoting.hpp"
#include "sim/catalog/parts/part_book.hpp"
#include "sim/catalog/resolve_catalog.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/merge.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"
#include "sim/scenario/cost_spec.hpp"
#include "sim/scenario/load/price_list.hpp"
#include "sim/scenario/sections/read_axes.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/slurm/slurm_settings.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostVariants = 1000;

/// Whether a patch says where the settings of the cluster or the scheduler are.
bool names_settings(const JsonValue& patch) {
  const auto names = [&](std::string_view section) {
    const JsonValue* value = patch.find(section);
    return value != nullptr && value->find("from") != nullptr;
  };
  return names("cluster") || names("scheduler");
}

bool sets_settings(const std::string& set) {
  return set.starts_with("/cluster/from=") || set.starts_with("/scheduler/from=");
}

}  // namespace

/// What is put in place of names: of Slurm's settings, of entries of the catalogue.
struct ScenarioSet::Expansion {
  Expansion(ReadingContext& context, const LoadOptions& options)
      : slurm(context, options.read_text), catalog(context, options.models, options.changes) {}
  SlurmExpander slurm;
  CatalogResolver catalog;
};

ScenarioSet::ScenarioSet(ScenarioSet&&) noexcept = default;
ScenarioSet::~ScenarioSet() = default;

ScenarioSet::ScenarioSet(std::optional<JsonValue> document, std::string file,
                         ReadingContext& context, const LoadOptions& options)
    : is_readable_(document.has_value()),
      document_(std::move(document).value_or(JsonValue())),
      file_(std::move(file)),
      context_(&context),
      options_(options),
      expansion_(std::make_unique<Expansion>(context, options)) {
  if (!is_readable_) return;
  context.kept<ObjectiveMetrics>().all = options.objectives;  // no part of a design, but looked at
  read_axes_and_find(document_, context);
  document_.erase("axes");
  document_.erase("find");
  take_variants();
}

ScenarioSet ScenarioSet::of_file(const std::string& path, ReadingContext& context,
                                 const LoadOptions& options) {
  auto document = read_scenario_file(path, context, options.models.places);
  return {std::move(document), path, context, options};
}

ScenarioSet ScenarioSet::of_text(std::string_view text, const std::string& name,
                                 ReadingContext& context, const LoadOptions& options) {
  auto document = read_scenario_text(text, name, context, options.models.places);
  return {std::move(document), name, context, options};
}

void ScenarioSet::take_variants() {
  const JsonValue* variants = document_.find("variants");
  if (variants == nullptr) return;
  if (!variants->is_object())
    return context_->add(variants->place(), "/variants",
                         fmt::format("expected patches by name, found {}", variants->kind_name()));
  for (const JsonMember& member : variants->members()) take_variant(member);
  if (names_.size() > kMostVariants) {
    context_->add(variants->place(), "/variants",
                  fmt::format("more than {} variants", kMostVariants));
    names_.resize(kMostVariants);
  }
  patches_ = *variants;
  document_.erase("variants");
  bound_variants(patches_.place());
}

/// Each of them is a scenario of its own to be read.
void ScenarioSet::bound_variants(const SourcePlace& place) {
  const std::size_t values = values_in(document_);
  const std::size_t most = kMostVariantValues / values;
  if (names_.size() <= std::max<std::size_t>(1, most)) return;
  context_->add(place, "/variants",
                fmt::format("{} variants of a scenario of {} values: with each of them read, more "
                            "than {} values",
                            names_.size(), human_count(static_cast<std::int64_t>(values)),
                            human_count(kMostVariantValues)),
                "put some of the variants into a scenario of their own, with \"extends\"");
  names_.resize(most);
}

void ScenarioSet::take_variant(const JsonMember& member) {
  if (member.value.is_null()) return;
  const std::string pointer = child_pointer("/variants", member.key);
  if (member.key.empty())
    return context_->add(member.key_place, pointer, "a variant's name may not be empty");
  if (!member.value.is_object())
    return context_->add(member.value.place(), pointer,
                         fmt::format("a variant is an object, found {}", member.value.kind_name()));
  for (const std::string_view key : {"format", "extends", "variants", "axes", "find"})
    if (const JsonValue* value = member.value.find(key))
      context_->add(value->place(), child_pointer(pointer, key),
                    fmt::format("\"{}\" cannot differ between variants", key));
  names_.push_back(member.key);
}

bool ScenarioSet::has_variant(const std::string& name) {
  if (name.empty() || std::ranges::find(names_, name) != names_.end()) return true;
  context_->add({std::make_shared<const std::string>(file_), 0, 0}, "",
                fmt::format("unknown variant \"{}\"", excerpt(name)),
                names_.empty() ? "this scenario has no variants" : nearest_hint(name, names_));
  return false;
}

/// The document of a design with Slurm's settings in place of `from`.
JsonValue ScenarioSet::merged(const Design& design, std::vector<std::string>& notes) {
  JsonValue document = document_;
  const JsonValue* patch = design.variant.empty() ? nullptr : patches_.find(design.variant);
  // Patches apply to the expanded settings, unless they name another folder of settings.
  const bool elsewhere = (patch != nullptr && names_settings(*patch)) ||
                         std::ranges::any_of(design.patches, names_settings) ||
                         std::ranges::any_of(design.sets, sets_settings);
  if (!elsewhere) notes = expansion_->slurm.expand(document, file_);
  if (patch != nullptr) merge_patch(document, *patch);
  for (JsonValue over : design.patches) {
    expand_short_models(over, options_.models.places);
    merge_patch(document, over);
  }
  apply_options(document, design);
  if (elsewhere) notes = expansion_->slurm.expand(document, file_);
  return document;
}

void ScenarioSet::apply_options(JsonValue& document, const Design& design) {
  for (const std::string& set : design.sets) apply_set(document, set, *context_);
  expand_short_models(document, options_.models.places);
  if (!design.seed) return;
  if (*design.seed <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return apply_set(document, fmt::format("/run/seed={}", *design.seed), *context_);
  context_->add({}, "",
                fmt::format("--seed {} is too large: at most {}", *design.seed,
                            std::numeric_limits<std::int64_t>::max()));
}

bool means_own_gpus(const StreamSpec& stream) {
  return stream.generate && stream.generate->load && !stream.generate->load_gpus;
}

namespace {

/// Whether any of its applications may ask what GPUs are able to.
bool needs_gpus(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.applications, [](const NamedApplicationSpec& application) {
    return application.model.type != kApplicationsPlace.fallback;
  });
}

bool has_collectives(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.streams, [](const StreamSpec& stream) {
    return !stream.collectives.empty() || !stream.steps.empty();
  });
}

/// Whether jobs may use GPUs that other nodes lend.
bool lends_gpus(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.models, [](const PlacedModel& placed) {
    return placed.place.is(kGpuAccessPlace) && placed.model.type != "local";
  });
}

/// Whether jobs exchange data by one.
bool has_job_collectives(const ScenarioSpec& spec) {
  const auto names_one = [](const std::optional<ApplicationSpec>& application) {
    return application && application->collective;
  };
  return std::ranges::any_of(spec.streams, [&](const StreamSpec& stream) {
    return names_one(stream.application) ||
           std::ranges::any_of(stream.classes, names_one, &JobClassSpec::application);
  });
}

}  // namespace

const OwnCluster* ScenarioSet::own_cluster() {
  if (!own_cluster_) {
    const TrialReading trial(*context_);
    ScenarioSpec spec = read({}).spec;
    own_cluster_ = OwnCluster{std::move(spec.cluster), std::move(spec.models)};
    own_cluster_is_sound_ = !trial.has_issues();
    // What is wrong with a folder is recorded when it is first read: not here, so it is read again.
    if (!own_cluster_is_sound_) expansion_ = std::make_unique<Expansion>(*context_, options_);
  }
  return own_cluster_is_sound_ ? &*own_cluster_ : nullptr;
}

namespace {

/// Whether a key or a text in there is that word.
bool mentions(const JsonValue& value, const std::string& word) {
  if (value.is_text()) return value.text() == word;
  const auto in = [&](const JsonValue& inner) { return mentions(inner, word); };
  if (value.is_array()) return std::ranges::any_of(value.items(), in);
  return value.is_object() && std::ranges::any_of(value.members(), [&](const JsonMember& member) {
           return member.key == word || in(member.value);
         });
}

}  // namespace

bool ScenarioSet::are_of_file(const std::vector<PriceQuote>& quotes) const {
  std::vector<const JsonValue*> clusters{document_.find("cluster")};
  if (patches_.is_object())
    for (const JsonMember& patch : patches_.members())
      clusters.push_back(patch.value.find("cluster"));
  std::erase(clusters, nullptr);
  return std::ranges::any_of(quotes, [&](const PriceQuote& quote) {
    return std::ranges::any_of(
        clusters, [&](const JsonValue* cluster) { return mentions(*cluster, quote.item); });
  });
}

DesignSpec ScenarioSet::read(const Design& design, bool named) {
  context_->set_variant(named ? design.variant : "");
  std::vector<std::string> notes;
  JsonValue document = merged(design, notes);
  bool by_profiles = lay_drives(document, file_, notes, *context_, options_.profile_check);
  expansion_->catalog.resolve(document, file_);
  by_profiles |= expansion_->catalog.lay_launches(document, file_, notes, options_.profile_check);
  lay_remoting(document, file_, notes, *context_, options_.profile_check);
  context_->kept<ObjectiveMetrics>().all = options_.objectives;
  ObjectReader reader(document, "", *context_);
  DesignSpec result;
  result.spec = read_scenario(reader, file_, options_.models.places);
  ScenarioSpec& spec = result.spec;
  reader.finish();
  if (spec.run.by_steps) {
    spec.transports = expansion_->catalog.transports(document, file_);
    if (has_collectives(spec)) spec.libraries = expansion_->catalog.libraries(document, file_);
    lay_profiles(document, file_, {spec.transports, spec.libraries}, notes, *context_,
                 options_.profile_check);
  } else if (has_job_collectives(spec) || lends_gpus(spec)) {
    spec.transports = expansion_->catalog.transports(document, file_);
    if (has_job_collectives(spec)) spec.libraries = expansion_->catalog.libraries(document, file_);
    if (lends_gpus(spec))
      lay_profiles(document, file_, {spec.transports, spec.libraries}, notes, *context_,
                   options_.profile_check);
  }
  by_profiles |= spec.run.by_steps || lends_gpus(spec);
  if (!by_profiles && document.find("calibration") != nullptr)
    notes.emplace_back("calibration profiles: they count for transfers, at detail \"step\"");
  if (needs_gpus(spec)) spec.gpus = expansion_->catalog.gpus(document, file_);
  result.guesses = expansion_->catalog.guesses(document, spec.transports);
  spec.parts = std::make_shared<const PartBook>(
      part_book(expansion_->catalog.catalog(document, file_), document, options_.models));
  if (spec.cost) {
    CostSpec cost = *spec.cost;
    cost.catalog = std::shared_ptr<const CatalogPrices>(spec.parts, &spec.parts->prices);
    read_price_list(cost, options_.read_text, *context_);
    cost.quotes_are_of_file = are_of_file(cost.quotes);
    cost.seed = spec.run.seed;
    spec.cost = std::make_shared<const CostSpec>(std::move(cost));
  }
  context_->set_variant("");
  spec.resolved = reader.take_resolved();
  spec.defaulted = context_->take_defaulted();
  spec.variants = names_;
  spec.notes = std::move(notes);
  spec.variant = design.variant;
  return result;
}

}  // namespace gpuscape
