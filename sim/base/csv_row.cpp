#include "sim/base/csv_row.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace gpuscape {

namespace {

using Word = std::uint64_t;
constexpr Word kLowBits = 0x7f7f7f7f7f7f7f7fU;

Word word_at(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// The top bit of each byte that is zero, and no other bit.
constexpr Word zero_bytes(Word word) { return ~(((word & kLowBits) + kLowBits) | word | kLowBits); }

}  // namespace

/// Eight bytes at a time: fields are short, so that a search for each end would cost a call each.
void CsvRow::split(std::string_view line) {
  const Word pattern = 0x0101010101010101U * static_cast<unsigned char>(delimiter_);
  const char* const end = line.data() + line.size();
  const char* field = line.data();
  std::size_t count = 0;
  const auto cut_at = [&](const char* at) {
    if (count == fields_.size()) fields_.resize(2 * count + 8);
    fields_[count++] = {field, static_cast<std::size_t>(at - field)};
    field = at + 1;
  };
  const char* bytes = line.data();
  for (; end - bytes >= std::ptrdiff_t{sizeof(Word)}; bytes += sizeof(Word)) {
    for (Word found = zero_bytes(word_at(bytes) ^ pattern); found != 0; found &= found - 1)
      cut_at(bytes + std::countr_zero(found) / 8);
  }
  for (; bytes != end; ++bytes) {
    if (*bytes == delimiter_) cut_at(bytes);
  }
  cut_at(end);
  fields_.resize(count);
}

bool CsvRow::parse(std::string_view line) {
  if (line.find('"') == std::string_view::npos) {
    split(line);
    return true;
  }
  fields_.clear();
  unescaped_.clear();
  unescaped_.reserve(line.size());  // never grows below, so fields that point into it stay valid
  std::string_view rest = line;
  while (true) {
    if (rest.starts_with('"')) {
      if (!parse_quoted(rest)) {
        return false;
      }
    } else {
      const std::size_t end = rest.find(delimiter_);
      fields_.push_back(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end);
    }
    if (rest.empty()) {
      return true;
    }
    rest.remove_prefix(1);
  }
}

bool CsvRow::parse_quoted(std::string_view& rest) {
  rest.remove_prefix(1);
  const std::size_t begin = unescaped_.size();
  while (true) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) {
      return false;
    }
    unescaped_.append(rest.substr(0, quote));
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) {
      break;
    }
    unescaped_.push_back('"');
    rest.remove_prefix(1);
  }
  fields_.push_back(std::string_view(unescaped_).substr(begin));
  return rest.empty() || rest.front() == delimiter_;
}

}  // namespace gpuscape
