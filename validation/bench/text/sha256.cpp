#include "text/sha256.hpp"

#include <sys/random.h>

#include "core/measure.hpp"

namespace gpuscape::bench {

namespace {

using Words = std::array<std::uint32_t, 8>;

std::uint32_t turned(std::uint32_t word, unsigned by) {
  return (word >> by) | (word << (32U - by));
}

/// The first 32 bits of the fraction of a root of the prime. The standard defines its constants
/// so; a double's 53 bits do not suffice for 32 after the point of a root below 8, so the integer
/// floor of root * 2^32 is found by bisection.
std::uint32_t fraction_of_root(std::uint32_t prime, int degree) {
  __extension__ using Wide = unsigned __int128;
  Wide low = 0;
  Wide high = Wide{1} << 37U;  // every root is below 18
  const auto too_big = [&](Wide x) {
    // x^degree > prime * 2^(32 degree); x has at most 37 bits, its cube 111.
    Wide power = x * x;
    if (degree == 3) power *= x;
    return power > (Wide{prime} << (degree == 3 ? 96U : 64U));
  };
  while (high - low > 1) {
    const Wide middle = (low + high) / 2;
    (too_big(middle) ? high : low) = middle;
  }
  return static_cast<std::uint32_t>(low);
}

struct Constants {
  Words start{};
  std::array<std::uint32_t, 64> rounds{};
};

Constants make_constants() {
  Constants constants;
  std::size_t n = 0;
  for (std::uint32_t candidate = 2; n < constants.rounds.size(); ++candidate) {
    bool prime = true;
    for (std::uint32_t d = 2; d * d <= candidate; ++d) prime = prime && candidate % d != 0;
    if (!prime) continue;
    if (n < constants.start.size()) constants.start[n] = fraction_of_root(candidate, 2);
    constants.rounds[n++] = fraction_of_root(candidate, 3);
  }
  return constants;
}

const Constants& constants() {
  static const Constants values = make_constants();
  return values;
}

std::array<std::uint32_t, 64> schedule(const std::uint8_t* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t b = 0; b < 4; ++b) w[i] = (w[i] << 8U) | block[4 * i + b];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = w[i - 15];
    const std::uint32_t b = w[i - 2];
    w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >> 3U)) + w[i - 7] +
           (turned(b, 17) ^ turned(b, 19) ^ (b >> 10U));
  }
  return w;
}

void compress(Words& state, const std::uint8_t* block) {
  const auto w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t t1 = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                             ((e & f) ^ (~e & g)) + constants().rounds[i] + w[i];
    const std::uint32_t t2 =
        (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const Words add = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += add[i];
}

std::string text_of(const Digest& digest) { return {digest.begin(), digest.end()}; }

}  // namespace

Digest sha256(const std::string& bytes) {
  std::string padded = bytes + '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (unsigned shift = 64; shift > 0; shift -= 8)
    padded += static_cast<char>((bits >> (shift - 8)) & 0xffU);
  Words state = constants().start;
  for (std::size_t at = 0; at < padded.size(); at += 64)
    compress(state, reinterpret_cast<const std::uint8_t*>(padded.data()) + at);
  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24U - 8U * (i % 4)));
  return digest;
}

Digest hmac_sha256(const std::string& key, const std::string& bytes) {
  std::string inner = key.size() > 64 ? text_of(sha256(key)) : key;
  inner.resize(64, '\0');
  std::string outer = inner;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
  return sha256(outer + text_of(sha256(inner + bytes)));
}

std::string hex(const Digest& digest) {
  static const char* const digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

bool same_secret(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  return difference == 0;
}

std::string nonce() {
  Digest bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Failure("the kernel gave no random bytes");
  return hex(bytes);
}

}  // namespace gpuscape::bench
