#include <fmt/format.h>
#include <zstd.h>

#include "sim/base/error.hpp"
#include "sim/workload/text/input_buffer.hpp"

namespace gpuscape {

namespace {

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdStream final : public ByteStream {
 public:
  explicit ZstdStream(InputBuffer input) : input_(std::move(input)), context_(ZSTD_createDCtx()) {
    ensure(context_ != nullptr, "zstd starts");
  }

  std::size_t read(std::span<char> buffer) override {
    while (input_.fill() || output_waits_) {
      const std::size_t count = decompress_into(buffer);
      if (count > 0) {
        return count;
      }
    }
    if (inside_frame_) {
      throw RunError(
          fmt::format("{}: the zstd data ends early, after byte {}: the file is truncated",
                      input_.name(), input_.offset()));
    }
    return 0;
  }

  [[nodiscard]] double share_read() const override { return input_.share_read(); }

 private:
  std::size_t decompress_into(std::span<char> buffer) {
    const std::span<const char> bytes = input_.bytes();
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    const std::size_t wanted = ZSTD_decompressStream(context_.get(), &out, &in);
    input_.consume(in.pos);
    if (ZSTD_isError(wanted) != 0) {
      throw RunError(fmt::format("{}: broken zstd data near byte {}: {}", input_.name(),
                                 input_.offset(), ZSTD_getErrorName(wanted)));
    }
    inside_frame_ = wanted != 0;
    output_waits_ = inside_frame_ && out.pos == out.size;
    return out.pos;
  }

  InputBuffer input_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  bool inside_frame_ = false;
  bool output_waits_ = false;  ///< the output was full: more may come without further input
};

}  // namespace

std::unique_ptr<ByteStream> make_zstd_stream(InputBuffer input) {
  return std::make_unique<ZstdStream>(std::move(input));
}

}  // namespace gpuscape
