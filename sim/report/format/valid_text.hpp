#pragma once

#include <string>
#include <string_view>

namespace gpuscape {

/// The text as UTF-8: each byte that is none, as names in a log may have, becomes U+FFFD. For
/// everything that goes into a file.
std::string valid_text(std::string_view text);

}  // namespace gpuscape
