/// Says how far two pictures differ, and ends with 1 where that is more than a version of fonts or
/// of a driver explains: picture_difference ONE.png OTHER.png

#include <fmt/format.h>
#include <stb/stb_image.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>

namespace {

constexpr int kBlock = 16;       // pixels
constexpr int kColours = 3;      // red, green, blue
constexpr double kSeen = 24.0;   // of 255: what an eye takes for another colour
constexpr double kMost = 0.015;  // of the blocks

struct Picture {
  int width = 0, height = 0;
  std::shared_ptr<const stbi_uc> bytes;
};

std::optional<Picture> read(const char* file) {
  Picture picture;
  int colours = 0;
  picture.bytes.reset(stbi_load(file, &picture.width, &picture.height, &colours, kColours),
                      [](const stbi_uc* bytes) { std::free(const_cast<stbi_uc*>(bytes)); });
  if (picture.bytes == nullptr) return std::nullopt;
  return picture;
}

std::array<double, kColours> mean_of(const Picture& picture, int left, int top) {
  std::array<double, kColours> sum{};
  for (int y = top; y < top + kBlock; ++y)
    for (int x = left; x < left + kBlock; ++x)
      for (int c = 0; c < kColours; ++c)
        sum[c] += picture.bytes.get()[(y * picture.width + x) * kColours + c];
  for (double& value : sum) value /= kBlock * kBlock;
  return sum;
}

/// The share of the blocks that differ.
double difference(const Picture& one, const Picture& other) {
  int blocks = 0, different = 0;
  for (int top = 0; top + kBlock <= one.height; top += kBlock) {
    for (int left = 0; left + kBlock <= one.width; left += kBlock) {
      const auto ours = mean_of(one, left, top), theirs = mean_of(other, left, top);
      double most = 0.0;
      for (int c = 0; c < kColours; ++c) most = std::fmax(most, std::abs(ours[c] - theirs[c]));
      ++blocks;
      different += most > kSeen ? 1 : 0;
    }
  }
  return static_cast<double>(different) / blocks;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto one = read(argv[1]), other = read(argv[2]);
  if (!one || !other) {
    fmt::print("a picture cannot be read\n");
    return 2;
  }
  if (one->width != other->width || one->height != other->height) {
    fmt::print("they differ in size\n");
    return 1;
  }
  const double share = difference(*one, *other);
  fmt::print("{}: {:.2f} % of the blocks differ\n", argv[2], 100.0 * share);
  return share > kMost ? 1 : 0;
}
