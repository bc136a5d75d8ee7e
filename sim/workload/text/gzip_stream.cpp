#define ZLIB_CONST  // so that zlib takes its input as const
#include <fmt/format.h>
#include <zlib.h>

#include <limits>
#include <new>

#include "sim/base/error.hpp"
#include "sim/workload/text/input_buffer.hpp"

namespace gpuscape {

namespace {

constexpr int kGzipOnly = 16;  // added to the window bits: expects gzip's header and checks its CRC

class GzipStream final : public ByteStream {
 public:
  explicit GzipStream(InputBuffer input) : input_(std::move(input)) {
    const int status = inflateInit2(&state_, MAX_WBITS + kGzipOnly);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    ensure(status == Z_OK, "zlib starts");
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override { inflateEnd(&state_); }

  std::size_t read(std::span<char> buffer) override {
    while (!finished_) {
      if (!input_.fill()) {
        throw RunError(
            fmt::format("{}: the gzip data ends early, after byte {}: the file is truncated",
                        input_.name(), input_.offset()));
      }
      const std::size_t count = inflate_into(buffer);
      if (count > 0) {
        return count;
      }
    }
    return 0;
  }

  [[nodiscard]] double share_read() const override { return input_.share_read(); }

 private:
  std::size_t inflate_into(std::span<char> buffer) {
    const std::span<const char> bytes = input_.bytes();
    state_.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    state_.avail_in = static_cast<uInt>(bytes.size());
    state_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    state_.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&state_, Z_NO_FLUSH);
    input_.consume(bytes.size() - state_.avail_in);
    if (status == Z_STREAM_END) {
      begin_next_member();
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK) {
      throw RunError(fmt::format("{}: broken gzip data near byte {}: {}", input_.name(),
                                 input_.offset(),
                                 state_.msg != nullptr ? state_.msg : "no detail"));
    }
    return buffer.size() - state_.avail_out;
  }

  /// gzip(1) lets members follow one another, and zeros (tape padding) follow the last.
  void begin_next_member() {
    bool padded = false;
    while (input_.fill() && input_.bytes().front() == '\0') {
      input_.consume(1);
      padded = true;
    }
    if (!input_.fill()) {
      finished_ = true;
    } else if (padded || inflateReset(&state_) != Z_OK) {
      throw RunError(fmt::format("{}: bytes that are not gzip data follow at byte {}",
                                 input_.name(), input_.offset()));
    }
  }

  InputBuffer input_;
  z_stream state_{};
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> make_gzip_stream(InputBuffer input) {
  return std::make_unique<GzipStream>(std::move(input));
}

}  // namespace gpuscape
