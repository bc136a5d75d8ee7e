#include "sim/sharing/duty_cycle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

void ensure_duty(Ratio duty) {
  ensure(duty > Ratio(0.0) && duty <= Ratio(1.0), "a duty lies above 0 and is at most 1");
}

/// Of a client that finds so many others at the GPU.
double pace_beside(Ratio duty, double others) { return 1.0 / (1.0 + duty.value() * others); }

/// Its mean number at the GPU.
double presence(Ratio duty, double others) {
  return pace_beside(duty, others) * duty.value() * (1.0 + others);
}

/// Over all sets of clients, smaller ones first: bit i of a set is client i.
std::vector<Ratio> exact_paces(std::span<const Ratio> duties) {
  const std::size_t clients = duties.size();
  const std::size_t sets = std::size_t{1} << clients;
  std::vector<double> at_gpu(sets, 0.0);  // mean number of all clients of a set
  std::vector<Ratio> paces(clients);
  for (std::size_t set = 1; set < sets; ++set)
    for (std::size_t i = 0; i < clients; ++i) {
      const std::size_t one = std::size_t{1} << i;
      if ((set & one) == 0) continue;
      const double others = at_gpu[set - one];
      at_gpu[set] += presence(duties[i], others);
      if (set == sets - 1) paces[i] = Ratio(pace_beside(duties[i], others));
    }
  return paces;
}

std::vector<Ratio> schweitzer_paces(std::span<const Ratio> duties) {
  constexpr int kMost = 10000;
  constexpr double kSettled = 1e-12;
  std::vector<double> at_gpu;
  for (const Ratio duty : duties) at_gpu.push_back(duty.value());
  double change = 1.0;
  for (int i = 0; i < kMost && change > kSettled; ++i) {
    const double all = std::accumulate(at_gpu.begin(), at_gpu.end(), 0.0);
    change = 0.0;
    for (std::size_t k = 0; k < duties.size(); ++k) {
      const double next = (at_gpu[k] + presence(duties[k], all - at_gpu[k])) / 2.0;
      change = std::max(change, std::abs(next - at_gpu[k]));
      at_gpu[k] = next;
    }
  }
  const double all = std::accumulate(at_gpu.begin(), at_gpu.end(), 0.0);
  std::vector<Ratio> paces;
  paces.reserve(duties.size());
  for (std::size_t k = 0; k < duties.size(); ++k)
    paces.emplace_back(pace_beside(duties[k], all - at_gpu[k]));
  return paces;
}

}  // namespace

DutyForecast duty_forecast(std::uint32_t clients, Ratio duty) {
  ensure_duty(duty);
  ensure(clients >= 1, "a GPU that is used has clients");
  double others = 0.0;
  for (std::uint32_t n = 1; n < clients; ++n) others = n * presence(duty, others);
  const double pace = pace_beside(duty, others);
  return {.gain = clients * pace,
          .slowdown = 1.0 / pace,
          .gpu_use = Ratio(clients * pace * duty.value())};
}

Ratio duty_of(std::uint32_t clients, double slowdown) {
  ensure(clients >= 2, "one client waits for nobody");
  ensure(slowdown >= 1.0 && slowdown <= clients, "clients are slower by 1 to their number");
  double least = 0.0;
  double most = 1.0;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (least + most) / 2.0;
    (duty_forecast(clients, Ratio(middle)).slowdown < slowdown ? least : most) = middle;
  }
  return Ratio(most);
}

std::vector<Ratio> duty_paces(std::span<const Ratio> duties) {
  constexpr std::size_t kExact = 12;
  for (const Ratio duty : duties) ensure_duty(duty);
  return duties.size() <= kExact ? exact_paces(duties) : schweitzer_paces(duties);
}

Ratio pair_pace(double summed_use) {
  constexpr double kKnee = 0.83;
  constexpr double kSlope = 0.292;
  ensure(summed_use >= 0.0 && summed_use <= 2.0, "two jobs use a GPU for 0 to 2 of its time");
  return Ratio(1.0 - kSlope * std::max(0.0, summed_use - kKnee));
}

}  // namespace gpuscape
