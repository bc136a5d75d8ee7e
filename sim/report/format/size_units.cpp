#include "sim/report/format/size_units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace gpuscape {

namespace {

constexpr double kBinary = 1024.0;
constexpr double kDecimal = 1000.0;

bool is_multiple(double value, double of) { return std::fmod(value, of) == 0.0; }

/// Three digits, without zeros behind the point.
std::string three_digits(double number) {
  const int places = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  std::string text = fmt::format("{:.{}f}", number, places);
  if (places == 0) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

SizeUnits::SizeUnits(const std::vector<Bytes>& sizes) {
  std::size_t binary = 0;
  std::size_t decimal = 0;
  for (const Bytes size : sizes) {
    if (!(size.value() >= kDecimal)) continue;
    if (is_multiple(size.value(), kDecimal)) {  // 16 GB is a multiple of both
      ++decimal;
    } else if (is_multiple(size.value(), kBinary)) {
      ++binary;
    }
  }
  binary_ = binary >= decimal;
}

std::string SizeUnits::text(Bytes size) const {
  static constexpr std::array<std::array<const char*, 6>, 2> kUnits = {
      {{"B", "kB", "MB", "GB", "TB", "PB"}, {"B", "KiB", "MiB", "GiB", "TiB", "PiB"}}};
  constexpr double kFewBytes = 10'000.0;
  const double ratio = binary_ ? kBinary : kDecimal;
  const double bytes = size.value();
  if (bytes < kFewBytes && is_multiple(bytes, 1.0) && !is_multiple(bytes, ratio))
    return fmt::format("{:.0f} B", bytes);
  std::size_t unit = 0;
  double number = bytes;
  while (unit + 1 < kUnits[0].size() && number >= ratio * 0.9995) {
    number /= ratio;
    ++unit;
  }
  return fmt::format("{} {}", three_digits(number), kUnits[binary_ ? 1 : 0][unit]);
}

}  // namespace gpuscape
