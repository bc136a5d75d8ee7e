#include "sim/engine/fluid_state.hpp"

#include <bit>

namespace gpuscape::fluid {
namespace {

std::size_t size_class(std::size_t count) {
  return static_cast<std::size_t>(std::bit_width(count - 1));
}

}  // namespace

std::uint32_t UsePool::allocate(std::size_t count) {
  if (count <= kInlineUses) return 0;
  std::vector<std::uint32_t>& free = free_.at(size_class(count));
  if (!free.empty()) {
    const std::uint32_t first = free.back();
    free.pop_back();
    return first;
  }
  const auto first = static_cast<std::uint32_t>(uses_.size());
  uses_.resize(uses_.size() + (std::size_t{1} << size_class(count)));
  return first;
}

void UsePool::release(std::uint32_t first, std::size_t count) {
  if (count > kInlineUses) free_.at(size_class(count)).push_back(first);
}

}  // namespace gpuscape::fluid
