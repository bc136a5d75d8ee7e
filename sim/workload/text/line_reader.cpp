#include "sim/workload/text/line_reader.hpp"

#include <algorithm>
#include <cstring>

namespace gpuscape {

namespace {

constexpr std::size_t kChunk = 65536;     // small enough that decompressed bytes are still in cache
constexpr std::size_t kHeadLength = 100;  // enough for an example in a report

}  // namespace

LineReader::LineReader(ByteStream& input) : input_(input), buffer_(2 * kChunk) {}

bool LineReader::refill() {
  if (begin_ == end_) {
    begin_ = end_ = 0;
  } else if (buffer_.size() - end_ < kChunk) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ <
      kChunk) {  // a line that is half the buffer: at most kLongestLine long
    buffer_.resize(2 * buffer_.size());
  }
  const std::size_t count = input_.read(std::span(buffer_).subspan(end_, kChunk));
  end_ += count;
  return count > 0;
}

void LineReader::take(Line& line, std::size_t length, std::size_t ending) {
  line.text = {buffer_.data() + begin_, length};
  if (line.text.ends_with('\r')) {
    line.text.remove_suffix(1);
  }
  begin_ += length + ending;
}

void LineReader::take_overlong(Line& line) {
  head_.assign(buffer_.data() + begin_, buffer_.data() + begin_ + kHeadLength);
  line.text = {head_.data(), head_.size()};
  line.too_long = true;
  do {
    const auto* const first = buffer_.data() + begin_;
    const auto* const last = buffer_.data() + end_;
    const auto* const found = std::find(first, last, '\n');
    if (found != last) {
      begin_ += static_cast<std::size_t>(found - first) + 1;
      return;
    }
    begin_ = end_;
  } while (refill());
}

void LineReader::skip_byte_order_mark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  while (end_ - begin_ < kMark.size() && refill()) {
  }
  if (std::string_view(buffer_.data() + begin_, end_ - begin_).starts_with(kMark)) {
    begin_ += kMark.size();
  }
}

bool LineReader::next(Line& line) {
  if (number_ == 0) {
    skip_byte_order_mark();
  }
  std::size_t scanned = 0;
  line.too_long = false;
  line.number = number_ + 1;
  while (true) {
    const char* const from = buffer_.data() + begin_ + scanned;
    const std::size_t left = end_ - begin_ - scanned;
    const void* const found = left > 0 ? std::memchr(from, '\n', left) : nullptr;
    const std::size_t length =
        found != nullptr
            ? static_cast<std::size_t>(static_cast<const char*>(found) - from) + scanned
            : end_ - begin_;
    if (length > kLongestLine) {
      take_overlong(line);
      break;
    }
    if (found != nullptr) {
      take(line, length, 1);
      break;
    }
    scanned = length;
    if (!refill()) {
      if (begin_ == end_) {
        return false;
      }
      take(line, end_ - begin_, 0);
      break;
    }
  }
  ++number_;
  return true;
}

}  // namespace gpuscape
