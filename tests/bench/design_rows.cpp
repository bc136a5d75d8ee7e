#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "sim/cost/cost_model.hpp"
#include "sim/model/check/check.hpp"
#include "sim/study/compare/compare.hpp"
#include "tests/bench/rows.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::bench {

namespace {

/// Catalogue nodes on a leaf-spine, a generated workload of so many jobs, EASY, and variants that
/// differ in nodes and seed.
std::string scenario(std::size_t jobs, std::size_t variants) {
  std::string text = fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "dgx-h100", "count": 128}}}},
          "networks": {{"compute": {{"type": "leaf-spine", "switch": "nvidia-qm9700"}}}}}},
          "workload": {{"streams": {{"s": {{"generate": {{"jobs": {}, "load": 0.8,
          "gpus": {{"1": 6, "8": 1}}, "run_time": {{"distribution": "exponential", "mean": "1 h"}}
          }}}}}}}}, "scheduler": {{"backfill": "easy"}},
          "run": {{"replications": 1, "warm_up": "0 s"}}, "variants": {{)",
      jobs);
  for (std::size_t i = 0; i < variants; ++i)
    text += fmt::format(
        R"({}"v{}": {{"cluster": {{"nodes": {{"n": {{"count": {}}}}}}}, "run": {{"seed": {}}}}})",
        i == 0 ? "" : ", ", i, 100 + i % 50, i + 1);
  return text + "}}";
}

/// Everything that a comparison does before it writes: reads the file, its designs, runs, compares.
void compare_all(const std::string& text) {
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_text(text, "bench.json", context, test::builtin_options());
  DesignChecker checker(set, test::builtin_models(), context);
  std::vector<NamedDesign> designs;
  designs.push_back({"base", *checker.check({})});
  for (const std::string& name : set.variants())
    designs.push_back({name, *checker.check({.variant = name})});
  std::vector<const NamedDesign*> pointers;
  pointers.reserve(designs.size());
  for (const NamedDesign& design : designs) pointers.push_back(&design);
  TraceCache traces;
  ComparisonOptions options;
  options.threads = 1;
  compare_designs(pointers, traces, options);
}

Side compared(std::size_t variants) {
  return {fmt::format("compare/{}", variants), static_cast<double>(variants),
          [text = scenario(50, variants)] { return seconds_of([&] { compare_all(text); }); }};
}

/// A file that is open, as a sweep or the window has it.
struct OpenFile {
  explicit OpenFile(const std::string& text)
      : set(ScenarioSet::of_text(text, "bench.json", context, test::builtin_options())),
        checker(set, test::builtin_models(), context) {
    checker.check({});  // the catalogue's entries are read with the first
  }
  ReadingContext context;
  ScenarioSet set;
  DesignChecker checker;
};

Side loaded_and_checked() {
  constexpr int kDesigns = 200;
  const auto file = std::make_shared<OpenFile>(scenario(20'000, 0));
  return {"designs/loaded and checked", kDesigns, [file] {
            return seconds_of([&] {
              for (int i = 0; i < kDesigns; ++i)
                file->checker.check({.variant = {},
                                     .patches = {},
                                     .sets = {fmt::format("/cluster/nodes/n/count={}", 64 + i)},
                                     .seed = {}});
            });
          }};
}

Side run_once() {
  const auto file = std::make_shared<OpenFile>(scenario(20'000, 0));
  const auto design = std::make_shared<const CheckedScenario>(*file->checker.check({}));
  return {"designs/run of 20 k jobs", 1.0, [file, design] {
            return seconds_of([&] {
              Run run(*design, load_traces(design->spec));
              run.step_until(kForever, {});
              run.finish();
            });
          }};
}

/// A cost with six items and as many inputs as rent-or-buy.json, taken again with one input changed
/// as often as a tornado or a sweep would.
Side cost_again() {
  constexpr int kTimes = 100'000;
  const auto file = std::make_shared<OpenFile>(std::string(R"({"format": 1,
      "cluster": {"nodes": {"n": {"type": "dgx-h100", "count": 4}}},
      "workload": {"streams": {"s": {"generate": {"jobs": 10, "load": 0.5, "gpus": {"1": 1},
        "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
      "cost": {"prices_as_of": "2026-10", "horizon": "3 y", "items": {
        "nodes": {"type": "nodes", "installation": 0.05, "residual": 0.25},
        "place": {"type": "colocation", "price": "184 USD/kW/month"},
        "power": {"type": "energy", "pue": 1.4, "price": {"value": "0.1 USD/kWh", "low": "0.05 USD/kWh"}},
        "support": {"type": "support", "nodes": 0.12},
        "staff": {"type": "staff", "price": "150 kUSD/y", "per_node": 0.02}}}})"));
  const std::shared_ptr<const CostModel> cost = file->checker.check({})->cost;
  return {"cost/taken again", kTimes, [file, cost] {
            const Usage usage{.pools = {{.held_share = 0.5, .useful_share = 0.5}}};
            const auto input = std::ranges::find_if(cost->inputs().all(), &CostInput::has_range);
            double sum = 0.0;
            const double seconds = seconds_of([&] {
              for (int i = 0; i < kTimes; ++i)
                sum += cost->totals(usage, CostDraw(input->id, 0.05 + 1e-7 * i)).total;
            });
            ensure(sum > 0.0, "a design costs something");
            return seconds;
          }};
}

/// What the row above is asked to do.
Side hundred_thousand_a_second() {
  return {"100 000 a second", 1e5, [] { return 1.0; }, true};
}

}  // namespace

std::vector<Row> make_design_rows() {
  return {{"one more design read and checked against a run of 20 k",
           loaded_and_checked(),
           run_once(),
           1.0 / 0.02,
           {}},
          {"compare of 160 variants against 10, 50 jobs each",
           compared(160),
           compared(10),
           16.0 / 18.0,
           {}},
          {"one more cost of a design against 100 000 a second",
           cost_again(),
           hundred_thousand_a_second(),
           1.0,
           {}}};
}

}  // namespace gpuscape::bench
