#pragma once
/// SHA-256 (FIPS 180-4): whether a file is still the one that was written.

#include <nettle/sha2.h>

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
  sha256_ctx state_{};
};

}  // namespace gpuscape
