#include "sim/base/digest/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace gpuscape {

Sha256::Sha256() { sha256_init(&state_); }

void Sha256::add(std::string_view bytes) {
  sha256_update(&state_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::hex() const {
  sha256_ctx padded = state_;
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&padded, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace gpuscape
