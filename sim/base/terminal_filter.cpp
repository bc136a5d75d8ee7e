#include "sim/base/terminal_filter.hpp"

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

/// Bytes at the end that may be the beginning of a character: at most 3.
std::size_t begun_at_end(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return size > back ? back : 0;
  }
  return 0;
}

unsigned octet_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

}  // namespace

bool steers_terminal(std::string_view character) {
  if (character.empty()) return false;
  const unsigned lead = octet_at(character, 0);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  const unsigned second = octet_at(character, 1);
  if (character.size() == 2)
    return (lead == 0xC2 && second <= 0x9F) || (lead == 0xD8 && second == 0x9C);
  if (character.size() != 3 || lead != 0xE2) return false;
  const unsigned third = octet_at(character, 2);
  if (second == 0x80) return third == 0x8E || third == 0x8F || (third >= 0xAA && third <= 0xAE);
  return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

std::string terminal_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(at));
    const std::string_view character = text.substr(at, size);
    const bool line = character == "\n" || character == "\t";
    result += size > 0 && (line || !steers_terminal(character)) ? character : kReplacement;
    at += size == 0 ? 1 : size;
  }
  return result;
}

TerminalFilter::~TerminalFilter() {
  if (!begun_.empty()) target_ << kReplacement;
}

bool TerminalFilter::write(std::string_view text) {
  begun_ += text;
  const std::size_t whole = begun_.size() - begun_at_end(begun_);
  target_ << terminal_text(std::string_view(begun_).substr(0, whole));
  begun_.erase(0, whole);
  return target_.good();
}

void TerminalFilter::pass(std::string_view text) { target_ << text; }

TerminalFilter::int_type TerminalFilter::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char byte = traits_type::to_char_type(character);
  return write({&byte, 1}) ? character : traits_type::eof();
}

std::streamsize TerminalFilter::xsputn(const char* text, std::streamsize count) {
  return write({text, static_cast<std::size_t>(count)}) ? count : 0;
}

int TerminalFilter::sync() { return target_.flush() ? 0 : -1; }

void write_with_escapes(std::ostream& out, std::string_view text) {
  if (auto* const filter = dynamic_cast<TerminalFilter*>(out.rdbuf())) {
    filter->pass(text);
  } else {
    out << text;
  }
}

}  // namespace gpuscape
