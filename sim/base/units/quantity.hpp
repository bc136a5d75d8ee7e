#pragma once
/// Physical quantities as types: adding bytes to seconds does not compile, and only products that
/// mean something exist. Values are SI base units in double precision.

#include <compare>
#include <limits>

namespace gpuscape {

template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_(value) {}

  /// The number in the SI base unit of this kind of quantity.
  [[nodiscard]] constexpr double value() const { return value_; }

  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value_ -= other.value_;
    return *this;
  }
  constexpr Quantity& operator*=(double factor) {
    value_ *= factor;
    return *this;
  }

  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity(a.value_ + b.value_);
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity(a.value_ - b.value_);
  }
  friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.value_); }
  friend constexpr Quantity operator*(Quantity a, double factor) {
    return Quantity(a.value_ * factor);
  }
  friend constexpr Quantity operator*(double factor, Quantity a) {
    return Quantity(factor * a.value_);
  }
  friend constexpr Quantity operator/(Quantity a, double divisor) {
    return Quantity(a.value_ / divisor);
  }
  /// Two of a kind divide to a plain number.
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }
  friend constexpr bool operator==(Quantity, Quantity) = default;
  /// Used where a whole struct or a tuple is compared. Two quantities are compared by the operators
  /// below: for a < b by way of <=> some compilers emit two comparisons and a branch.
  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.value_ >= b.value_; }

 private:
  double value_ = 0.0;
};

/// What quantities are written in units of; each has a row in unit_table.cpp.
enum class Dimension : unsigned char {
  time,
  bytes,
  bandwidth,
  power,
  money,
  hourly_price,
  compute,  ///< floating-point or integer operations a second
  frequency,
  length,
  /// Greenhouse gas by the electricity that causes it.
  carbon_intensity,
  count  ///< how many there are
};

using Seconds = Quantity<struct SecondsTag>;
using Bytes = Quantity<struct BytesTag>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
/// GPUs x time: of one GPU in one second one.
using GpuSeconds = Quantity<struct GpuSecondsTag>;
using Watts = Quantity<struct WattsTag>;
/// Grams of CO2 equivalent a kWh.
using GramsPerKwh = Quantity<struct GramsPerKwhTag>;
/// A dimensionless share or factor.
using Ratio = Quantity<struct RatioTag>;

/// The dimension of a type of quantity that people write and read with a unit.
template <class Q>
inline constexpr Dimension dimension_of = Q::has_no_dimension;
template <>
inline constexpr Dimension dimension_of<Seconds> = Dimension::time;
template <>
inline constexpr Dimension dimension_of<Bytes> = Dimension::bytes;
template <>
inline constexpr Dimension dimension_of<BytesPerSecond> = Dimension::bandwidth;
template <>
inline constexpr Dimension dimension_of<Watts> = Dimension::power;
template <>
inline constexpr Dimension dimension_of<GramsPerKwh> = Dimension::carbon_intensity;

constexpr Bytes operator*(BytesPerSecond rate, Seconds time) {
  return Bytes(rate.value() * time.value());
}
constexpr Bytes operator*(Seconds time, BytesPerSecond rate) { return rate * time; }
constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) {
  return Seconds(amount.value() / rate.value());
}
constexpr BytesPerSecond operator/(Bytes amount, Seconds time) {
  return BytesPerSecond(amount.value() / time.value());
}

/// That many GPUs, parts of one too, for so long.
constexpr GpuSeconds gpus_for(double gpus, Seconds time) { return GpuSeconds(gpus * time.value()); }
inline constexpr GpuSeconds kGpuHour{3600.0};

inline constexpr Seconds kForever{std::numeric_limits<double>::infinity()};

inline namespace literals {
constexpr Seconds operator""_s(long double v) { return Seconds(static_cast<double>(v)); }
constexpr Seconds operator""_s(unsigned long long v) { return Seconds(static_cast<double>(v)); }
constexpr Seconds operator""_min(unsigned long long v) {
  return Seconds(60.0 * static_cast<double>(v));
}
constexpr Seconds operator""_h(unsigned long long v) {
  return Seconds(3600.0 * static_cast<double>(v));
}
constexpr Seconds operator""_d(unsigned long long v) {
  return Seconds(86400.0 * static_cast<double>(v));
}
constexpr Seconds operator""_us(unsigned long long v) {
  return Seconds(1e-6 * static_cast<double>(v));
}
constexpr Bytes operator""_GB(unsigned long long v) { return Bytes(1e9 * static_cast<double>(v)); }
constexpr Bytes operator""_GiB(unsigned long long v) {
  return Bytes(1073741824.0 * static_cast<double>(v));
}
constexpr BytesPerSecond operator""_GBps(unsigned long long v) {
  return BytesPerSecond(1e9 * static_cast<double>(v));
}
}  // namespace literals

}  // namespace gpuscape
