#include "sim/base/random.hpp"

namespace gpuscape {

namespace {

/// The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection in which each input
/// bit moves about half of the output bits.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

PhiloxKey key_of(std::uint64_t seed, std::uint64_t replication) {
  // Mixed twice: seeds and replications are small numbers, and (1, 2) must differ from (2, 1).
  const std::uint64_t key = mixed(mixed(seed) ^ replication);
  return {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32U)};
}

/// FNV-1a (Fowler, Noll, Vo) in 64 bits, mixed and folded: std::hash differs between libraries.
std::uint32_t hash_of(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  }
  return static_cast<std::uint32_t>(mixed(hash) >> 32U);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t replication, std::string_view name,
                           std::uint64_t entity)
    : RandomStream(key_of(seed, replication), hash_of(name), entity) {}

RandomStreams::RandomStreams(std::uint64_t seed, std::uint64_t replication, std::string_view name)
    : key_(key_of(seed, replication)), name_hash_(hash_of(name)) {}

}  // namespace gpuscape
