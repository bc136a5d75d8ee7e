#include "sim/report/reading/saved_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
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

Comparison saved_beside(const SavedObject& says) {
  Comparison beside;
  beside.paired = says.boolean("paired");
  beside.pairing = says.text("pairing");
  beside.metrics = saved_metrics(says.object("metrics"));
  beside.slo = saved_objectives(says.object("slo"));
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
