#include "sim/base/seeded_hash.hpp"

#include <sys/random.h>

#include <atomic>
#include <chrono>

namespace gpuscape {

namespace {

/// With ones and zeros mixed, so that products spread.
std::uint64_t drawn_seed() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != static_cast<ssize_t>(sizeof seed))
    seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;  // 2^64 over the golden ratio
  return (seed * kOdd) | (std::uint64_t{1} << 63U);
}

std::atomic<std::uint64_t>& shared_seed() {
  static std::atomic<std::uint64_t> seed{drawn_seed()};
  return seed;
}

}  // namespace

std::uint64_t hash_seed() { return shared_seed().load(std::memory_order_relaxed); }

void set_hash_seed(std::uint64_t seed) { shared_seed().store(seed); }

}  // namespace gpuscape
