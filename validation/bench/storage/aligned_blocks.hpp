#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/measure.hpp"

namespace gpuscape::bench {

/// Buffers such as O_DIRECT asks for, one for each operation in flight.
class AlignedBlocks {
 public:
  AlignedBlocks(std::size_t block, int count) : block_(block), memory_(nullptr, std::free) {
    void* memory = nullptr;
    const std::size_t bytes = block * static_cast<std::size_t>(count);
    if (posix_memalign(&memory, 4096, bytes) != 0) throw Failure("storage: no memory for buffers");
    memory_.reset(memory);
    std::memset(memory, 0x5A, bytes);
  }
  [[nodiscard]] void* at(int number) const {
    return static_cast<char*>(memory_.get()) + block_ * static_cast<std::size_t>(number);
  }

 private:
  std::size_t block_;
  std::unique_ptr<void, void (*)(void*)> memory_;
};

}  // namespace gpuscape::bench
