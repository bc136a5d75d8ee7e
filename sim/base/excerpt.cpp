#include "sim/base/excerpt.hpp"

#include <cstdint>

#include "sim/base/terminal_filter.hpp"

namespace gpuscape {

namespace {

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Bytes that the leading byte announces; 0 for one that cannot lead.
std::size_t announced_size(std::uint32_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

/// Overlong forms, surrogates and what lies above U+10FFFF (RFC 3629, section 4).
bool second_byte_fits(std::uint32_t lead, std::uint32_t second) {
  if (lead == 0xE0) return second >= 0xA0;
  if (lead == 0xED) return second < 0xA0;
  if (lead == 0xF0) return second >= 0x90;
  if (lead == 0xF4) return second < 0x90;
  return true;
}

}  // namespace

std::size_t utf8_character_size(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint32_t lead = byte_at(text, 0);
  const std::size_t size = announced_size(lead);
  if (size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  if (size > 1 && !second_byte_fits(lead, byte_at(text, 1))) return 0;
  return size;
}

std::string excerpt(std::string_view text, std::size_t most) {
  std::string result;
  for (std::size_t at = 0, characters = 0; at < text.size(); ++characters) {
    if (characters == most) return result + "…";
    const std::size_t size = utf8_character_size(text.substr(at));
    const std::string_view character = text.substr(at, size);
    const bool shown = size > 0 && !steers_terminal(character);
    result += shown ? character : kReplacement;
    at += size == 0 ? 1 : size;
  }
  return result;
}

}  // namespace gpuscape
