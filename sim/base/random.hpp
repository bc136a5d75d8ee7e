#pragma once
/// Named random streams. Every number is a pure function of (seed, replication, stream name,
/// entity, position), so a draw added in one place moves nothing elsewhere, and two variants of a
/// study that ask for the same thing of the same entity get the same number.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "sim/base/philox.hpp"

namespace gpuscape {

/// The numbers of one entity in one stream: a UniformRandomBitGenerator for Boost.Random's
/// distributions (the standard library's differ between implementations). Holds 2^33 numbers, then
/// repeats. Make a new distribution object, or one without memory, for each entity.
class RandomStream {
 public:
  using result_type = std::uint64_t;

  RandomStream(std::uint64_t seed, std::uint64_t replication, std::string_view name,
               std::uint64_t entity);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// The next 64 random bits.
  result_type operator()() {
    if (second_half_) {
      second_half_ = false;
      return joined(block_[2], block_[3]);
    }
    block_ = philox4x32(counter_, key_);
    ++counter_[0];
    second_half_ = true;
    return joined(block_[0], block_[1]);
  }

 private:
  friend class RandomStreams;
  RandomStream(PhiloxKey key, std::uint32_t name_hash, std::uint64_t entity)
      : key_(key),
        counter_{0, name_hash, static_cast<std::uint32_t>(entity),
                 static_cast<std::uint32_t>(entity >> 32U)} {}

  static constexpr result_type joined(std::uint32_t low, std::uint32_t high) {
    return static_cast<result_type>(low) | (static_cast<result_type>(high) << 32U);
  }

  PhiloxKey key_;
  PhiloxCounter counter_;
  PhiloxCounter block_{};
  bool second_half_ = false;
};

/// All entities of one named stream: hashes the name once, for code that draws for many entities.
class RandomStreams {
 public:
  RandomStreams(std::uint64_t seed, std::uint64_t replication, std::string_view name);
  /// Equal to RandomStream(seed, replication, name, entity).
  [[nodiscard]] RandomStream of(std::uint64_t entity) const { return {key_, name_hash_, entity}; }

 private:
  PhiloxKey key_;
  std::uint32_t name_hash_;
};

}  // namespace gpuscape
