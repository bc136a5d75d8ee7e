#include "sim/base/units/unit_table.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

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

constexpr std::array<Unit, 3> kPower = {{{"W", 1.0, 1.0}, {"kW", 1e3, 1.0}, {"MW", 1e6, 1.0}}};

constexpr std::array<Unit, 1> kMoney = {{{"USD", 1.0, 1.0}}};

constexpr std::array<Unit, 1> kHourlyPrice = {{{"USD/h", 1.0, 1.0}}};

constexpr std::array<Unit, 6> kCompute = {{
    {"GFLOP/s", 1e9, 1.0},
    {"TFLOP/s", 1e12, 1.0},
    {"PFLOP/s", 1e15, 1.0},
    {"GOP/s", 1e9, 1.0},
    {"TOP/s", 1e12, 1.0},
    {"POP/s", 1e15, 1.0},
}};

constexpr std::array<Unit, 2> kFrequency = {{{"MHz", 1e6, 1.0}, {"GHz", 1e9, 1.0}}};

constexpr std::array<Unit, 3> kLength = {{{"cm", 1.0, 1e2}, {"m", 1.0, 1.0}, {"km", 1e3, 1.0}}};

constexpr std::array<Unit, 2> kCarbonIntensity = {{{"g/kWh", 1.0, 1.0}, {"kg/kWh", 1e3, 1.0}}};

struct DimensionRow {
  Dimension dimension;
  std::string_view noun;
  std::string_view example;
  std::span<const Unit> units;
  double most = std::numeric_limits<double>::max();
};

constexpr double kLongestTime = 1e5 * 365.0 * 86400.0;
constexpr double kMostBytes = 4611686018427387904.0;  // 2^62: fits a 64-bit integer

/// In the order of the dimensions.
constexpr std::array kDimensions = std::to_array<DimensionRow>({
    {Dimension::time, "time", "20 min", kTime, kLongestTime},
    {Dimension::bytes, "amount of data", "512 GiB", kBytes, kMostBytes},
    {Dimension::bandwidth, "rate", "200 Gbit/s", kBandwidth},
    {Dimension::power, "power", "700 W", kPower},
    {Dimension::money, "amount of money", "30000 USD", kMoney},
    {Dimension::hourly_price, "price per hour", "2.5 USD/h", kHourlyPrice},
    {Dimension::compute, "rate of operations", "312 TFLOP/s", kCompute},
    {Dimension::frequency, "frequency", "2.2 GHz", kFrequency},
    {Dimension::length, "length", "3 m", kLength},
    {Dimension::carbon_intensity, "carbon intensity", "56 g/kWh", kCarbonIntensity},
});

constexpr auto kAll = [] {
  std::array<Dimension, kDimensions.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kDimensions[i].dimension;
  return all;
}();

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kAll.size(); ++i)
    if (static_cast<std::size_t>(kAll[i]) != i) return false;
  return true;
}
static_assert(is_in_order(), "a row is found by its dimension's number");
static_assert(kAll.size() == static_cast<std::size_t>(Dimension::count),
              "every dimension has a row in kDimensions");

const DimensionRow& row(Dimension dimension) {
  return kDimensions[static_cast<std::size_t>(dimension)];
}

}  // namespace

std::span<const Unit> units_of(Dimension dimension) { return row(dimension).units; }
std::span<const Dimension> all_dimensions() { return kAll; }
std::string_view dimension_noun(Dimension dimension) { return row(dimension).noun; }
std::string_view example_of(Dimension dimension) { return row(dimension).example; }
double most_of(Dimension dimension) { return row(dimension).most; }

std::string dimension_name(Dimension dimension) {
  const std::string_view noun = dimension_noun(dimension);
  const bool vowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

}  // namespace gpuscape
