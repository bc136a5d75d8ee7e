#include "sim/base/unit_table.hpp"

#include <array>

namespace gpuscape {

namespace {

constexpr double kKi = 1024.0;

constexpr std::array<Unit, 8> kTime = {{
    {"ns", 1.0, 1e9},
    {"us", 1.0, 1e6},
    {"ms", 1.0, 1e3},
    {"s", 1.0, 1.0},
    {"min", 60.0, 1.0},
    {"h", 3600.0, 1.0},
    {"d", 86400.0, 1.0},
    {"y", 365.0 * 86400.0, 1.0},
}};

constexpr std::array<Unit, 16> kBytes = {{
    {"B", 1.0, 1.0},
    {"kB", 1e3, 1.0},
    {"MB", 1e6, 1.0},
    {"GB", 1e9, 1.0},
    {"TB", 1e12, 1.0},
    {"PB", 1e15, 1.0},
    {"KiB", kKi, 1.0},
    {"MiB", kKi* kKi, 1.0},
    {"GiB", kKi* kKi* kKi, 1.0},
    {"TiB", kKi* kKi* kKi* kKi, 1.0},
    {"PiB", kKi* kKi* kKi* kKi* kKi, 1.0},
    {"bit", 1.0, 8.0, false},
    {"kbit", 1e3, 8.0, false},
    {"Mbit", 1e6, 8.0, false},
    {"Gbit", 1e9, 8.0, false},
    {"Tbit", 1e12, 8.0, false},
}};

constexpr std::array<Unit, 15> kBandwidth = {{
    {"B/s", 1.0, 1.0},
    {"kB/s", 1e3, 1.0},
    {"MB/s", 1e6, 1.0},
    {"GB/s", 1e9, 1.0},
    {"TB/s", 1e12, 1.0},
    {"PB/s", 1e15, 1.0},
    {"KiB/s", kKi, 1.0, false},
    {"MiB/s", kKi* kKi, 1.0, false},
    {"GiB/s", kKi* kKi* kKi, 1.0, false},
    {"TiB/s", kKi* kKi* kKi* kKi, 1.0, false},
    {"bit/s", 1.0, 8.0},
    {"kbit/s", 1e3, 8.0},
    {"Mbit/s", 1e6, 8.0},
    {"Gbit/s", 1e9, 8.0},
    {"Tbit/s", 1e12, 8.0},
}};

}  // namespace

std::span<const Unit> units_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::time:
      return kTime;
    case Dimension::bytes:
      return kBytes;
    case Dimension::bandwidth:
      break;
  }
  return kBandwidth;
}

std::string_view dimension_name(Dimension dimension) {
  switch (dimension) {
    case Dimension::time:
      return "a time";
    case Dimension::bytes:
      return "an amount of data";
    case Dimension::bandwidth:
      break;
  }
  return "a rate";
}

std::string_view example_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::time:
      return "20 min";
    case Dimension::bytes:
      return "512 GiB";
    case Dimension::bandwidth:
      break;
  }
  return "200 Gbit/s";
}

}  // namespace gpuscape
