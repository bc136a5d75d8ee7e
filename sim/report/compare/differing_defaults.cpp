#include "sim/report/compare/differing_defaults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/report/compare/compare_table.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

/// Null where the document has nothing there.
const JsonValue* value_at(const JsonValue& document, const std::string& pointer) {
  const JsonValue* at = &document;
  for (const std::string& name : pointer_names(pointer)) {
    if (!at->is_object()) return nullptr;  // lists have no defaults that two designs share
    at = at->find(name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

}  // namespace

std::vector<DifferingDefault> differing_defaults(const ScenarioSpec& baseline,
                                                 const ScenarioSpec& variant) {
  std::vector<DifferingDefault> all;
  const std::set<std::string> at_baseline(baseline.defaulted.begin(), baseline.defaulted.end());
  for (const std::string& pointer : variant.defaulted) {
    if (pointer == "/title" || !at_baseline.contains(pointer)) continue;
    const JsonValue* before = value_at(baseline.resolved, pointer);
    const JsonValue* after = value_at(variant.resolved, pointer);
    if (before == nullptr || after == nullptr || before->is_object() || after->is_object())
      continue;
    std::string first = write_json(*before);
    std::string second = write_json(*after);
    if (first != second) all.push_back({pointer, std::move(first), std::move(second)});
  }
  return all;
}

std::string default_lines(const CompareResult& result) {
  constexpr std::size_t kMostTold = 4;
  constexpr std::size_t kMostKeys = 4;
  const ScenarioSpec& baseline = result.variants.front().outcome.result.scenario;
  std::string text;
  std::size_t more = 0;
  std::size_t told = 0;
  for (std::size_t i = 1; i < result.variants.size(); ++i) {
    std::vector<std::string> parts;
    const std::vector<DifferingDefault> all =
        differing_defaults(baseline, result.variants[i].outcome.result.scenario);
    for (const DifferingDefault& one : all)
      if (parts.size() < kMostKeys)
        parts.push_back(fmt::format("{} {}, {} {}", excerpt(one.pointer, 100),
                                    excerpt(one.at_variant, 60), column_name(result, 0),
                                    excerpt(one.at_baseline, 60)));
    if (parts.empty()) continue;
    if (all.size() > kMostKeys) parts.push_back(fmt::format("{} more", all.size() - kMostKeys));
    if (++told > kMostTold) {
      ++more;
      continue;
    }
    text += line(text.empty() ? "defaults differ" : "",
                 fmt::format("{}: {}", column_name(result, i), fmt::join(parts, kSeparator)));
  }
  if (more > 0) text += line("", fmt::format("{} more designs", more));
  return text;
}

}  // namespace gpuscape
