#include "cli/compared_scenarios.hpp"
#include "cli/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/check.hpp"
#include "sim/scenario/loader.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kBase = "base";

class Chooser {
 public:
  Chooser(const CompareOptions& options, const Registry& registry)
      : options_(options), registry_(registry) {}

  std::vector<ComparedScenario> choose() {
    for (const std::string& file : options_.files) load(file, "");
    throw_if_issues();
    if (options_.files.size() == 1) {
      add_variants();
    } else {
      if (!options_.variants.empty())
        refuse(options_.files.front(),
               "--variant chooses from one scenario file, not from several");
      name_by_file();
    }
    throw_if_issues();
    put_baseline_first();
    throw_if_issues();
    name_folders();
    return std::move(chosen_);
  }

 private:
  void load(const std::string& file, const std::string& variant) {
    LoadedScenario loaded = load_with_profiles(
        file, {.variant = variant, .sets = options_.sets, .seed = options_.seed});
    check(loaded, registry_);
    check_files(loaded);
    for (Issue& issue : loaded.context.sorted_issues()) issues_.push_back(std::move(issue));
    ComparedScenario scenario;
    scenario.name = variant.empty() ? kBase : variant;
    scenario.scenario = std::move(loaded.spec);
    scenario.file = file;
    chosen_.push_back(std::move(scenario));
  }

  void refuse(const std::string& file, std::string message, std::string hint = "") {
    issues_.push_back({.file = file,
                       .line = 0,
                       .column = 0,
                       .pointer = "",
                       .message = std::move(message),
                       .hint = std::move(hint)});
  }
  void throw_if_issues() const {
    if (!issues_.empty()) throw ScenarioError(issues_);
  }

  void add_variants() {
    const std::string& file = options_.files.front();
    const std::vector<std::string> known = chosen_.front().scenario.variants;
    if (known.empty())
      return refuse(file, "there is nothing to compare: this scenario has no variants",
                    "add \"variants\", or name a second scenario");
    for (const std::string& name : options_.variants) {
      if (name != kBase && std::ranges::find(known, name) == known.end())
        refuse(file, fmt::format("there is no variant \"{}\"", excerpt(name)),
               nearest_hint(name, known));
    }
    throw_if_issues();
    const auto wanted = [&](const std::string& name) {
      return options_.variants.empty() || name == options_.baseline ||
             std::ranges::find(options_.variants, name) != options_.variants.end();
    };
    for (const std::string& name : known) {
      if (wanted(name)) load(file, name);
    }
    if (chosen_.size() == 1) refuse(file, "there is nothing to compare: only the base was chosen");
  }

  /// By the stem of the file; by the file as typed where stems are alike.
  void name_by_file() {
    std::vector<std::string> stems;
    stems.reserve(options_.files.size());
    for (const std::string& file : options_.files)
      stems.push_back(std::filesystem::path(file).stem().string());
    for (std::size_t i = 0; i < stems.size(); ++i)
      chosen_[i].name = std::ranges::count(stems, stems[i]) == 1 ? stems[i] : options_.files[i];
  }

  void put_baseline_first() {
    if (options_.baseline.empty()) return;
    std::vector<std::string> names;
    names.reserve(chosen_.size());
    for (const ComparedScenario& scenario : chosen_) names.push_back(scenario.name);
    const auto found = std::ranges::find(names, options_.baseline);
    if (found == names.end())
      return refuse(options_.files.front(),
                    fmt::format("there is no \"{}\" to compare with", excerpt(options_.baseline)),
                    nearest_hint(options_.baseline, names));
    const auto first = chosen_.begin();
    const auto baseline = first + (found - names.begin());
    std::rotate(first, baseline, baseline + 1);
  }

  void name_folders() {
    std::vector<std::string> taken;
    for (ComparedScenario& scenario : chosen_) {
      const std::filesystem::path path(scenario.name);
      scenario.folder =
          folder_name(options_.files.size() > 1 ? path.stem().string() : scenario.name, taken);
      taken.push_back(scenario.folder);
    }
  }

  const CompareOptions& options_;
  const Registry& registry_;
  std::vector<ComparedScenario> chosen_;
  std::vector<Issue> issues_;
};

}  // namespace

std::vector<ComparedScenario> compared_scenarios(const CompareOptions& options,
                                                 const Registry& registry) {
  return Chooser(options, registry).choose();
}

std::string folder_name(const std::string& name, const std::vector<std::string>& taken) {
  constexpr std::size_t kMost = 80;
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  std::string plain = name.substr(0, kMost);
  for (char& c : plain) {
    if (kPlain.find(c) == std::string_view::npos) c = '_';
  }
  // Dots alone lead elsewhere, and rep-001 is where a run keeps its replications.
  if (plain.empty() || plain.front() == '.') plain.insert(0, "_");
  if (plain.starts_with("rep-")) plain.insert(0, "variant-");
  std::string unique = plain;
  for (int i = 2; std::ranges::find(taken, unique) != taken.end(); ++i)
    unique = fmt::format("{}-{}", plain, i);
  return unique;
}

}  // namespace gpuscape
