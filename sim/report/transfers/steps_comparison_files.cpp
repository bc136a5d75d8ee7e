#include <fmt/format.h>

#include <cmath>

#include "sim/report/compare/compare_json.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/transfers/steps_comparison.hpp"

namespace gpuscape {

namespace {

/// Of each row of a design, the pair that it is in; none where it is not compared.
std::vector<std::optional<BlockPair>> pairs_of(const StepsComparison& of, std::size_t design) {
  std::vector<std::optional<BlockPair>> pairs(of.designs[design].blocks.size());
  if (design == 0)
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = BlockPair{i, i, 1.0};
  else
    for (const BlockPair& pair : of.differences[design - 1].pairs) pairs[pair.variant] = pair;
  return pairs;
}

std::optional<double> ratio_of(const StepBlock& block, const std::optional<BlockPair>& pair) {
  return pair && block.time ? std::optional(pair->ratio) : std::nullopt;
}

std::string number_cell(std::optional<double> value) {
  return value ? fmt::format("{},", *value) : std::string(",");
}

std::optional<double> seconds_of(std::optional<Seconds> time) {
  return time ? std::optional(time->value()) : std::nullopt;
}

JsonValue number_or_null(std::optional<double> value) {
  return value ? json::number(*value) : JsonValue::make_null();
}

JsonValue row_json(const StepBlock& block, const std::optional<BlockPair>& pair,
                   const std::vector<StepBlock>& baseline) {
  JsonValue value = JsonValue::make_object();
  value.set("kind", json::text(std::string(block_kind_name(block.kind))));
  value.set("row", json::text(block.name));
  value.set("time_s", number_or_null(seconds_of(block.time)));
  value.set("times_baseline", number_or_null(ratio_of(block, pair)));
  if (pair) value.set("baseline_row", json::text(baseline[pair->baseline].name));
  if (block.kind == BlockKind::steps) {
    value.set("samples_per_s", number_or_null(block.samples_per_s));
    value.set("time_to_train_s", number_or_null(seconds_of(block.time_to_train)));
    value.set("compute_s", json::number(block.compute.value()));
    value.set("calls_s", json::number(block.calls.value()));
    if (block.time) value.set("rest_s", json::number(block.rest().value()));
  }
  value.set("bound_by", json::text(block.bound_by));
  value.set("basis", json::text(block.basis));
  return value;
}

JsonValue design_json(const StepsComparison& of, std::size_t design, const std::string& folder) {
  const StepsOfDesign& one = of.designs[design];
  JsonValue value = JsonValue::make_object();
  value.set("name", json::text(one.name));
  value.set("folder", json::text(folder));
  value.set("finished", json::boolean(!one.result.partial));
  JsonValue rows = JsonValue::make_array();
  const std::vector<std::optional<BlockPair>> pairs = pairs_of(of, design);
  for (std::size_t i = 0; i < one.blocks.size(); ++i)
    rows.items().push_back(row_json(one.blocks[i], pairs[i], of.designs.front().blocks));
  value.set("rows", std::move(rows));
  value.set("guesses", guesses_json(one.result.guesses));
  return value;
}

JsonValue difference_json(const StepsComparison& of, const StepsDifference& difference) {
  JsonValue value = JsonValue::make_object();
  value.set("variant", json::text(of.designs[difference.design].name));
  value.set("rows_compared", json::integer(std::ssize(difference.pairs)));
  value.set("not_compared", json::list(difference.not_compared,
                                       [](const std::string& name) { return json::text(name); }));
  const bool any = !difference.pairs.empty();
  value.set("times_baseline_mean",
            number_or_null(any ? std::optional(difference.mean_ratio) : std::nullopt));
  value.set(
      "times_baseline_least",
      number_or_null(any ? std::optional(difference.pairs[difference.least].ratio) : std::nullopt));
  value.set(
      "times_baseline_most",
      number_or_null(any ? std::optional(difference.pairs[difference.most].ratio) : std::nullopt));
  JsonValue causes = JsonValue::make_object();
  causes.set("compute_s", json::number(difference.causes.compute.value()));
  causes.set("calls_s", json::number(difference.causes.calls.value()));
  causes.set("rest_s", json::number(difference.causes.rest.value()));
  value.set("by_cause", std::move(causes));
  value.set("verdict", json::text(std::string(steps_verdict_name(difference.verdict))));
  return value;
}

}  // namespace

std::string steps_comparison_csv(const StepsComparison& of,
                                 const std::vector<std::string>& folders) {
  std::string text =
      "design,folder,is_baseline,kind,row,time_s,times_baseline,samples_per_s,time_to_train_s,"
      "compute_s,calls_s,rest_s,bound_by,basis\n";
  for (std::size_t design = 0; design < of.designs.size(); ++design) {
    const std::vector<std::optional<BlockPair>> pairs = pairs_of(of, design);
    const std::vector<StepBlock>& blocks = of.designs[design].blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const StepBlock& block = blocks[i];
      text += fmt::format("{},{},{},{},{},", csv_cell(of.designs[design].name),
                          csv_cell(folders[design]), design == 0, block_kind_name(block.kind),
                          csv_cell(block.name));
      text += number_cell(seconds_of(block.time)) + number_cell(ratio_of(block, pairs[i])) +
              number_cell(block.samples_per_s) + number_cell(seconds_of(block.time_to_train));
      const bool steps = block.kind == BlockKind::steps;
      text += number_cell(steps ? std::optional(block.compute.value()) : std::nullopt) +
              number_cell(steps ? std::optional(block.calls.value()) : std::nullopt) +
              number_cell(steps && block.time ? std::optional(block.rest().value()) : std::nullopt);
      text += csv_cell(block.bound_by) + "," + csv_cell(block.basis) + "\n";
    }
  }
  return text;
}

std::string steps_comparison_json(const StepsComparison& of, const std::string& title,
                                  const std::vector<std::string>& folders,
                                  const Provenance& provenance) {
  JsonValue document = JsonValue::make_object();
  document.set("schema", json::integer(kCompareSchema));
  document.set("kind", json::text("steps"));
  document.set("partial", json::boolean(of.partial));
  document.set("title", json::text(title));
  document.set("baseline", json::text(of.designs.front().name));
  JsonValue negligible = JsonValue::make_object();
  negligible.set("relative", json::number(of.negligible));
  document.set("negligible", std::move(negligible));
  JsonValue designs = JsonValue::make_array();
  for (std::size_t i = 0; i < of.designs.size(); ++i)
    designs.items().push_back(design_json(of, i, folders[i]));
  document.set("variants", std::move(designs));
  if (!of.left_out.empty())
    document.set("left_out",
                 json::list(of.left_out, [](const std::string& name) { return json::text(name); }));
  JsonValue comparisons = JsonValue::make_array();
  for (const StepsDifference& difference : of.differences)
    comparisons.items().push_back(difference_json(of, difference));
  document.set("comparisons", std::move(comparisons));
  JsonValue verdict = JsonValue::make_object();
  verdict.set("fastest",
              of.fastest ? json::text(of.designs[*of.fastest].name) : JsonValue::make_null());
  verdict.set("says", json::text(steps_verdict_text(of)));
  document.set("verdict", std::move(verdict));
  document.set("provenance", json::provenance(provenance));
  return write_json(document) + "\n";
}

}  // namespace gpuscape
