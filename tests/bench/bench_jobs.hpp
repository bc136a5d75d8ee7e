#pragma once
/// The synthetic workload of the replay benchmarks, in our shape and in that of the bare loops.

#include <boost/random/mersenne_twister.hpp>
#include <memory>
#include <vector>

#include "sim/fields/model_spec.hpp"
#include "sim/run/run_state.hpp"
#include "sim/workload/source.hpp"
#include "tests/bench/bare_cluster.hpp"

namespace gpuscape::bench {

/// Poisson arrivals; 1 to 32 GPUs (55, 12, 10, 16, 4 and 3 %); log-normal run times (median 30 min,
/// sigma 1.5, 30 s to 5 days); limits of one to four times the run time; `load` of `nodes` × 8
/// GPUs. By submit date.
std::vector<Job> make_jobs(std::size_t count, std::uint32_t nodes, double load);
/// Poisson arrivals, so many seconds apart on average.
void spread_arrivals(std::vector<Job>& jobs, double mean_gap, boost::random::mt19937_64& random);
std::vector<BareJob> bare(const std::vector<Job>& jobs);

/// Those jobs again, one at a time; they must outlive the source.
std::unique_ptr<WorkloadSource> source_of(const std::vector<Job>& jobs);
/// A model by its name alone.
ModelSpec plain_model(const char* type);

enum class Loop { native, simgrid };

/// A whole run of ours with every per-job result kept: FIFO, best fit, the named backfill (depth
/// 100).
RunResult run_ours(const std::vector<Job>& jobs, std::uint32_t nodes, const char* backfill,
                   Loop loop);

/// Jobs of which `waiting` come at once, and the others from 1 s on at a load of 1.
std::vector<Job> jobs_behind_a_queue(std::size_t waiting, std::size_t dates, std::uint32_t nodes);
/// What `dates` instants take after the first, s.
double seconds_of_dates(RunState& state, std::size_t dates);

/// What `dates` instants take, s, with about `waiting` jobs in the queue: FIFO, best fit, the named
/// backfill, 1000 nodes.
double seconds_with_waiting(std::size_t waiting, std::size_t dates, const char* backfill);

}  // namespace gpuscape::bench
