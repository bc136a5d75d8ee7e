#pragma once
/// SHA-256 (FIPS 180-4): whether a file is still the one that was written.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpuscape {

/// Of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);
  /// 64 lower-case hexadecimal digits, of all that was added so far.
  [[nodiscard]] std::string hex() const;

 private:
  static constexpr std::size_t kBlock = 64;
  void compress(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_;
  std::array<std::uint8_t, kBlock> block_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace gpuscape
