/// Nodes of many kinds, all of which a placement sees, against as many of one kind.

#include <algorithm>
#include <memory>

#include "models/builtin_models.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/model/build_model.hpp"
#include "sim/run/run_state.hpp"
#include "tests/bench/bench_jobs.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::uint32_t kNodes = 1200;
constexpr std::size_t kJobs = 300'000;

/// Kinds of as many nodes each, by turns with 4 and with 12 GPUs, and with 8 to 15 cores for each;
/// one kind has 8 GPUs with 12 cores each.
Platform nodes_of(std::uint32_t kinds) {
  std::vector<NodeGroup> groups;
  for (std::uint32_t kind = 0; kind < kinds; ++kind) {
    const std::int32_t gpus = kinds == 1 ? 8 : (kind % 2 == 0 ? 4 : 12);
    const std::int64_t cores = kinds == 1 ? 12 : 8 + kind / 2 % 8;
    groups.push_back({"kind" + std::to_string(kind), kNodes / kinds,
                      Demand{gpus, gpus * cores * 1000, gpus * 65536}, false});
    groups.back().shares_gpus = true;
  }
  return Platform(std::move(groups));
}

/// On one node each, as openb's pods are: parts of a GPU, one to four whole ones; with cores and
/// memory. A load of 0.8: few wait.
std::vector<Job> jobs_on_one_node() {
  std::vector<Job> jobs = make_jobs(kJobs, kNodes, 1.0);
  double work = 0.0;
  for (Job& job : jobs) {
    const std::uint64_t mixed = static_cast<std::uint64_t>(job.id) * 0x9E3779B97F4A7C15U >> 40U;
    job.demand.gpus = std::min(job.demand.gpus, 4);
    job.demand.milli_cores = job.demand.gpus * (4000 + 1000 * static_cast<std::int64_t>(mixed % 7));
    job.demand.memory_mib = std::int64_t{job.demand.gpus} * 16384;
    if (job.demand.gpus == 1 && mixed % 2 == 0)
      job.demand.gpu_milli = static_cast<std::uint16_t>(100 * (1 + mixed / 8 % 9));
    work += job.demand.gpu_amount() * job.run_time.value();
  }
  boost::random::mt19937_64 random(12);
  spread_arrivals(jobs, work / (kNodes * 8.0 * 0.8 * static_cast<double>(kJobs)), random);
  return jobs;
}

Side run_on(const std::shared_ptr<const std::vector<Job>>& jobs, std::uint32_t kinds) {
  return {"ours/kinds/" + std::to_string(kinds), static_cast<double>(jobs->size()), [jobs, kinds] {
            Registry registry;
            register_builtin_models(registry);
            Policies policies;
            policies.scheduler = build_model(registry.schedulers, plain_model("fifo"));
            policies.backfill = build_model(registry.backfills, plain_model("easy"));
            policies.placement = build_model(registry.placements, plain_model("best-fit"));
            RunState state(nodes_of(kinds), std::move(policies), source_of(*jobs), {}, {});
            return seconds_of([&] {
              run_natively(state.simulation(), kForever, {});
              state.take_result({});
            });
          }};
}

}  // namespace

std::vector<Row> make_kinds_rows() {
  const auto jobs = std::make_shared<const std::vector<Job>>(jobs_on_one_node());
  return {{"300 k jobs, 1 200 nodes of 40 kinds against one kind, FIFO with EASY, parts of GPUs",
           run_on(jobs, 40),
           run_on(jobs, 1),
           0.5,
           {}}};
}

}  // namespace gpuscape::bench
