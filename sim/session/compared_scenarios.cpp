#include "sim/session/compared_scenarios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/model/check/check_sources.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kBase = "base";

class Chooser {
 public:
  Chooser(const CompareOptions& options, const Registry& registry)
      : options_(options), registry_(registry) {}

  ComparedScenarios choose() {
    const bool by_file = options_.files.size() > 1;
    if (by_file && !options_.variants.empty())
      refuse(options_.files.front(), "--variant chooses from one scenario file, not from several");
    throw_if_refused();
    if (by_file) {
      open_files();
    } else {
      open_variants(options_.files.front());
    }
    go_on_without_faulty();
    put_baseline_first();
    throw_if_refused();
    name_folders();
    return {std::move(chosen_), std::move(left_out_), std::move(faults_)};
  }

 private:
  [[nodiscard]] Design design(const std::string& variant) const {
    return {.variant = variant, .patches = {}, .sets = options_.sets, .seed = options_.seed};
  }

  [[nodiscard]] ScenarioSource source_of(const std::string& file) const {
    return options_.source ? options_.source(file) : ScenarioSource{.file = file};
  }

  void add(std::string name, const std::string& file, CheckedScenario scenario,
           std::vector<VariedDesign> varied) {
    chosen_.push_back({{std::move(name), std::move(scenario), std::move(varied)}, file, ""});
  }

