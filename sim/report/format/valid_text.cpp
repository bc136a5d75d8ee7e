#include "sim/report/format/valid_text.hpp"

#include "sim/base/excerpt.hpp"

namespace gpuscape {

std::string valid_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(at));
    result += size > 0 ? text.substr(at, size) : kReplacement;
    at += size == 0 ? 1 : size;
  }
  return result;
}

}  // namespace gpuscape
