#include <cstring>
#include <vector>

#include "cuda/numbers.hpp"
#include "tests/support/fake_cuda/fake_state.hpp"

namespace fake {

namespace {

using gpuscape::bench::cuda::decoded;
using gpuscape::bench::cuda::encoded;
using gpuscape::bench::cuda::Format;
using gpuscape::bench::cuda::kBfloat;
using gpuscape::bench::cuda::kHalf;

template <class T>
T argument(void** arguments, int i) {
  T value;
  std::memcpy(&value, arguments[i], sizeof value);
  return value;
}

template <class T>
T* array(void** arguments, int i) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(argument<std::uint64_t>(arguments, i)));
}

void triad(void** arguments) {
  auto* a = array<float>(arguments, 0);
  const auto* b = array<float>(arguments, 1);
  const auto* c = array<float>(arguments, 2);
  const auto scale = argument<float>(arguments, 3);
  const std::size_t floats = 4 * std::size_t{argument<std::uint32_t>(arguments, 4)};
  for (std::size_t i = 0; i < floats; ++i) a[i] = b[i] + scale * c[i];
  if (state().wrong("triad")) a[floats - 1] += 1.0F;
}

double lane_value(const std::string& type, std::uint64_t bits) {
  if (type == "f64") {
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type == "f32") {
    const auto low = static_cast<std::uint32_t>(bits);
    float value = 0.0F;
    std::memcpy(&value, &low, sizeof value);
    return static_cast<double>(value);
  }
  return decoded(type == "f16x2" ? kHalf : kBfloat, static_cast<std::uint32_t>(bits & 0xFFFFU));
}

std::uint64_t lane_bits(const std::string& type, double value) {
  std::uint64_t bits = 0;
  if (type == "f64") {
    std::memcpy(&bits, &value, sizeof value);
  } else if (type == "f32") {
    const auto single = static_cast<float>(value);
    std::memcpy(&bits, &single, sizeof single);
  } else {
    const std::uint32_t lane = encoded(type == "f16x2" ? kHalf : kBfloat, value);
    bits = lane | (lane << 16U);
  }
  return bits;
}

std::string type_of(const std::string& text) {
  const std::size_t at = text.find("fma.rn.") + 7;
  return text.substr(at, text.find(' ', at) - at);
}

/// Eight chains of sixteen steps a loop. Only short launches, whose results are looked at.
void fma(const Kernel& kernel, unsigned threads, void** arguments) {
  constexpr std::size_t kChains = 8;
  const auto loops = argument<std::uint32_t>(arguments, 4);
  if (loops > 4) return;
  const std::string type = type_of(kernel.text);
  const std::size_t width = type == "f64" ? 8 : 4;
  auto* out = array<unsigned char>(arguments, 0);
  const auto* in = array<unsigned char>(arguments, 1);
  double factors[2] = {};
  for (int i = 0; i < 2; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, arguments[2 + i], width);
    factors[i] = lane_value(type, bits);
  }
  for (std::size_t t = 0; t < threads; ++t)
    for (std::size_t chain = 0; chain < kChains; ++chain) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, in + ((t % 32) * kChains + chain) * width, width);
      double value = lane_value(type, bits);
      for (std::uint32_t step = 0; step < 16 * loops; ++step)
        value = value * factors[0] + factors[1];
      bits = lane_bits(type, state().wrong("fma") ? value + 1.0 : value);
      std::memcpy(out + (t * kChains + chain) * width, &bits, width);
    }
}

}  // namespace

bool execute(const Kernel& kernel, unsigned blocks, unsigned threads, void** arguments) {
  if (kernel.name == "noop") return true;
  if (kernel.name == "triad") triad(arguments);
  if (kernel.name == "fma") fma(kernel, blocks * threads, arguments);
  return kernel.name == "triad" || kernel.name == "fma";
}

}  // namespace fake
