#pragma once
/// Lines of a byte stream, numbered, without a byte order mark, with one buffer that a long line
/// makes grow to 2 MiB at most.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

/// The longest line that is handed out whole, in bytes.
inline constexpr std::size_t kLongestLine = 1U << 20U;

struct Line {
  std::string_view text;    ///< without its end (LF or CRLF); valid until the next call
  std::int64_t number = 0;  ///< 1-based
  bool too_long = false;    ///< the line exceeds kLongestLine; `text` is its beginning
};

class LineReader {
 public:
  explicit LineReader(ByteStream& input);
  /// Reads the next line, also a last one without an end; false at the end of the stream.
  bool next(Line& line);
  /// Of the stream below.
  [[nodiscard]] double share_read() const { return input_.share_read(); }

 private:
  bool refill();
  void skip_byte_order_mark();
  void take(Line& line, std::size_t length, std::size_t ending);
  void take_overlong(Line& line);

  ByteStream& input_;
  std::vector<char> buffer_;
  std::vector<char> head_;  ///< the beginning of an overlong line
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t number_ = 0;
};

}  // namespace gpuscape
