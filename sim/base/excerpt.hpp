#pragma once
/// Foreign text as messages show it: short, on one line, and valid UTF-8.

#include <cstddef>
#include <string>
#include <string_view>

namespace gpuscape {

/// U+FFFD: stands for what cannot be shown.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Bytes of the UTF-8 character that `text` begins with, 1 to 4; 0 if it begins with none.
std::size_t utf8_character_size(std::string_view text);

/// `text` cut after `most` characters ("…" follows), control characters and broken UTF-8 replaced.
std::string excerpt(std::string_view text, std::size_t most = 60);

}  // namespace gpuscape
