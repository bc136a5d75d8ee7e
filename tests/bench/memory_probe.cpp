#include "tests/bench/memory_probe.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/live/live_study.hpp"
#include "sim/model/build_model.hpp"
#include "sim/run/run_state.hpp"
#include "sim/workload/draw/generator.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::bench {

namespace {

GenerateSpec workload(long jobs) {
  GenerateSpec spec;
  spec.jobs = jobs;
  spec.load = 0.85;
  spec.gpus = {{1, 0.55}, {2, 0.12}, {4, 0.10}, {8, 0.16}, {16, 0.04}, {32, 0.03}};
  spec.run_time = {"lognormal", 1800.0, 1.5, 432000.0};
  return spec;
}

double peak_printed_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> child(popen(command.c_str(), "r"), pclose);
  double peak = 0.0;
  if (!child || std::fscanf(child.get(), "%lf", &peak) != 1)
    throw std::runtime_error("the memory probe failed");
  return peak;
}

void print_peak() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}\n", static_cast<double>(usage.ru_maxrss) * 1024.0);
}

/// A million jobs on 128 nodes, once.
LiveDesign million(int edit) {
  constexpr const char* kText = R"({"format": 1,
      "cluster": {"nodes": {"n": {"type": "custom", "gpus": 8, "count": 128}}},
      "workload": {"streams": {"s": {"generate": {"jobs": 1000000, "load": 0.8,
      "gpus": {"1": 6, "8": 1}, "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
      "scheduler": {"backfill": {"type": "easy"}}, "run": {"replications": 1}})";
  return {fmt::format("{}", edit),
          {.file = "bench.json", .text = kText},
          {.variant = {},
           .patches = {},
           .sets = {fmt::format("/scheduler/backfill/depth={}", 100 + edit)},
           .seed = {}}};
}

}  // namespace

double peak_of_child(const std::string& program, long jobs) {
  return peak_printed_by(fmt::format("'{}' --memory {}", program, jobs));
}

double peak_of_live_child(const std::string& program, int designs) {
  return peak_printed_by(fmt::format("'{}' --live-memory {}", program, designs));
}

void print_peak_of_live(int designs) {
  if (designs == 0) {
    const LiveDesign alone = million(0);
    const CheckedScenario scenario =
        open_scenario(alone.source, alone.design, test::builtin_models());
    TraceCache traces;
    const StudyOutcome outcome = run_study(scenario, traces, {});
    return print_peak();
  }
  LiveStudy study(test::builtin_models());
  std::vector<LiveDesign> asked;
  for (int i = 0; i < designs; ++i) asked.push_back(million(i));
  study.ask(asked);
  study.wait();
  for (const LiveAnswer& answer : study.latest()->designs)
    ensure(answer.stage == LiveStage::exact, "every design is answered");
  print_peak();
}

void print_peak_after(long jobs) {
  Registry registry;
  register_builtin_models(registry);
  const auto model = [](const char* type) { return ModelSpec{type, JsonValue::make_object(), ""}; };
  Policies policies;
  policies.scheduler = build_model(registry.schedulers, model("fifo"));
  policies.backfill = build_model(registry.backfills, model("none"));
  policies.placement = build_model(registry.placements, model("best-fit"));
  RunState state(Platform({{"gpu", 1000, Demand{8, 0, 0}, false}}), std::move(policies),
                 make_generator(workload(jobs), 8000, {1, 0, "bench", 0}));
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  ensure(result.jobs.size() > 0, "jobs are kept");
  print_peak();
}

}  // namespace gpuscape::bench