  void open_files() {
    const std::vector<std::string> names = names_of_files();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!open_file(options_.files[i], names[i])) left_out_.push_back(names[i]);
  }

  /// The scenario itself, of a file in which everything else is without faults too.
  bool open_file(const std::string& file, const std::string& name) {
    LoadedScenario loaded = load_whole_file(source_of(file), design(""), registry_);
    check_files(loaded);
    auto checked = check(loaded, registry_);
    take_faults(loaded.context);
    if (!checked || loaded.context.has_issues()) return false;
    std::vector<VariedDesign> varied =
        open_varied(source_of(file), design(""), checked->chosen, registry_);
    add(name, file, std::move(checked->chosen), std::move(varied));
    return true;
  }

  void take_faults(const ReadingContext& context) {
    for (Issue& issue : context.sorted_issues()) faults_.push_back(std::move(issue));
  }

  /// The scenario itself and the variants that are asked for, each read and checked once; where one
  /// has a fault, each by itself once more.
  void open_variants(const std::string& file) {
    ReadingContext context;
    ScenarioSet set = open_set(source_of(file), registry_, context);
    DesignChecker checker(set, registry_, context);
    if (set.is_readable()) open_design(set, checker, "");
    const bool all = options_.sets.empty();
    for (const std::string& name : set.variants())
      if (wanted(name) && (all || !context.has_issues())) open_design(set, checker, name);
    take_faults(context);
    if (set.variants().empty() && !faults_.empty()) throw ScenarioError(faults_);
    require_known(set);
    throw_if_refused();
    if (!faults_.empty()) open_one_by_one(set);
    if (chosen_.size() == 1 && left_out_.empty())
      refuse(file, "there is nothing to compare: only the base was chosen");
  }

  void open_design(const ScenarioSet& set, DesignChecker& checker, const std::string& name) {
    auto checked = checker.check(design(name), options_.sets.empty());
    if (!checked || !wanted(name)) return;
    std::vector<VariedDesign> varied = varied_designs(checker, design(name), *checked);
    add(name.empty() ? std::string(kBase) : name, set.file(), std::move(*checked),
        std::move(varied));
  }

  /// What one design could not read, such as a price list, nobody reads for another one: without
  /// faults is what has none when it is read alone.
  void open_one_by_one(const ScenarioSet& all) {
    chosen_.clear();
    std::vector<std::string> names = {""};
    names.insert(names.end(), all.variants().begin(), all.variants().end());
    for (const std::string& name : names) {
      if (!wanted(name)) continue;
      ReadingContext context;
      ScenarioSet set = open_set(source_of(all.file()), registry_, context);
      DesignChecker checker(set, registry_, context);
      const std::size_t before = chosen_.size();
      if (set.is_readable()) open_design(set, checker, name);
      if (context.has_issues() && chosen_.size() > before) chosen_.pop_back();
      if (chosen_.size() == before) left_out_.push_back(name.empty() ? std::string(kBase) : name);
    }
  }

  /// Throws where nothing is left to compare, or nothing to compare it with.
  void go_on_without_faulty() {
    if (faults_.empty()) return throw_if_refused();
    const std::string first =
        options_.files.size() > 1 ? names_of_files().front() : std::string(kBase);
    const std::string& baseline = options_.baseline.empty() ? first : options_.baseline;
    if (chosen_.size() < 2 || std::ranges::find(left_out_, baseline) != left_out_.end())
      throw ScenarioError(faults_);
  }

  void require_known(const ScenarioSet& set) {
    const std::vector<std::string>& known = set.variants();
    if (known.empty())
      return refuse(set.file(), "there is nothing to compare: this scenario has no variants",
                    "add \"variants\", or name a second scenario");
    for (const std::string& name : options_.variants) {
      if (name != kBase && std::ranges::find(known, name) == known.end())
        refuse(set.file(), fmt::format("unknown variant \"{}\"", excerpt(name)),
               nearest_hint(name, known));
    }
  }

  [[nodiscard]] bool wanted(const std::string& name) const {
    return name.empty() || options_.variants.empty() || name == options_.baseline ||
           std::ranges::find(options_.variants, name) != options_.variants.end();
  }

  void refuse(const std::string& file, std::string message, std::string hint = "") {
    refused_.push_back({.file = file,
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)});
  }
  /// With the faults of the files, which say more.
  void throw_if_refused() const {
    if (refused_.empty()) return;
    std::vector<Issue> issues = faults_;
    issues.insert(issues.end(), refused_.begin(), refused_.end());
    throw ScenarioError(issues);
  }

  /// By the stem of the file; by the file as typed where stems are alike.
  [[nodiscard]] std::vector<std::string> names_of_files() const {
    std::vector<std::string> stems;
    stems.reserve(options_.files.size());
    for (const std::string& file : options_.files)
      stems.push_back(std::filesystem::path(file).stem().string());
    std::vector<std::string> names = stems;
    for (std::size_t i = 0; i < stems.size(); ++i)
      if (std::ranges::count(stems, stems[i]) > 1) names[i] = options_.files[i];
    return names;
  }

  void put_baseline_first() {
    if (options_.baseline.empty()) return;
    std::vector<std::string> names;
    names.reserve(chosen_.size());
    for (const ComparedScenario& scenario : chosen_) names.push_back(scenario.name);
    const auto found = std::ranges::find(names, options_.baseline);
    if (found == names.end())
      return refuse(options_.files.front(),
                    fmt::format("unknown baseline \"{}\"", excerpt(options_.baseline)),
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
  std::vector<std::string> left_out_;
  std::vector<Issue> faults_;   // of the files
  std::vector<Issue> refused_;  // of what was asked
};

/// What ends like one of the files that this program writes.
bool is_file_name(const std::string& name) {
  return std::ranges::any_of(std::array{".json", ".csv", ".svg"},
                             [&](const char* ending) { return name.ends_with(ending); });
}

}  // namespace

ComparedScenarios compared_scenarios(const CompareOptions& options, const Registry& registry) {
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
  // Dots alone lead elsewhere, rep-001 is where a run keeps its replications, and compare.json,
  // result.json, jobs.csv, … are files that a comparison or a run writes into the same folder.
  if (plain.empty() || plain.front() == '.') plain.insert(0, "_");
  if (plain.starts_with("rep-") || is_file_name(plain)) plain.insert(0, "variant-");
  std::string unique = plain;
  for (int i = 2; std::ranges::find(taken, unique) != taken.end(); ++i)
    unique = fmt::format("{}-{}", plain, i);
  return unique;
}

}  // namespace gpuscape
