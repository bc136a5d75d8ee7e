#include "sim/report/page/read_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sim/report/compare/compare_json.hpp"
#include "sim/report/reading/saved_comparison.hpp"
#include "sim/report/reading/saved_json.hpp"
#include "sim/report/run/result_json.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

std::string name_of_folder(const std::string& path) {
  const fs::path plain = fs::path(path).lexically_normal();
  return (plain.has_filename() ? plain : plain.parent_path()).filename().string();
}

/// Of the winner and the next one: "base" and 12.5 against 14.
void take_rates(PageVerdict& verdict, const SavedObject& against) {
  if (!against.has("rates") || !against.has("by") || against.value().find("by")->is_null()) return;
  const SavedObject rates = against.object("rates");
  verdict.rate = against.text("by");
  verdict.rate_next = rates.number("baseline");
  verdict.rate_winner = rates.number("variant");
}

PageVerdict page_verdict(const SavedObject& says) {
  const auto name = [&](const char* key) {
    return says.has(key) && !says.value().find(key)->is_null() ? says.text(key) : std::string();
  };
  PageVerdict verdict{.by = says.text("by"), .winner = name("winner")};
  verdict.runner_up = name("runner_up");
  verdict.why_none = name("why_none");
  if (says.has("certain_within_ranges")) verdict.certain = says.boolean("certain_within_ranges");
  if (says.has("against_runner_up")) take_rates(verdict, says.object("against_runner_up"));
  for (const JsonValue& item : says.list("short_of_work")) {
    const SavedObject one(item, "/verdict/short_of_work");
    verdict.short_of_work.emplace_back(one.text("name"), one.texts("shortfalls"));
  }
  return verdict;
}

PageTrial page_trial(const SavedObject& says) {
  PageTrial trial{.name = fmt::format("{} {}", says.text("entry"), says.text("field")),
                  .value = says.text("value"),
                  .at = says.text("at"),
                  .was_made = !says.has("why_not")};
  if (!trial.was_made) return trial;
  trial.keeps_verdict = says.boolean("keeps_verdict");
  if (!says.value().find("winner")->is_null()) trial.winner = says.text("winner");
  return trial;
}

PageDesign page_design(const SavedObject& says) {
  PageDesign design{.name = says.text("name"), .finished = says.boolean("finished")};
  design.gpus = says.count("gpus_total");
  design.overloaded = says.boolean("overloaded");
  design.precision_reached = says.boolean("precision_reached");
  design.nothing_started = says.boolean("nothing_started");
  design.never_fit = says.count("never_fit");
  design.unfinished = says.count("unfinished");
  design.not_counted = says.texts_or_none("cost_not_counted");
  return design;
}

/// The first fault of a document that is not shown.
void note(PageFolder& folder, const ScenarioError& error) {
  folder.faults.push_back(error.issues().front());
}

/// Where owning and renting break even, in words: "owning costs less after 12 months".
void read_break_even(const SavedObject& comparison, std::vector<PageDesign>& designs) {
  if (!comparison.has("cost")) return;
  const SavedObject cost = comparison.object("cost");
  if (!cost.has("owning_costs_less_above")) return;
  const SavedObject even = cost.object("owning_costs_less_above");
  const auto of = std::ranges::find(designs, comparison.text("variant"), &PageDesign::name);
  if (of != designs.end() && even.has("in_words")) of->own_or_rent = even.text("in_words");
}

void read_designs(PageFolder& folder, std::vector<PageDesign>& designs, const fs::path& path,
                  const std::vector<SavedVariant>& variants) {
  for (std::size_t i = 0; i < designs.size(); ++i) {
    PageDesign& design = designs[i];
    design.beside = variants[i].beside;
    if (!design.finished) continue;
    const fs::path at = path / variants[i].folder;
    try {
      const JsonValue json = read_saved_json((at / "result.json").string(), kResultSchema);
      design.result = page_result(json, at.string());
    } catch (const ScenarioError& error) {
      note(folder, error);
      design.fault = error.issues().front().message;
    }
  }
}

void read_comparison(PageFolder& folder, const fs::path& path) {
  const std::string file = (path / "compare.json").string();
  const JsonValue json = read_saved_json(file, kCompareSchema);
  if (is_of_steps(json)) {
    folder.steps_comparison = page_steps_comparison(json);
    return;
  }
  const SavedComparison saved = read_saved_comparison(file);
  const SavedObject document(json, "");
  PageComparison comparison;
  comparison.confidence = document.number("confidence");
  comparison.is_partial = saved.is_partial;
  comparison.provenance = saved.provenance;
  for (const JsonValue& item : document.list("variants")) {
    const SavedObject says(item, "/variants");
    comparison.designs.push_back(page_design(says));
    if (comparison.designs.size() == 1) comparison.title = says.text("title");
  }
  for (const JsonValue& item : document.list("comparisons"))
    read_break_even({item, "/comparisons"}, comparison.designs);
  comparison.left_out = document.texts_or_none("left_out");
  comparison.not_one_basis = document.texts_or_none("not_one_basis");
  if (document.has("verdict")) comparison.verdict = page_verdict(document.object("verdict"));
  if (document.has("guesses_tried"))
    for (const JsonValue& item : document.list("guesses_tried"))
      comparison.trials.push_back(page_trial({item, "/guesses_tried"}));
  read_designs(folder, comparison.designs, path, saved.variants);
  folder.comparison = std::move(comparison);
}

void read_result(PageFolder& folder, const fs::path& path) {
  const JsonValue json = read_saved_json((path / "result.json").string(), kResultSchema);
  if (is_of_transfers(json))
    folder.steps = page_steps(json);
  else
    folder.run = page_result(json, path.string());
}

void read_sweep(PageFolder& folder, const fs::path& path) {
  KeptSweep kept = [&] {
    try {
      return read_kept_sweep(path);
    } catch (const RunError& error) {
      throw ScenarioError({{.file = path.string(),
                            .line = 0,
                            .column = 0,
                            .pointer = "",
                            .message = error.what(),
                            .hint = ""}});
    }
  }();
  constexpr std::size_t kMostNamed = 10;
  for (const auto& [name, fault] : kept.damaged)
    if (folder.faults.size() < kMostNamed)
      folder.faults.push_back({.file = (path / name).string(),
                               .pointer = "",
                               .message = fault,
                               .hint = "the same sweep runs it again"});
  folder.sweep = std::make_shared<const KeptSweep>(std::move(kept));
}

}  // namespace

PageFolder read_page_folder(const std::string& path) {
  PageFolder folder{.name = name_of_folder(path)};
  const auto refuse = [&](std::string message, std::string hint) {
    folder.faults.push_back(
        {.file = path, .pointer = "", .message = std::move(message), .hint = std::move(hint)});
    return folder;
  };
  std::error_code ignored;
  if (!fs::is_directory(path, ignored))
    return refuse("there is no such folder",
                  "name a folder that run, compare or sweep --runs wrote");
  try {
    if (fs::exists(fs::path(path) / "compare.json", ignored))
      read_comparison(folder, path);
    else if (fs::exists(fs::path(path) / "result.json", ignored))
      read_result(folder, path);
    else if (fs::exists(fs::path(path) / kSweepFile, ignored))
      read_sweep(folder, path);
    else
      return refuse("holds no results: neither result.json nor compare.json nor sweep.json",
                    "name a folder that run, compare or sweep --runs wrote");
  } catch (const ScenarioError& error) {
    folder.comparison.reset();
    folder.steps_comparison.reset();
    note(folder, error);
  }
  return folder;
}

}  // namespace gpuscape
