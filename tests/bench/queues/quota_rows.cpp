/// A hundred queues, in a quota tree and in cohorts, against one queue; a long queue against a
/// short one.

#include <fmt/format.h>

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
constexpr std::uint64_t kQueues = 100;

/// Jobs of a hundred accounts; which of them a job is from follows from its number.
struct Accounts {
  std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs;
};

std::shared_ptr<const Accounts> accounts_of(std::vector<Job> jobs) {
  auto made = std::make_shared<Accounts>();
  for (std::uint64_t queue = 0; queue < kQueues; ++queue)
    made->origins->intern("", fmt::format("q{}", queue), "", "");
  made->jobs = std::move(jobs);
  for (Job& job : made->jobs) {
    const auto mixed = static_cast<std::uint64_t>(job.id) * 0x9E3779B97F4A7C15U;
    job.origin = static_cast<std::uint32_t>(1 + (mixed >> 32U) % kQueues);
  }
  return made;
}

/// Ten departments of ten queues; each deserves as much as all others.
std::string tree() {
  std::string queues;
  for (std::uint64_t top = 0; top < kQueues / 10; ++top)
    queues += fmt::format(R"("d{}": {{"gpus": {{"deserved": {}}}}}, )", top, kNodes * 8 / 10);
  for (std::uint64_t queue = 0; queue < kQueues; ++queue)
    queues += fmt::format(R"({}"q{}": {{"parent": "d{}", "gpus": {{"deserved": {}}}}})",
                          queue == 0 ? "" : ", ", queue, queue / 10, kNodes * 8 / kQueues);
  return R"({"type": "quota-tree", "queues": {)" + queues + "}}";
}

/// The same as Kueue has it: ten cohorts of ten queues in one.
std::string cohorts() {
  std::string all = R"("all": {})";
  std::string queues;
  for (std::uint64_t top = 0; top < kQueues / 10; ++top)
    all += fmt::format(R"(, "d{}": {{"parent": "all"}})", top);
  for (std::uint64_t queue = 0; queue < kQueues; ++queue)
    queues += fmt::format(R"({}"q{}": {{"cohort": "d{}", "gpus": {{"nominal": {}}}}})",
                          queue == 0 ? "" : ", ", queue, queue / 10, kNodes * 8 / kQueues);
  return R"({"type": "cohorts", "cohorts": {)" + all + R"(}, "queues": {)" + queues + "}}";
}

ModelSpec policy_of(const std::string& name) {
  if (name == "fifo") return plain_model("fifo");
  return {name, parse_json(name == "cohorts" ? cohorts() : tree(), ""), ""};
}

std::unique_ptr<RunState> state_with(const Accounts& accounts, const std::string& policy) {
  Registry registry;
  register_builtin_models(registry);
  Policies policies;
  policies.scheduler = build_model(registry.schedulers, policy_of(policy));
  policies.backfill = build_model(registry.backfills, plain_model("none"));
  policies.placement = build_model(registry.placements, plain_model("best-fit"));
  const std::vector<double> nothing(accounts.origins->size(), 0.0);
  return std::make_unique<RunState>(Platform({{"gpu", kNodes, Demand{8, 0, 0}, false}}),
                                    std::move(policies), source_of(accounts.jobs), TrafficParts{},
                                    WorkloadFacts{accounts.origins, {"jobs"}, {nothing}});
}

Side run_of(std::string name, const std::shared_ptr<const Accounts>& accounts,
            const std::string& policy) {
  return {std::move(name), static_cast<double>(accounts->jobs.size()), [accounts, policy] {
            const auto state = state_with(*accounts, policy);
            return seconds_of([&] {
              run_natively(state->simulation(), kForever, {});
              state->take_result({});
            });
          }};
}

/// Fifty thousand instants with so many jobs in the queues.
Side quotas_with_waiting(std::size_t waiting) {
  constexpr std::size_t kDates = 50'000;
  return {fmt::format("waiting/quota-tree/{}", waiting), kDates, [waiting] {
            const auto accounts = accounts_of(jobs_behind_a_queue(waiting, kDates, kNodes));
            const auto state = state_with(*accounts, "quota-tree");
            return seconds_of_dates(*state, kDates);
          }};
}

}  // namespace

std::vector<Row> make_quota_rows() {
  std::vector<Row> rows;
  // FIFO without a backfill is overloaded beyond that.
  for (const double load : {0.7, 0.8}) {
    const auto accounts = accounts_of(make_jobs(kMillion, kNodes, load));
    rows.push_back(
        {fmt::format("1 M jobs, quota tree of 110 queues against FIFO, load {:.2f}", load),
         run_of(fmt::format("ours/quota-tree/{}", load), accounts, "quota-tree"),
         run_of(fmt::format("ours/queues/fifo/{}", load), accounts, "fifo"),
         0.3,
         {}});
    rows.push_back({fmt::format("1 M jobs, 100 queues in cohorts against FIFO, load {:.2f}", load),
                    run_of(fmt::format("ours/cohorts/{}", load), accounts, "cohorts"),
                    run_of(fmt::format("ours/cohorts/fifo/{}", load), accounts, "fifo"),
                    0.3,
                    {}});
  }
  rows.push_back({"100 k jobs waiting against 10 k, quota tree",
                  quotas_with_waiting(100'000),
                  quotas_with_waiting(10'000),
                  0.77,
                  {}});
  return rows;
}

}  // namespace gpuscape::bench
