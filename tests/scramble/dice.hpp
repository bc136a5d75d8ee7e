#pragma once
/// Random choices of a draw: a function of (seed, draw) alone, on any machine.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace gpuscape::scramble {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t draw) : state_(mixed(seed) ^ mixed(~draw)) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    return mixed(state_);
  }
  /// From 0 up to 1.
  double share() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  bool chance(double probability) { return share() < probability; }
  /// Both ends can come.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto width = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(next() % width);
  }
  template <class Value>
  const Value& of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(next() % values.size())];
  }
  std::string of(std::initializer_list<const char*> values) {
    return *(values.begin() + static_cast<std::ptrdiff_t>(next() % values.size()));
  }
  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t left = values.size(); left > 1; --left)
      std::swap(values[left - 1], values[static_cast<std::size_t>(next() % left)]);
  }

 private:
  /// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
  static std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace gpuscape::scramble
