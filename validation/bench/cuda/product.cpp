#include "cuda/product.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cuda/numbers.hpp"

namespace gpuscape::bench::cuda {

namespace {

Format format_of(DataType type) {
  if (type == kFloat16) return kHalf;
  return type == kBfloat16 ? kBfloat : kE4m3;
}

double read(DataType type, const unsigned char* at) {
  if (type == kFloat) {
    float value = 0.0F;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  }
  std::uint32_t bits = 0;
  std::memcpy(&bits, at, width_of(type));
  return decoded(format_of(type), bits);
}

/// Numbers between -1 and 1 in the type's bytes: zeros would let a GPU run faster than it can.
std::vector<unsigned char> random_numbers(DataType type, std::size_t count, unsigned seed) {
  const std::size_t width = width_of(type);
  std::vector<unsigned char> bytes(count * width);
  // A prime number of them, again and again: no column repeats another.
  constexpr std::size_t kDistinct = 1048573;
  std::uint64_t state = seed;
  for (std::size_t i = 0; i < std::min(count, kDistinct); ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const double value = static_cast<double>(state >> 40U) / 8388608.0 - 1.0;
    const auto single = static_cast<float>(value);
    std::uint32_t bits = 0;
    if (type == kFloat)
      std::memcpy(&bits, &single, sizeof single);
    else
      bits = encoded(format_of(type), value);
    std::memcpy(bytes.data() + i * width, &bits, width);
  }
  for (std::size_t i = kDistinct; i < count; i += kDistinct)
    std::memcpy(bytes.data() + i * width, bytes.data(), std::min(kDistinct, count - i) * width);
  return bytes;
}

using Numbers = std::vector<unsigned char>;

/// The element of op(A)·B in that row and column.
double element(DataType type, const Numbers& a, const Numbers& b, std::pair<int, int> place,
               bool a_turned) {
  const std::size_t width = width_of(type);
  const auto n = static_cast<std::size_t>(std::sqrt(static_cast<double>(a.size() / width)) + 0.5);
  const auto row = static_cast<std::size_t>(place.first);
  const std::size_t column = static_cast<std::size_t>(place.second) * n;
  double sum = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    sum += read(type, a.data() + (a_turned ? row * n + k : k * n + row) * width) *
           read(type, b.data() + (column + k) * width);
  return sum;
}

}  // namespace

std::size_t width_of(DataType type) {
  if (type == kFloat) return 4;
  return type == kFloat8E4m3 ? 1 : 2;
}

Product::Product(const NodePtr& shared, int gpu, const GemmKind& kind, int size)
    : GpuProbe(shared, gpu),
      kind_(kind),
      size_(size),
      elements_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
      in_(node(), gpu, 2 * elements_ * width_of(kind.in)),
      out_(node(), gpu, elements_ * width_of(kind.out)),
      stream_(node(), gpu) {}

void* Product::pointer(DevicePointer address) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

void Product::work(std::int64_t operations) {
  for (; operations > 0; --operations) multiply();
  stream_.wait();
}

void Product::verify(bool a_turned) {
  const Numbers numbers = random_numbers(kind_.in, elements_, 41);
  // B is A shifted by a third, so that no more random numbers are needed.
  const auto third = static_cast<std::ptrdiff_t>(elements_ / 3 * width_of(kind_.in));
  Numbers shifted(numbers.begin() + third, numbers.end());
  shifted.insert(shifted.end(), numbers.begin(), numbers.begin() + third);
  in_.put(numbers.data(), numbers.size());
  in_.put(shifted.data(), shifted.size(), numbers.size());
  work(1);
  const int last = size_ - 1;
  const std::pair<int, int> places[] = {{0, 0}, {last, 0}, {size_ / 3, size_ / 2}, {last, last}};
  for (const auto& place : places)
    check(place.first, place.second, element(kind_.in, numbers, shifted, place, a_turned));
}

void Product::check(int row, int column, double expected) const {
  const std::size_t width = width_of(kind_.out);
  const auto at = static_cast<std::size_t>(column) * static_cast<std::size_t>(size_) +
                  static_cast<std::size_t>(row);
  unsigned char bytes[4] = {};
  out_.get(bytes, width, at * width);
  const double off = std::abs(read(kind_.out, bytes) - expected);
  if (!(off <= kind_.error * std::sqrt(size_)))
    wrong(std::string("an element of a product in ") + kind_.name + " is off by " +
          std::to_string(off));
}

}  // namespace gpuscape::bench::cuda
