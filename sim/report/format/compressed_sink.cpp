#include "sim/report/format/compressed_sink.hpp"

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <new>
#include <string>
#include <vector>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kBuffer = 1U << 16U;

class PlainSink final : public FinishingSink {
 public:
  explicit PlainSink(TextSink& sink) : sink_(sink) {}
  void write(std::string_view text) override { sink_.write(text); }
  void finish() override {}

 private:
  TextSink& sink_;
};

class GzipSink final : public FinishingSink {
 public:
  explicit GzipSink(TextSink& sink) : sink_(sink) {
    constexpr int kGzipHeader = 16;
    constexpr int kMemoryLevel = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipHeader,
                     kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  GzipSink(const GzipSink&) = delete;
  GzipSink& operator=(const GzipSink&) = delete;
  ~GzipSink() override { deflateEnd(&stream_); }

  void write(std::string_view text) override {
    input_.assign(text.begin(), text.end());
    stream_.next_in = input_.data();
    stream_.avail_in = static_cast<uInt>(input_.size());
    push(Z_NO_FLUSH);
  }
  void finish() override { push(Z_FINISH); }

 private:
  void push(int flush) {
    int state = Z_OK;
    do {
      stream_.next_out = output_.data();
      stream_.avail_out = kBuffer;
      state = deflate(&stream_, flush);
      ensure(state != Z_STREAM_ERROR, "deflate is called as zlib wants it");
      const std::string bytes(output_.begin(), output_.begin() + (kBuffer - stream_.avail_out));
      sink_.write(bytes);
    } while (stream_.avail_out == 0 || (flush == Z_FINISH && state != Z_STREAM_END));
  }

  TextSink& sink_;
  z_stream stream_{};
  std::vector<Bytef> input_;
  std::array<Bytef, kBuffer> output_{};
};

class ZstdSink final : public FinishingSink {
 public:
  explicit ZstdSink(TextSink& sink) : sink_(sink), stream_(ZSTD_createCStream()) {
    if (!stream_) throw std::bad_alloc();
  }

  void write(std::string_view text) override { push(text, ZSTD_e_continue); }
  void finish() override { push("", ZSTD_e_end); }

 private:
  struct Free {
    void operator()(ZSTD_CStream* stream) const { ZSTD_freeCStream(stream); }
  };

  void push(std::string_view text, ZSTD_EndDirective directive) {
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer output{output_.data(), output_.size(), 0};
      left = ZSTD_compressStream2(stream_.get(), &output, &input, directive);
      ensure(ZSTD_isError(left) == 0, "zstd is called as it wants it");
      sink_.write({output_.data(), output.pos});
    } while (directive == ZSTD_e_end ? left != 0 : input.pos < input.size);
  }

  TextSink& sink_;
  std::unique_ptr<ZSTD_CStream, Free> stream_;
  std::array<char, kBuffer> output_{};
};

}  // namespace

std::unique_ptr<FinishingSink> make_compressed_sink(std::string_view name, TextSink& sink) {
  if (name.ends_with(".gz")) return std::make_unique<GzipSink>(sink);
  if (name.ends_with(".zst")) return std::make_unique<ZstdSink>(sink);
  return std::make_unique<PlainSink>(sink);
}

}  // namespace gpuscape
