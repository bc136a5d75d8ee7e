#pragma once
/// Whose jobs make room for whose, and how long they go on before they do.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/running_jobs.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

class Preemption {
 public:
  /// By the qualities of service of the origins.
  void bind(const Settings& settings, const OriginTable& origins) {
    keeps_gpus_ = settings.preempted == Keeps::What::here && !settings.gives_gpus;
    yields_to_.assign(origins.size(), {});
    grace_.assign(origins.size(), Seconds(0.0));
    for (std::uint32_t a = 0; a < origins.size(); ++a) {
      const auto qos = std::ranges::find(settings.qualities, origins[a].qos, &Qos::name);
      if (qos == settings.qualities.end()) continue;
      grace_[a] = qos->grace;
      const std::vector<std::string> names = names_of(qos->preempts);
      for (std::uint32_t b = 0; b < origins.size(); ++b)
        yields_to_[a].push_back(std::ranges::find(names, origins[b].qos) != names.end());
    }
  }

  [[nodiscard]] bool preempts(std::uint32_t origin) const {
    return origin < yields_to_.size() && !yields_to_[origin].empty();
  }
  /// Whether some others make room for its jobs.
  [[nodiscard]] bool has_victims(std::uint32_t origin) const {
    return preempts(origin) &&
           std::ranges::find(yields_to_[origin], true) != yields_to_[origin].end();
  }
  /// Which of the jobs that run make room for those of `origin`, which preempts: the youngest
  /// first. Without those that leave already.
  [[nodiscard]] std::vector<std::uint32_t> victims(const RunningJobs& running,
                                                   std::uint32_t origin) const {
    std::vector<std::pair<Seconds, std::uint32_t>> found;
    for (const auto& [job, one] : running)
      if (!one.leaves && yields(origin, one.asks.origin) && makes_room(one))
        found.emplace_back(one.started, job);
    std::ranges::sort(found, std::greater<>());
    std::vector<std::uint32_t> jobs;
    jobs.reserve(found.size());
    for (const auto& [started, job] : found) jobs.push_back(job);
    return jobs;
  }
  /// How long jobs of that origin go on once they are to make room.
  [[nodiscard]] Seconds grace(std::uint32_t origin) const { return grace_[origin]; }

 private:
  [[nodiscard]] bool yields(std::uint32_t origin, std::uint32_t other) const {
    return yields_to_[origin][other];
  }

  /// Suspended, a job with GPUs would keep these from everybody.
  [[nodiscard]] bool makes_room(const RunningJob& running) const {
    return !keeps_gpus_ || running.asks.demand.gpu_amount_milli() == 0;
  }

  bool keeps_gpus_ = false;
  std::vector<std::vector<bool>> yields_to_;  // [origin][origin]: the second makes room
  std::vector<Seconds> grace_;                // by origin
};

}  // namespace gpuscape::slurm
