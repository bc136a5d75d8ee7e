#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/session.hpp"

namespace gpuscape::bench {

namespace {

std::string with_unit(double value, const char* unit) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.3g %s", value, unit);
  return text.data();
}

std::string scaled(double value, const char* unit) {
  const std::array<const char*, 6> prefixes = {"", "k", "M", "G", "T", "P"};
  std::size_t p = 0;
  while (value >= 999.5 && p + 1 < prefixes.size()) {
    value /= 1000.0;
    ++p;
  }
  return with_unit(value, (std::string(prefixes[p]) + unit).c_str());
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds >= 0.9995) return with_unit(seconds, "s");
  if (seconds >= 0.9995e-3) return with_unit(seconds * 1e3, "ms");
  if (seconds >= 0.9995e-6) return with_unit(seconds * 1e6, "us");
  return with_unit(seconds * 1e9, "ns");
}

std::string rate_text(double bytes_per_second) { return scaled(bytes_per_second, "B/s"); }

std::string flops_text(double flops_per_second) { return scaled(flops_per_second, "FLOP/s"); }

std::string size_text(double bytes) {
  const std::array<const char*, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t u = 0;
  while (bytes >= 1024.0 && u + 1 < units.size()) {
    bytes /= 1024.0;
    ++u;
  }
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.4g %s", bytes, units[u]);
  return text.data();
}

}  // namespace gpuscape::bench
