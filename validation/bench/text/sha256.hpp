#pragma once
/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) on it: what a pair proves its token with.

#include <array>
#include <cstdint>
#include <string>

namespace gpuscape::bench {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(const std::string& bytes);
Digest hmac_sha256(const std::string& key, const std::string& bytes);

/// Lower-case hexadecimal digits.
std::string hex(const Digest& digest);

/// Takes as long whatever the texts hold.
bool same_secret(const std::string& a, const std::string& b);

/// 32 bytes of the kernel's randomness, in hexadecimal. Throws Failure.
std::string nonce();

}  // namespace gpuscape::bench
