#include "tests/bench/bench_jobs.hpp"

#include <algorithm>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/lognormal_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <memory>

#include "models/builtin_models.hpp"
#include "sim/engine/native_loop.hpp"
#include "sim/engine/simgrid_host.hpp"
#include "sim/model/build_model.hpp"
#include "sim/run/run_state.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

namespace {

std::int32_t draw_gpus(double u) {
  if (u < 0.55) return 1;
  if (u < 0.67) return 2;
  if (u < 0.77) return 4;
  if (u < 0.93) return 8;
  return u < 0.97 ? 16 : 32;
}

class VectorSource final : public WorkloadSource {
 public:
  explicit VectorSource(const std::vector<Job>& jobs) : jobs_(jobs) {}
  bool next(Job& job) override {
    if (next_ == jobs_.size()) return false;
    job = jobs_[next_++];
    return true;
  }
  [[nodiscard]] std::size_t expected_jobs() const override { return jobs_.size(); }

 private:
  const std::vector<Job>& jobs_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<WorkloadSource> source_of(const std::vector<Job>& jobs) {
  return std::make_unique<VectorSource>(jobs);
}

ModelSpec plain_model(const char* type) { return {type, JsonValue::make_object(), ""}; }

void spread_arrivals(std::vector<Job>& jobs, double mean_gap, boost::random::mt19937_64& random) {
  boost::random::exponential_distribution<double> gap(1.0);
  double date = 0.0;
  for (Job& job : jobs) {
    date += mean_gap * gap(random);
    job.submit = Seconds(date);
  }
}

std::vector<Job> make_jobs(std::size_t count, std::uint32_t nodes, double load) {
  boost::random::mt19937_64 random(11);
  boost::random::uniform_01<double> uniform;
  boost::random::lognormal_distribution<double> run_time(std::log(1800.0), 1.5);
  std::vector<Job> jobs(count);
  double work = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    jobs[i].id = static_cast<std::int64_t>(i);
    jobs[i].demand.gpus = draw_gpus(uniform(random));
    jobs[i].run_time = Seconds(std::clamp(run_time(random), 30.0, 432000.0));
    jobs[i].time_limit = jobs[i].run_time * (1.0 + 3.0 * uniform(random));
    work += jobs[i].demand.gpus * jobs[i].run_time.value();
  }
  spread_arrivals(jobs, work / (nodes * 8.0 * load * static_cast<double>(count)), random);
  return jobs;
}

std::vector<BareJob> bare(const std::vector<Job>& jobs) {
  std::vector<BareJob> result;
  result.reserve(jobs.size());
  for (const Job& job : jobs) {
    BareJob one;
    one.submit = job.submit.value();
    one.run_time = job.run_time.value();
    one.limit = job.time_limit.value();
    one.gpus = job.demand.gpus;
    result.push_back(one);
  }
  return result;
}

namespace {

Policies fifo_with(const char* backfill) {
  Registry registry;
  register_builtin_models(registry);
  Policies policies;
  policies.scheduler = build_model(registry.schedulers, plain_model("fifo"));
  policies.backfill = build_model(registry.backfills, plain_model(backfill));
  policies.placement = build_model(registry.placements, plain_model("best-fit"));
  return policies;
}

Platform nodes_of_eight(std::uint32_t nodes) {
  return Platform({{"gpu", nodes, Demand{8, 0, 0}, false}});
}

}  // namespace

RunResult run_ours(const std::vector<Job>& jobs, std::uint32_t nodes, const char* backfill,
                   Loop loop) {
  RunState state(nodes_of_eight(nodes), fifo_with(backfill), source_of(jobs));
  if (loop == Loop::simgrid) {
    run_on_simgrid(state.simulation(), {});
  } else {
    run_natively(state.simulation(), kForever, {});
  }
  return state.take_result({});
}

std::vector<Job> jobs_behind_a_queue(std::size_t waiting, std::size_t dates, std::uint32_t nodes) {
  std::vector<Job> jobs = make_jobs(waiting + dates, nodes, 1.0);
  const Seconds first = jobs[waiting].submit;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    jobs[i].submit = i < waiting ? Seconds(0.0) : Seconds(1.0) + (jobs[i].submit - first);
  return jobs;
}

double seconds_of_dates(RunState& state, std::size_t dates) {
  Simulation& simulation = state.simulation();
  const auto step = [&simulation] { simulation.advance_to(*simulation.next_date()); };
  step();
  return seconds_of([&] {
    for (std::size_t i = 0; i < dates; ++i) step();
  });
}

double seconds_with_waiting(std::size_t waiting, std::size_t dates, const char* backfill) {
  constexpr std::uint32_t kNodes = 1000;
  const std::vector<Job> jobs = jobs_behind_a_queue(waiting, dates, kNodes);
  RunState state(nodes_of_eight(kNodes), fifo_with(backfill), source_of(jobs));
  return seconds_of_dates(state, dates);
}

}  // namespace gpuscape::bench
