#pragma once
/// Hashes for tables whose keys come from files. The seed is drawn once for each process, so that
/// nobody can write a file in which every key falls into one slot. Such tables are looked things up
/// in and never iterated over: no result depends on the seed.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace gpuscape {

/// Drawn by the system; never 0.
[[nodiscard]] std::uint64_t hash_seed();
/// For tests of what must not depend on it: set before a table is filled.
void set_hash_seed(std::uint64_t seed);

/// Both halves of a product of two words, folded into one.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Goes on from `hash`, which depends on the seed, with all bytes of a text and its length.
inline std::uint64_t hash_on(std::uint64_t hash, std::uint64_t seed, std::string_view text) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const auto mix = [&](const char* bytes, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, count);
    hash = folded_product(hash ^ word, seed | 1U);
  };
  hash = folded_product(hash ^ text.size(), seed | 1U);
  for (; text.size() > kWord; text.remove_prefix(kWord)) mix(text.data(), kWord);
  if (!text.empty()) mix(text.data(), text.size());
  return hash;
}

struct SeededHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    const std::uint64_t seed = hash_seed();
    return static_cast<std::size_t>(hash_on(~seed, seed, text));
  }
  std::size_t operator()(std::int64_t number) const {
    const std::uint64_t seed = hash_seed();
    return static_cast<std::size_t>(
        folded_product(static_cast<std::uint64_t>(number) ^ ~seed, seed | 1U));
  }
};

}  // namespace gpuscape
