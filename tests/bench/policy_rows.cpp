#include <memory>

#include "models/builtin_models.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/model/build_model.hpp"
#include "sim/run/run_state.hpp"
#include "tests/bench/bench_jobs.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::size_t kMillion = 1'000'000;
constexpr std::uint32_t kNodes = 1000;

/// Two hundred users of twenty accounts; which of them a job is from follows from its number.
struct Crowd {
  std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs;
};

std::shared_ptr<const Crowd> crowd_of(std::vector<Job> jobs) {
  constexpr std::uint64_t kUsers = 200;
  auto crowd = std::make_shared<Crowd>();
  for (std::uint64_t user = 0; user < kUsers; ++user)
    crowd->origins->intern("user" + std::to_string(user), "team" + std::to_string(user % 20), "",
                           "");
  crowd->jobs = std::move(jobs);
  for (Job& job : crowd->jobs) {
    const auto mixed = static_cast<std::uint64_t>(job.id) * 0x9E3779B97F4A7C15U;
    job.origin = static_cast<std::uint32_t>(1 + (mixed >> 32U) % kUsers);
  }
  return crowd;
}

std::unique_ptr<RunState> state_with(const Crowd& crowd, const char* scheduler,
                                     const char* backfill) {
  Registry registry;
  register_builtin_models(registry);
  Policies policies;
  policies.scheduler = build_model(registry.schedulers, plain_model(scheduler));
  policies.backfill = build_model(registry.backfills, plain_model(backfill));
  policies.placement = build_model(registry.placements, plain_model("best-fit"));
  const std::vector<double> nothing(crowd.origins->size(), 0.0);
  return std::make_unique<RunState>(Platform({{"gpu", kNodes, Demand{8, 0, 0}, false}}),
                                    std::move(policies), source_of(crowd.jobs), TrafficParts{},
                                    WorkloadFacts{crowd.origins, {"jobs"}, {nothing}});
}

Side run_of(std::string name, const std::shared_ptr<const Crowd>& crowd, const char* scheduler,
            const char* backfill) {
  return {std::move(name), static_cast<double>(crowd->jobs.size()), [crowd, scheduler, backfill] {
            const auto state = state_with(*crowd, scheduler, backfill);
            return seconds_of([&] {
              run_natively(state->simulation(), kForever, {});
              state->take_result({});
            });
          }};
}

/// Fifty thousand instants with so many jobs in the queue.
Side multifactor_with_waiting(std::size_t waiting) {
  constexpr std::size_t kDates = 50'000;
  return {"waiting/multifactor/" + std::to_string(waiting), kDates, [waiting] {
            const auto crowd = crowd_of(jobs_behind_a_queue(waiting, kDates, kNodes));
            const auto state = state_with(*crowd, "slurm-multifactor", "easy");
            return seconds_of_dates(*state, kDates);
          }};
}

Row multifactor_waiting_row(std::string work, std::size_t waiting, std::optional<double> goal) {
  return {std::move(work),
          multifactor_with_waiting(waiting),
          multifactor_with_waiting(10'000),
          goal,
          {}};
}

}  // namespace

std::vector<Row> make_policy_rows() {
  const auto crowd = crowd_of(make_jobs(kMillion, kNodes, 0.95));
  const Side easy = run_of("ours/users/fifo/easy", crowd, "fifo", "easy");
  std::vector<Row> rows;
  // Priorities are calculated anew every 5 min, its default.
  rows.push_back({"1 M jobs, multifactor with EASY against FIFO with EASY, load 0.95",
                  run_of("ours/users/multifactor/easy", crowd, "slurm-multifactor", "easy"),
                  easy,
                  0.2,
                  {}});
  rows.push_back({"1 M jobs, SJF with EASY against FIFO with EASY, load 0.95",
                  run_of("ours/users/sjf/easy", crowd, "sjf", "easy"),
                  easy,
                  0.2,
                  {}});
  // The time of a job grows with the queue, which a longer stream at this load makes longer.
  const auto planned = [](std::size_t jobs) {
    return run_of("ours/users/multifactor/slurm/" + std::to_string(jobs),
                  crowd_of(make_jobs(jobs, kNodes, 0.95)), "slurm-multifactor", "slurm");
  };
  rows.push_back({"20 k jobs against 5 k, a job, multifactor with Slurm's backfill, load 0.95",
                  planned(20'000),
                  planned(5'000),
                  1.0 / 1.3,
                  {}});
  rows.push_back(
      multifactor_waiting_row("100 k jobs waiting against 10 k, multifactor", 100'000, 0.8));
  rows.push_back(multifactor_waiting_row("  beside it: 30 k waiting against 10 k, multifactor",
                                         30'000, std::nullopt));
  return rows;
}

}  // namespace gpuscape::bench
