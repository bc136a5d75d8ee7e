#include "sim/report/folder/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace gpuscape {

namespace {

using HashWords = std::array<std::uint32_t, 8>;
using Schedule = std::array<std::uint32_t, 64>;

/// The first 32 bits of the fractions of the square roots of the first 8 primes.
constexpr HashWords kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                              0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
/// Of the cube roots of the first 64.
constexpr Schedule kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

Schedule schedule(const std::uint8_t* block) {
  Schedule w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t b = 0; b < 4; ++b) w[i] = (w[i] << 8U) | block[4 * i + b];
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t a = w[i - 15];
    const std::uint32_t b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U)) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U));
  }
  return w;
}

}  // namespace

Sha256::Sha256() : state_(kStart) {}

void Sha256::compress(const std::uint8_t* block) {
  const Schedule w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
    const std::uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const HashWords add = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += add[i];
}

void Sha256::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t at = bytes_ % kBlock;
    if (at == 0 && bytes.size() >= kBlock) {
      compress(reinterpret_cast<const std::uint8_t*>(bytes.data()));
      bytes_ += kBlock;
      bytes.remove_prefix(kBlock);
      continue;
    }
    const std::size_t count = std::min(kBlock - at, bytes.size());
    std::memcpy(block_.data() + at, bytes.data(), count);
    bytes_ += count;
    bytes.remove_prefix(count);
    if (at + count == kBlock) compress(block_.data());
  }
}

std::string Sha256::hex() const {
  Sha256 padded = *this;
  std::string end(1, '\x80');
  end.resize(1 + (2 * kBlock - 9 - bytes_ % kBlock) % kBlock);
  for (unsigned shift = 64; shift > 0; shift -= 8)
    end += static_cast<char>(((bytes_ * 8) >> (shift - 8)) & 0xffU);
  padded.add(end);
  std::string text;
  for (const std::uint32_t word : padded.state_) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace gpuscape
