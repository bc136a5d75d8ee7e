#pragma once
/// The number of a thing as a type: the number of a link is not taken for that of a node, and
/// "none" is not a number that somebody may count with.

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>

namespace gpuscape {

/// As large as its `Rep`. The largest number of `Rep` stands for none, so ids are below it; none
/// comes last in the order.
template <class Tag, std::unsigned_integral Rep = std::uint32_t>
class Id {
 public:
  /// None.
  constexpr Id() = default;
  constexpr explicit Id(Rep index) : index_(index) {}
  [[nodiscard]] static constexpr Id none() { return Id(); }

  [[nodiscard]] constexpr bool is_none() const { return index_ == kNone; }
  /// The number; only of an id that is not none.
  [[nodiscard]] constexpr Rep index() const { return index_; }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr Rep kNone = std::numeric_limits<Rep>::max();
  Rep index_ = kNone;
};

}  // namespace gpuscape
