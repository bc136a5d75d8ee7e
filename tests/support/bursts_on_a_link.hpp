#pragma once
/// Jobs that compute, then send over one link, step by step: the truth that averages are held
/// against. Whoever sends at a time shares the link equally; compute times vary by 2 %, so that
/// equal jobs do not stay in step with each other.

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace gpuscape {

struct Burst {
  double private_time;  ///< s per step without the link
  double link_time;     ///< s per step on the link alone
};

/// Mean step times (s) over `duration` seconds.
inline std::vector<double> simulate_bursts(const std::vector<Burst>& jobs, double duration) {
  std::mt19937 random(1);
  std::normal_distribution<double> jitter(1.0, 0.02);
  std::uniform_real_distribution<double> uniform;
  struct Phase {
    bool sends;
    double left;
  };
  std::vector<Phase> phases;
  for (const Burst& job : jobs)
    phases.push_back({false, uniform(random) * (job.private_time + job.link_time)});
  std::vector<double> steps(jobs.size(), 0.0);
  double now = 0.0;
  while (now < duration) {
    const auto senders = static_cast<double>(
        std::count_if(phases.begin(), phases.end(), [](const Phase& p) { return p.sends; }));
    double span = std::numeric_limits<double>::infinity();
    for (const Phase& phase : phases)
      span = std::min(span, phase.left * (phase.sends ? senders : 1.0));
    now += span;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      Phase& phase = phases[i];
      phase.left -= span / (phase.sends ? senders : 1.0);
      if (phase.left > 1e-12) continue;
      if (phase.sends) {
        phase = {false, jobs[i].private_time * std::max(0.1, jitter(random))};
        steps[i] += 1.0;
      } else {
        phase = {true, jobs[i].link_time};
      }
    }
  }
  std::vector<double> times;
  for (const double count : steps) times.push_back(now / count);
  return times;
}

}  // namespace gpuscape
