#include "sim/sharing/neighbours.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/sharing/compute_caps.hpp"

namespace gpuscape {

namespace {

void ensure_share(Ratio use) {
  ensure(use >= Ratio(0.0) && use <= Ratio(1.0), "a job uses from nothing to all of a GPU");
}

/// Lowers paces to what a part of the GPU allows that is shared by `use`, max-min fair.
void share(std::span<const GpuUse> jobs, Ratio GpuUse::* use, std::vector<Ratio>& paces) {
  std::vector<std::size_t> users;
  std::vector<Ratio> wanted;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (jobs[i].*use > Ratio(0.0)) {
      users.push_back(i);
      wanted.push_back(jobs[i].*use * paces[i].value());
    }
  const std::vector<Ratio> given = capped_shares(wanted);
  for (std::size_t k = 0; k < users.size(); ++k)
    paces[users[k]] = paces[users[k]] * (given[k] / wanted[k]);
}

/// Of the full clock, with the jobs at these paces.
double clock_of(std::span<const GpuUse> jobs, const GpuContention& contention,
                const std::vector<Ratio>& paces) {
  constexpr double kLeast = 0.1;
  if (!(contention.cap > Watts(0.0))) return 1.0;
  Watts power = contention.idle;
  for (std::size_t i = 0; i < jobs.size(); ++i) power += jobs[i].power * paces[i].value();
  const double above = std::max(0.0, (power - contention.cap).value());
  return std::max(kLeast, 1.0 - contention.clock_per_watt * above);
}

}  // namespace

std::vector<Ratio> neighbour_paces(std::span<const GpuUse> jobs, const GpuContention& contention) {
  ensure(contention.l2_slope >= 0.0 && contention.clock_per_watt >= 0.0 &&
             contention.idle >= Watts(0.0) && contention.cap >= Watts(0.0),
         "neighbours do not speed each other up");
  Ratio l2(0.0);
  for (const GpuUse& job : jobs) {
    ensure_share(job.multiprocessors);
    ensure_share(job.memory_bandwidth);
    ensure_share(job.l2);
    ensure(job.power >= Watts(0.0), "a job adds to an idle GPU's power");
    l2 += job.l2;
  }
  std::vector<Ratio> paces;
  for (const GpuUse& job : jobs)
    paces.emplace_back(1.0 / (1.0 + contention.l2_slope * (l2 - job.l2).value()));
  share(jobs, &GpuUse::multiprocessors, paces);
  share(jobs, &GpuUse::memory_bandwidth, paces);
  const double clock = clock_of(jobs, contention, paces);
  for (Ratio& pace : paces) pace = pace * clock;
  return paces;
}

}  // namespace gpuscape
