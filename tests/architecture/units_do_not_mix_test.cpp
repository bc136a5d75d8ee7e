/// Mixing kinds of quantities is refused by the compiler: each line here asks it.

#include <gtest/gtest.h>

#include <concepts>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {
namespace {

template <class A, class B>
concept CanAdd = requires(A a, B b) { a + b; };
template <class A, class B>
concept CanSubtract = requires(A a, B b) { a - b; };
template <class A, class B>
concept CanMultiply = requires(A a, B b) { a* b; };
template <class A, class B>
concept CanDivide = requires(A a, B b) { a / b; };
template <class A, class B>
concept CanCompare = requires(A a, B b) { a < b; };
template <class A, class B>
concept CanAccumulate = requires(A a, B b) { a += b; };

TEST(Units, OneKindAddsAndCompares) {
  static_assert(CanAdd<Seconds, Seconds> && CanSubtract<Bytes, Bytes>);
  static_assert(CanCompare<BytesPerSecond, BytesPerSecond> && CanAccumulate<Seconds, Seconds>);
}

TEST(Units, TwoKindsNeitherAddNorCompare) {
  static_assert(!CanAdd<Seconds, Bytes> && !CanSubtract<Bytes, BytesPerSecond>);
  static_assert(!CanCompare<Seconds, Bytes> && !CanAccumulate<Seconds, Ratio>);
}

TEST(Units, ABareNumberIsNoQuantity) {
  static_assert(!std::convertible_to<double, Seconds> && !std::convertible_to<Seconds, double>);
  static_assert(!CanAdd<Seconds, double> && !CanCompare<double, Bytes> &&
                !CanAccumulate<Bytes, double>);
}

TEST(Units, OnlyProductsThatMeanSomethingExist) {
  static_assert(std::same_as<decltype(BytesPerSecond{} * Seconds{}), Bytes>);
  static_assert(std::same_as<decltype(Bytes{} / BytesPerSecond{}), Seconds>);
  static_assert(!CanMultiply<Seconds, Seconds> && !CanMultiply<Bytes, Seconds>);
  static_assert(!CanDivide<Seconds, Bytes> && !CanDivide<double, Seconds>);
}

TEST(Units, TwoOfAKindDivideToANumber) {
  static_assert(std::same_as<decltype(Seconds{} / Seconds{}), double>);
  EXPECT_EQ(Seconds(7200.0) / Seconds(3600.0), 2.0);
}

}  // namespace
}  // namespace gpuscape
