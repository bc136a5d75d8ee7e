#include "tests/bench/memory_probe.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

#include "models/builtin_models.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/model/build_model.hpp"
#include "sim/run/run_state.hpp"
#include "sim/workload/draw/generator.hpp"

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

}  // namespace

double peak_of_child(const std::string& program, long jobs) {
  const std::string command = fmt::format("'{}' --memory {}", program, jobs);
  const std::unique_ptr<FILE, int (*)(FILE*)> child(popen(command.c_str(), "r"), pclose);
  double peak = 0.0;
  if (!child || std::fscanf(child.get(), "%lf", &peak) != 1)
    throw std::runtime_error("the memory probe failed");
  return peak;
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
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}\n", static_cast<double>(usage.ru_maxrss) * 1024.0 +
                         0.0 * static_cast<double>(result.jobs.size()));
}

}  // namespace gpuscape::bench
