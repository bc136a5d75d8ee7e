#include "sim/workload/text/byte_stream.hpp"

#include <gmock/gmock.h>

#include <array>
#include <stop_token>

#include "sim/base/interrupted.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

std::string decoded(std::string bytes, std::size_t piece = 4096) {
  const auto stream = make_decoded_stream(make_text_stream(std::move(bytes)), "a.log");
  return all_bytes(*stream, piece);
}

std::string refusal(const std::string& bytes) {
  return message_of<RunError>([&] { decoded(bytes); });
}

/// Text that does not fit the input buffer of 64 KiB even when compressed: each line holds mixed
/// digits.
std::string long_text() {
  std::string text;
  std::uint64_t state = 1;
  while (text.size() < 1000000) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    text += std::to_string(state) + "\n";
  }
  return text;
}

TEST(ByteStream, HandsPlainTextThrough) {
  EXPECT_EQ(decoded("a,b\n1,2\n"), "a,b\n1,2\n");
  EXPECT_EQ(decoded(""), "");
  EXPECT_EQ(decoded("x"), "x");
}

TEST(ByteStream, DecompressesWhatItsFirstBytesSay) {
  const std::string text = long_text();
  EXPECT_EQ(decoded(text), text);
  EXPECT_EQ(decoded(gzipped(text)), text);
  EXPECT_EQ(decoded(zstd_frame(text)), text);
}

TEST(ByteStream, GivesTheSameInPiecesOfOneByte) {
  const std::string text = long_text().substr(0, 5000);
  EXPECT_EQ(decoded(gzipped(text), 1), text);
  EXPECT_EQ(decoded(zstd_frame(text), 1), text);
  EXPECT_EQ(decoded(text, 1), text);
}

TEST(ByteStream, ReadsMembersAndFramesOneAfterTheOther) {
  EXPECT_EQ(decoded(gzipped("one ") + gzipped("") + gzipped("two")), "one two");
  EXPECT_EQ(decoded(zstd_frame("one ") + zstd_frame("") + zstd_frame("two")), "one two");
}

TEST(ByteStream, SkipsASkippableZstdFrame) {
  const std::string skippable("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
  EXPECT_EQ(decoded(skippable + zstd_frame("one")), "one");
}

TEST(ByteStream, TakesCompressedNothingForNothing) {
  EXPECT_EQ(decoded(gzipped("")), "");
  EXPECT_EQ(decoded(zstd_frame("")), "");
}

TEST(ByteStream, AcceptsZerosBehindGzip) {
  EXPECT_EQ(decoded(gzipped("one") + std::string(512, '\0')), "one");
}

TEST(ByteStream, RefusesOtherBytesBehindGzip) {
  EXPECT_THAT(refusal(gzipped("one") + "garbage"), HasSubstr("broken gzip data near byte"));
  EXPECT_THAT(refusal(gzipped("one") + std::string("\0\0garbage", 9)),
              HasSubstr("bytes that are not gzip data follow at byte"));
}

TEST(ByteStream, RefusesGzipCutAtAnyByte) {
  const std::string whole = gzipped("submit,run_time\n1,2\n");
  for (std::size_t size = 2; size < whole.size(); ++size) {
    EXPECT_THAT(refusal(whole.substr(0, size)),
                HasSubstr("ends early, after byte " + std::to_string(size)));
  }
}

TEST(ByteStream, RefusesZstdCutAtAnyByte) {
  const std::string whole = zstd_frame("submit,run_time\n1,2\n");
  for (std::size_t size = 4; size < whole.size(); ++size) {
    EXPECT_THAT(refusal(whole.substr(0, size)),
                HasSubstr("ends early, after byte " + std::to_string(size)));
  }
}

TEST(ByteStream, NoticesAFlippedBitByTheChecksum) {
  const std::string text = long_text();
  for (std::string bytes : {gzipped(text), zstd_frame(text)}) {
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    EXPECT_THAT(refusal(bytes), HasSubstr("broken"));
  }
}

TEST(ByteStream, NamesACompressionThatItDoesNotRead) {
  EXPECT_EQ(refusal("\xFD\x37\x7A\x58\x5A rest"),
            "a.log: is a xz file; plain text, gzip and zstd are read");
  EXPECT_THAT(refusal("PK\x03\x04 rest"), HasSubstr("is a zip file"));
}

TEST(ByteStream, ReadsAFile) {
  const TempFile file("a.csv.gz", gzipped("hello"));
  EXPECT_EQ(all_bytes(*open_file(file.path())), "hello");
}

TEST(ByteStream, SaysWhatIsWrongWithAFileItCannotRead) {
  const TempFile file("a.csv", "");
  EXPECT_EQ(message_of<RunError>([&] { open_file(file.path() + "x"); }),
            file.path() + "x: cannot be read: No such file or directory");
  EXPECT_EQ(message_of<RunError>([&] { open_file(file.folder()); }),
            file.folder() + ": this is a folder, not a file");
}

TEST(ByteStream, ObeysAStop) {
  const TempFile file("a.csv", std::string(1'000'000, 'x'));
  std::stop_source source;
  const auto stream = open_file(file.path(), source.get_token());
  std::array<char, 65536> buffer{};
  EXPECT_GT(stream->read(buffer), 0U);
  source.request_stop();
  EXPECT_THAT(message_of<Interrupted>([&] {
                while (stream->read(buffer) > 0) {
                }
              }),
              HasSubstr("interrupted while"));
}

}  // namespace
}  // namespace gpuscape
