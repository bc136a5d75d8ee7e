#include <fmt/format.h>

#include <memory>
#include <vector>

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
           {}}};
}

}  // namespace gpuscape::bench
