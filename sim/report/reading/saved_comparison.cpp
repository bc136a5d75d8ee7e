#include "sim/report/reading/saved_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/report/compare/compare_json.hpp"
#include "sim/report/reading/saved_json.hpp"

namespace gpuscape {

namespace {

Verdict saved_verdict(const SavedObject& says) {
  const std::string& name = says.text("verdict");
  for (const Verdict verdict :
       {Verdict::better, Verdict::worse, Verdict::higher, Verdict::lower, Verdict::negligible,
        Verdict::no_difference_shown, Verdict::no_interval})
    if (verdict_name(verdict) == name) return verdict;
  says.fail("verdict", fmt::format("\"{}\" is unknown", excerpt(name)));
}

void take_difference(Difference& difference, const SavedObject& says) {
  difference.baseline = says.object("baseline").estimate();
  difference.variant = says.object("variant").estimate();
  difference.difference = says.object("difference").estimate();
  difference.verdict = saved_verdict(says);
  difference.by_sign_test = says.has("by_sign_test") && says.boolean("by_sign_test");
  if (says.has("ratio")) difference.ratio = says.object("ratio").estimate();
}

std::vector<MetricDifference> saved_metrics(const SavedObject& says) {
  std::vector<MetricDifference> all;
  for (const Metric& metric : metrics()) {
    if (!says.has(metric.key)) continue;
    MetricDifference& difference = all.emplace_back();
    difference.metric = &metric;
    take_difference(difference, says.object(metric.key));
  }
  return all;
}

std::vector<SloDifference> saved_objectives(const SavedObject& says) {
  std::vector<SloDifference> all;
  for (const JsonMember& member : says.value().members()) {
    const SavedObject one = says.object(member.key);
    SloDifference& difference = all.emplace_back();
    difference.name = member.key;
    difference.goal = one.text("better_when") == "higher" ? Goal::high : Goal::low;
    difference.met_at_baseline = one.boolean("met_at_baseline");
    difference.met = one.boolean("met");
    take_difference(difference, one);
  }
  return all;
}

std::vector<LaterJobs> saved_later(const SavedObject& says) {
  std::vector<LaterJobs> all;
  if (!says.has("later_jobs")) return all;
  for (const JsonValue& item : says.list("later_jobs")) {
    const SavedObject one(item, "/comparisons/later_jobs");
    LaterJobs& later = all.emplace_back();
    later.kind = one.text("groups_are");
    for (const JsonValue& entry : one.list("groups")) {
      const SavedObject group(entry, "/comparisons/later_jobs/groups");
      later.groups.push_back({.name = group.text("name"),
                              .jobs = group.count("jobs"),
                              .later = group.count("later"),
                              .sooner = group.count("sooner")});
      if (group.boolean("loses")) later.losing = later.groups.size();
    }
    for (std::size_t i = 0; i < later.groups.size(); ++i)
      if (later.groups[i].gains()) later.gaining.push_back(i);
    std::ranges::stable_sort(later.gaining, std::ranges::greater{},
                             [&](std::size_t i) { return later.groups[i].sooner_share(); });
  }
  return all;
}

Comparison saved_beside(const SavedObject& says) {
  Comparison beside;
  beside.paired = says.boolean("paired");
  beside.pairing = says.text("pairing");
  beside.metrics = saved_metrics(says.object("metrics"));
  beside.slo = saved_objectives(says.object("slo"));
  beside.later = saved_later(says);
  return beside;
}

/// It names a folder below: no way out.
bool is_plain(const std::string& folder) {
  const std::filesystem::path path(folder);
  return !folder.empty() && folder != "." && folder != ".." && path.filename() == path;
}

SavedVariant saved_variant(const SavedObject& says) {
  SavedVariant variant{.name = says.text("name"), .folder = says.text("folder")};
  variant.finished = says.boolean("finished");
  if (!is_plain(variant.folder)) says.fail("folder", "is not the plain name of a folder");
  return variant;
}

void take_comparison(std::vector<SavedVariant>& variants, const SavedObject& says) {
  const auto of = std::ranges::find(variants, says.text("variant"), &SavedVariant::name);
  if (of == variants.end())
    says.fail("variant", fmt::format("no variant is called \"{}\"", excerpt(says.text("variant"))));
  of->beside = saved_beside(says);
}

}  // namespace

bool is_of_steps(const JsonValue& json) {
  const JsonValue* const kind = json.is_object() ? json.find("kind") : nullptr;
  return kind != nullptr && kind->is_text() && kind->text() == "steps";
}

SavedComparison read_saved_comparison(const std::string& file) {
  const JsonValue json = read_saved_json(file, kCompareSchema);
  const SavedObject document(json, "");
  if (is_of_steps(json))
    document.fail("kind", "a comparison of transfers or steps, not of jobs",
                  "gpuscape report shows it");
  SavedComparison comparison;
  comparison.is_partial = document.boolean("partial");
  comparison.provenance = saved_provenance(document);
  for (const JsonValue& item : document.list("variants"))
    comparison.variants.push_back(saved_variant({item, "/variants"}));
  if (comparison.variants.empty()) document.fail("variants", "is empty");
  for (const JsonValue& item : document.list("comparisons"))
    take_comparison(comparison.variants, {item, "/comparisons"});
  return comparison;
}

}  // namespace gpuscape
