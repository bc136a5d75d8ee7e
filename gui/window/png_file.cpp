#include "gui/window/png_file.hpp"

#include <fmt/format.h>
#include <stb/stb_image_write.h>

#include <filesystem>

#include "sim/base/error.hpp"

namespace gpuscape::gui {

void write_png(const std::string& path, const Picture& picture) {
  constexpr int kColours = 3;
  if (picture.bytes.empty()) throw RunError("there is no picture to write");
  if (stbi_write_png(path.c_str(), picture.width, picture.height, kColours, picture.bytes.data(),
                     picture.width * kColours) == 0)
    throw RunError(fmt::format("{}: the picture cannot be written there", path));
}

void write_new_png(const std::string& path, const Picture& picture) {
  if (std::filesystem::exists(path))
    throw RunError(fmt::format("{}: there is such a file already; choose another name", path));
  write_png(path, picture);
}

}  // namespace gpuscape::gui
