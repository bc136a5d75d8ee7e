#include <array>

#include "sim/base/error.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace {

constexpr std::int64_t kMostLines =
    200000;  // a few kilobytes can decompress to gigabytes of newlines

}  // namespace

/// Bytes that may be gzip or zstd: decompressed and split, or refused by a RunError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gpuscape;
  try {
    const auto stream = make_decoded_stream(
        make_text_stream({reinterpret_cast<const char*>(data), size}), "fuzzed");
    LineReader lines(*stream);
    std::int64_t count = 0;
    for (Line line; count < kMostLines && lines.next(line);) {
      ensure(line.number == ++count, "lines are numbered one by one");
      ensure(line.text.size() <= kLongestLine, "a line is not longer than said");
    }
  } catch (const RunError&) {
  }
  return 0;
}
