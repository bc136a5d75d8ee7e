#pragma once
/// Part of the byte streams: compressed bytes on their way to a decompressor.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

/// A window on a raw stream that knows how far it has come.
class InputBuffer {
 public:
  InputBuffer(std::unique_ptr<ByteStream> raw, std::string name);

  /// What was read and not yet consumed.
  [[nodiscard]] std::span<const char> bytes() const {
    return {data_.data() + begin_, end_ - begin_};
  }
  void consume(std::size_t count) { begin_ += count; }
  /// Reads on until `least` bytes are there or the stream ends; true when at least one byte is
  /// there.
  bool fill(std::size_t least = 1);
  /// Reads on past this buffer, which must be empty.
  std::size_t read_through(std::span<char> target) {
    const std::size_t count = raw_->read(target);
    read_ += count;
    return count;
  }
  /// Bytes of the raw stream consumed so far.
  [[nodiscard]] std::uint64_t offset() const { return read_ - (end_ - begin_); }
  [[nodiscard]] double share_read() const { return raw_->share_read(); }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::unique_ptr<ByteStream> raw_;
  std::string name_;
  std::vector<char> data_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t read_ = 0;
};

std::unique_ptr<ByteStream> make_gzip_stream(InputBuffer input);
std::unique_ptr<ByteStream> make_zstd_stream(InputBuffer input);

}  // namespace gpuscape
