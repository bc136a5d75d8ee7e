#pragma once
/// A data file that is compiled in. Whoever owns the file embeds it (gpuscape_embed of
/// CMakeLists.txt) and defines the function that its reader declares.

#include <span>
#include <string>
#include <string_view>

namespace gpuscape {

struct EmbeddedFile {
  std::string_view name;                     ///< without folder and ending: "gpus"
  std::span<const std::string_view> pieces;  ///< a compiler's string literals are of limited length
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string_view piece : pieces) all += piece;
    return all;
  }
};

}  // namespace gpuscape
