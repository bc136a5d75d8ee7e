#include "sim/report/logs/generate_json.hpp"

#include <gtest/gtest.h>

#include "sim/scenario/load/loader.hpp"

namespace gpuscape {
namespace {

GenerateSpec everything() {
  GenerateSpec spec;
  spec.duration = 14_d;
  spec.jobs_per_hour = 12.5;
  spec.week = WeekSpec{};
  spec.week->by_hour.fill(0.5);
  spec.week->by_weekday.fill(1.25);
  spec.week->starts_on = 3;
  spec.gpus = {{1, 0.75}, {8, 0.25}};
  DistributionSpec table{"quantiles"};
  table.quantiles = {{0.0, 1.0}, {0.5, 90.0}, {1.0, 86400.0}};
  spec.run_time_by_gpus = {{1, {"lognormal", 600.0, 1.5, 86400.0}}, {8, table}};
  spec.time_limit_factor = DistributionSpec{"weibull", 3.0, 0.5};
  spec.cores_per_gpu = 6.0;
  spec.memory_per_gpu = 64_GiB;
  spec.users = UsersSpec{12, 1.25};
  return spec;
}

GenerateSpec read_back(const GenerateSpec& spec) {
  JsonValue scenario = generate_fragment(spec, "fitted");
  scenario.set("cluster", parse_json(R"({"nodes": {"p": {"type": "pool", "count": 8}}})", ""));
  const LoadedScenario loaded = load_scenario_text(write_json(scenario), "s.json");
  loaded.throw_if_issues();
  return *loaded.spec.streams.at(0).generate;
}

TEST(GenerateJson, ReadsBackAsItWas) {
  const std::string text = write_json(generate_json(everything()));
  EXPECT_EQ(write_json(generate_json(read_back(everything()))), text);
}

TEST(GenerateJson, WritesTheOtherKindsToo) {
  GenerateSpec spec;
  spec.jobs = 10;
  spec.load = 0.5;
  spec.diurnal = true;
  spec.peak_to_trough = 3.0;
  spec.gpus = {{1, 1.0}};
  for (const DistributionSpec& run_time : std::vector<DistributionSpec>{
           {"constant", 60.0}, {"uniform", 1.0, 9.0}, {"exponential", 300.0}}) {
    spec.run_time = run_time;
    const std::string text = write_json(generate_json(spec));
    EXPECT_EQ(write_json(generate_json(read_back(spec))), text);
  }
}

}  // namespace
}  // namespace gpuscape
