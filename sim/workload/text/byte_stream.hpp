#pragma once
/// Bytes of a file, decompressed on the way: plain, gzip (any number of members) and zstd (any
/// number of frames), told apart by their first bytes and never by the file's name. Memory is a few
/// fixed buffers.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace gpuscape {

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Writes up to buffer.size() bytes to `buffer` and returns how many: 0 only at the end. Throws
  /// RunError when the file cannot be read on, or its compressed data is broken or ends early.
  virtual std::size_t read(std::span<char> buffer) = 0;
  /// Roughly the share of the file that has been read, above 0 and at most 1; 0 where that is not
  /// known.
  [[nodiscard]] virtual double share_read() const { return 0.0; }
};

/// The bytes of a file as they lie on disk. Throws RunError for what is missing, unreadable or not
/// a regular file, and Interrupted where a stop is requested while it is read.
std::unique_ptr<ByteStream> open_raw_file(const std::string& path, std::stop_token stop = {});

/// The bytes of a text in memory.
std::unique_ptr<ByteStream> make_text_stream(std::string bytes);

/// Looks at the first bytes of `raw` and decompresses what needs it. Messages call the stream
/// `name`. Throws RunError for a compression that is not read here.
std::unique_ptr<ByteStream> make_decoded_stream(std::unique_ptr<ByteStream> raw, std::string name);

/// A file, decompressed: the two above.
std::unique_ptr<ByteStream> open_file(const std::string& path, std::stop_token stop = {});

}  // namespace gpuscape
