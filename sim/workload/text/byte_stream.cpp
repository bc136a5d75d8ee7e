#include "sim/workload/text/byte_stream.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/workload/text/input_buffer.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kInputBuffer = 65536;

[[noreturn]] void refuse(const std::string& path, std::string_view what, int error) {
  throw RunError(fmt::format("{}: {}: {}", path, what, std::generic_category().message(error)));
}

class FileStream final : public ByteStream {
 public:
  FileStream(const std::string& path, std::stop_token stop)
      : path_(path), file_(path), stop_(std::move(stop)) {
    if (!file_.fault().empty()) throw RunError(fmt::format("{}: {}", path_, file_.fault()));
  }

  std::size_t read(std::span<char> buffer) override {
    while (true) {
      if (stop_.stop_requested())
        throw Interrupted(fmt::format("interrupted while {} was read: nothing was run", path_));
      const ssize_t count = ::read(file_.descriptor(), buffer.data(), buffer.size());
      if (count >= 0) {
        read_ += static_cast<double>(count);
        return static_cast<std::size_t>(count);
      }
      if (errno != EINTR) {
        refuse(path_, "cannot read the file", errno);
      }
    }
  }

  [[nodiscard]] double share_read() const override {
    return file_.size() > 0.0 ? std::min(1.0, read_ / file_.size()) : 0.0;
  }

 private:
  std::string path_;
  InputFile file_;
  std::stop_token stop_;
  double read_ = 0.0;
};

class TextStream final : public ByteStream {
 public:
  explicit TextStream(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = std::min(buffer.size(), bytes_.size() - position_);
    std::copy_n(bytes_.data() + position_, count, buffer.data());
    position_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t position_ = 0;
};

class PlainStream final : public ByteStream {
 public:
  explicit PlainStream(InputBuffer input) : input_(std::move(input)) {}
  std::size_t read(std::span<char> buffer) override {
    if (input_.bytes().empty()) {
      return input_.read_through(buffer);
    }
    const std::size_t count = std::min(buffer.size(), input_.bytes().size());
    std::copy_n(input_.bytes().data(), count, buffer.data());
    input_.consume(count);
    return count;
  }
  [[nodiscard]] double share_read() const override { return input_.share_read(); }

 private:
  InputBuffer input_;
};

/// A small file may decompress to one that no disk holds.
class BoundedStream final : public ByteStream {
 public:
  BoundedStream(std::unique_ptr<ByteStream> stream, std::string name)
      : stream_(std::move(stream)), name_(std::move(name)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = stream_->read(buffer);
    bytes_ += static_cast<std::int64_t>(count);
    const std::int64_t rows = limits().rows;
    if (bytes_ / kBytesPerRow >= rows)
      throw RunError(fmt::format(
          "{}: decompresses to more than {} bytes, {} for each of {} rows; "
          "{}",
          name_, human_count(rows * kBytesPerRow), kBytesPerRow, human_count(rows), kMaxRowsHint));
    return count;
  }
  [[nodiscard]] double share_read() const override { return stream_->share_read(); }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::string name_;
  std::int64_t bytes_ = 0;
};

struct Signature {
  std::string_view bytes;
  std::string_view format;
};

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstdFrame = "\x28\xb5\x2f\xfd";
constexpr std::array<Signature, 5> kNotRead{{{"\xFD\x37\x7A\x58\x5A", "xz"},
                                             {"BZh91AY", "bzip2"},
                                             {"PK\x03\x04", "zip"},
                                             {"\x04\x22\x4D\x18", "lz4"},
                                             {"PAR1", "Parquet"}}};
constexpr std::size_t kLongestSignature = 8;

/// Zstd files may begin with a skippable frame: 0x184D2A50 to 0x184D2A5F, little-endian.
bool begins_zstd(std::string_view head) {
  const bool skippable = head.size() >= 4 &&
                         (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50U &&
                         head.substr(1, 3) == "\x2a\x4d\x18";
  return head.starts_with(kZstdFrame) || skippable;
}

}  // namespace

InputBuffer::InputBuffer(std::unique_ptr<ByteStream> raw, std::string name)
    : raw_(std::move(raw)), name_(std::move(name)), data_(kInputBuffer) {}

bool InputBuffer::fill(std::size_t least) {
  if (end_ - begin_ >= least) {
    return true;
  }
  std::memmove(data_.data(), data_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  while (end_ < least) {
    const std::size_t count = raw_->read(std::span(data_).subspan(end_));
    if (count == 0) {
      break;
    }
    end_ += count;
    read_ += count;
  }
  return end_ > 0;
}

std::unique_ptr<ByteStream> open_raw_file(const std::string& path, std::stop_token stop) {
  return std::make_unique<FileStream>(path, std::move(stop));
}

std::unique_ptr<ByteStream> make_text_stream(std::string bytes) {
  return std::make_unique<TextStream>(std::move(bytes));
}

std::unique_ptr<ByteStream> make_decoded_stream(std::unique_ptr<ByteStream> raw, std::string name) {
  InputBuffer input(std::move(raw), std::move(name));
  input.fill(kLongestSignature);
  const std::string_view head(input.bytes().data(), input.bytes().size());
  if (head.starts_with(kGzip)) {
    const std::string called = input.name();
    return std::make_unique<BoundedStream>(make_gzip_stream(std::move(input)), called);
  }
  if (begins_zstd(head)) {
    const std::string called = input.name();
    return std::make_unique<BoundedStream>(make_zstd_stream(std::move(input)), called);
  }
  const auto* const known = std::ranges::find_if(
      kNotRead, [&](const Signature& signature) { return head.starts_with(signature.bytes); });
  if (known != kNotRead.end()) {
    throw RunError(fmt::format("{}: is a {} file; plain text, gzip and zstd are read", input.name(),
                               known->format));
  }
  return std::make_unique<PlainStream>(std::move(input));
}

std::unique_ptr<ByteStream> open_file(const std::string& path, std::stop_token stop) {
  return make_decoded_stream(open_raw_file(path, std::move(stop)), path);
}

}  // namespace gpuscape
