#pragma once
/// Jobs drawn from distributions, one at a time, without end or until a number or a date is
/// reached.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// What the random numbers of a generated stream depend on, besides the job's running number.
struct GeneratorKey {
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  std::string_view stream_name;    ///< the user's name of the workload stream
  std::uint16_t stream_index = 0;  ///< goes into the jobs; moves no number
  /// Origins of the users in their order; needed where the generator has users.
  std::vector<std::uint32_t> users = {};
};

/// The mean number of GPUs a job asks for.
double mean_gpus(const GenerateSpec& spec);

/// The mean GPU time of a job, caps included: GPUs × s.
Seconds mean_work(const GenerateSpec& spec);

/// Jobs per second over whole days: as given, or load × load_gpus ÷ mean work; `gpus_total` where
/// load_gpus is not known.
/// Throws ScenarioError when that is not a finite number above zero.
double mean_arrival_rate(const GenerateSpec& spec, std::int64_t gpus_total);

/// Jobs with ids 1, 2, …; the run starts at midnight. Gap, GPUs, run time, limit and user of job n
/// are each the n-th entity's draw of a stream of their own, so that changing one of them moves
/// none of the others. Throws as mean_arrival_rate does.
std::unique_ptr<WorkloadSource> make_generator(const GenerateSpec& spec, std::int64_t gpus_total,
                                               const GeneratorKey& key);

}  // namespace gpuscape
