#pragma once
/// validation/published/NAME.json, compiled in.

#include <span>
#include <string>
#include <string_view>

namespace gpuscape {

struct PublishedFile {
  std::string_view name;
  std::span<const std::string_view> parts;  ///< a compiler's strings are of limited length
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string_view part : parts) all += part;
    return all;
  }
};

/// In the order of their names.
std::span<const PublishedFile> published_files();

}  // namespace gpuscape
