#include <fmt/format.h>

#include "sim/scenario/sections/read_rules.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

ClosedSpec read_closed_spec(ObjectReader& reader) {
  ClosedSpec spec;
  const auto jobs =
      reader.count_or("jobs", {"one per node", "one per gpu"}, "How many are in circulation.",
                      Bounds{.least = 1, .most = 1e6});
  if (const auto* text = std::get_if<std::string>(&jobs))
    spec.per = *text == "one per node" ? ClosedSpec::Per::node : ClosedSpec::Per::gpu;
  else
    spec.jobs = std::get<std::int64_t>(jobs);
  spec.gpus =
      read_gpu_shares(reader,
                      "Weight of each number of GPUs that jobs ask for: {\"1\": 0.7, \"8\": 0.3}; "
                      "by default all of the node for one per node, otherwise one.",
                      false);
  reader.object("run_time", "How long jobs run once started.", [&](ObjectReader& r) {
    spec.run_time = read_distribution(r, DistributionOf::time);
  });
  reader.optional_object(
      "think_time", "Time from the end of a job to the submission of the next; default: none.",
      [&](ObjectReader& r) { spec.think_time = read_distribution(r, DistributionOf::time); });
  spec.duration =
      reader.quantity<Seconds>("duration", "Nothing is submitted from then on.", kPositive);
  return spec;
}

}  // namespace gpuscape
