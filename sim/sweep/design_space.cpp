#include "sim/sweep/design_space.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"
#include "sim/scenario/load/axis_value.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/sections/read_axes.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kBaseDesign = "base";

[[noreturn]] void refuse_space(const std::string& at, std::string message, std::string hint) {
  throw ScenarioError({{.file = at,
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

/// Every entry of the section, of the shipped catalogue and of the scenario's own folders.
void fill_from_catalog(AxisSpec& axis, const JsonValue& document, const std::string& file,
                       ReadingContext& context) {
  const std::vector<std::string>& sections = catalog_sections();
  if (std::ranges::find(sections, axis.catalog) == sections.end())
    return context.add(axis.place, axis.pointer + "/catalog",
                       fmt::format("no section \"{}\" of the catalogue", excerpt(axis.catalog)),
                       nearest_hint(axis.catalog, sections));
  Catalog catalog = Catalog::shipped();
  if (const JsonValue* folders = document.find("catalog")) {
    const auto lay = [&](const JsonValue& folder) {
      const std::string& beside = folder.place().file ? *folder.place().file : file;
      ReadingContext ignored;  // what is wrong with it is said where the designs are read
      catalog.overlay(path_beside(beside, folder.text()), folder.place(), "/catalog", ignored);
    };
    if (folders->is_text()) lay(*folders);
    for (const JsonValue& folder : folders->items())
      if (folder.is_text()) lay(folder);
  }
  for (std::string& id : catalog.ids(axis.catalog)) {
    JsonValue value = JsonValue::make_text(id);
    axis.values.push_back({std::move(id), std::move(value)});
  }
}

}  // namespace

DesignSpace::DesignSpace(const ScenarioSource& source, const SpaceOptions& options,
                         const Registry& registry)
    : options_(options) {
  ReadingContext context;
  const ModelNames models = registry.names();
  auto read = source.text ? read_scenario_text(*source.text, source.file, context, models.places)
                          : read_scenario_file(source.file, context, models.places);
  context.throw_if_issues();
  if (!read) refuse_space(source.file, "holds no scenario", "");
  JsonValue& document = *read;
  context.kept<ObjectiveMetrics>().all = objective_metrics();
  for (const std::string& set : options.sets) apply_set(document, set, context);
  AxesAndFind both = read_axes_and_find(document, context);
  for (AxisSpec& axis : both.axes)
    if (!axis.catalog.empty()) fill_from_catalog(axis, document, source.file, context);
  context.throw_if_issues();
  axes_ = std::move(both.axes);
  find_ = std::move(both.find);
  refuse_option_on_axis();
  take_variants(document.find("variants"), source.file);
  count_designs(source.file);
  take_title(document);
  document.erase("find");
  description_ = write_json(document, -1) + "\n" + only_variant_;
  for (const AxisSpec& axis : axes_) {
    description_ += "\n" + axis.name;
    for (const AxisValue& value : axis.values) description_ += "\n" + json_quoted(value.label);
  }
  if (options.seed) description_ += fmt::format("\nseed {}", *options.seed);
}

DesignSpace::DesignSpace(std::string title, std::vector<AxisSpec> axes,
                         std::optional<FindSpec> find)
    : axes_(std::move(axes)), find_(std::move(find)), title_(std::move(title)) {
  count_designs("");
}

/// What an axis sets, --set cannot set too: the axis would undo it.
void DesignSpace::refuse_option_on_axis() const {
  for (const std::string& set : options_.sets)
    for (const AxisSpec& axis : axes_)
      if (!axis.set.empty() && set.starts_with(axis.set + "="))
        refuse_space("--set " + excerpt(set),
                     fmt::format("axis \"{}\" sets {}", excerpt(axis.name), excerpt(axis.set)),
                     fmt::format("change the axis, or leave it out: --set /axes/{}=null",
                                 excerpt(axis.name)));
}

void DesignSpace::take_variants(const JsonValue* variants, const std::string& file) {
  std::vector<std::string> known{std::string(kBaseDesign)};
  if (variants != nullptr)
    for (const JsonMember& variant : variants->members())
      if (!variant.value.is_null()) known.push_back(variant.key);
  for (const std::string& name : options_.variants)
    if (std::ranges::find(known, name) == known.end())
      refuse_space(file, fmt::format("unknown variant \"{}\"", excerpt(name)),
                   known.size() == 1 ? "this scenario has no variants" : nearest_hint(name, known));
  std::vector<std::string> chosen = options_.variants.empty() ? known : options_.variants;
  std::ranges::sort(chosen, {}, [&](const std::string& name) {
    return std::ranges::find(known, name) - known.begin();
  });
  const auto twice = std::ranges::unique(chosen);
  chosen.erase(twice.begin(), twice.end());
  if (chosen.size() == 1) {
    if (chosen.front() != kBaseDesign) only_variant_ = chosen.front();
    return;
  }
  AxisSpec axis{.name = std::string(kVariantAxis), .pointer = "/variants"};
  axis.place = variants->place();
  for (std::string& name : chosen) axis.values.push_back({std::move(name), JsonValue()});
  axes_.insert(axes_.begin(), std::move(axis));
  has_variant_axis_ = true;
}

void DesignSpace::count_designs(const std::string& file) {
  double product = 1.0;
  std::string factors;
  for (const AxisSpec& axis : axes_) {
    product *= static_cast<double>(axis.values.size());
    factors += fmt::format("{}{} {}", factors.empty() ? "" : " × ",
                           human_count(std::ssize(axis.values)), excerpt(axis.name));
  }
  if (product > static_cast<double>(kMostDesigns))
    refuse_space(file,
                 fmt::format("{} = {} designs; at most {}", factors,
                             product < 1e15 ? human_count(static_cast<std::int64_t>(product))
                                            : fmt::format("{:.3g}", product),
                             human_count(kMostDesigns)),
                 "fewer values, or an axis less");
  size_ = static_cast<std::int64_t>(product);
}

void DesignSpace::take_title(const JsonValue& document) {
  const auto take = [&](const JsonValue* from) {
    const JsonValue* title = from != nullptr ? from->find("title") : nullptr;
    if (title != nullptr && title->is_text()) title_ = title->text();
  };
  take(&document);
  if (const JsonValue* variants = document.find("variants"); !only_variant_.empty())
    take(variants->find(only_variant_));
}

std::vector<std::size_t> DesignSpace::digits(std::int64_t index) const {
  std::vector<std::size_t> digits(axes_.size());
  for (std::size_t i = axes_.size(); i-- > 0;) {
    const std::int64_t count = std::ssize(axes_[i].values);
    digits[i] = static_cast<std::size_t>(index % count);
    index /= count;
  }
  return digits;
}

Design DesignSpace::start() const {
  return {.variant = only_variant_, .patches = {}, .sets = options_.sets, .seed = options_.seed};
}

void DesignSpace::apply(Design& design, const AxisSpec& axis, std::size_t value) const {
  if (!has_variant_axis_ || &axis != axes_.data()) return set_axis_value(design, axis, value);
  const std::string& name = axis.values.at(value).label;
  if (name != kBaseDesign) design.variant = name;
}

Design DesignSpace::design(std::int64_t index) const {
  Design design = start();
  const std::vector<std::size_t> at = digits(index);
  for (std::size_t i = 0; i < axes_.size(); ++i) apply(design, axes_[i], at[i]);
  return design;
}

Design DesignSpace::alone(std::size_t axis, std::size_t value) const {
  Design design = start();
  apply(design, axes_.at(axis), value);
  return design;
}

std::size_t DesignSpace::read_alone(std::size_t axis) const {
  constexpr std::size_t kMost = 1000;
  return std::min(axes_.at(axis).values.size(), kMost);
}

std::vector<std::pair<std::string, std::string>> DesignSpace::labels(std::int64_t index) const {
  std::vector<std::pair<std::string, std::string>> labels;
  const std::vector<std::size_t> at = digits(index);
  labels.reserve(axes_.size());
  for (std::size_t i = 0; i < axes_.size(); ++i)
    labels.emplace_back(axes_[i].name, axes_[i].values[at[i]].label);
  return labels;
}

}  // namespace gpuscape
