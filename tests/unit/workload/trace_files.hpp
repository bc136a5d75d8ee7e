#pragma once
/// Logs for the tests: in memory, compressed, and as files that vanish with the test.

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

struct ReadTrace {
  JobTable table;
  ReadReport report;
};

inline ReadTrace read_text(const TraceSpec& spec, std::string text) {
  ReadTrace read;
  const auto bytes = make_text_stream(std::move(text));
  read.report = read_trace(*bytes, spec, read.table);
  return read;
}

inline TraceSpec trace_spec(std::string format, std::vector<ColumnSpec> columns = {}) {
  TraceSpec spec;
  spec.format = std::move(format);
  spec.file = "log";
  spec.columns = std::move(columns);
  return spec;
}

inline TraceSpec swf_spec() { return trace_spec("swf"); }

/// A log with columns t (submit), d (run time, both in seconds) and whatever else is named.
inline TraceSpec csv_spec(std::vector<ColumnSpec> more = {{"gpus", "g", ""}}) {
  std::vector<ColumnSpec> columns{{"submit", "t", "s"}, {"run_time", "d", "s"}};
  columns.insert(columns.end(), more.begin(), more.end());
  return trace_spec("csv", std::move(columns));
}

/// One row of an SWF log with the six columns that are read; the others are unknown.
inline std::string swf_row(std::string_view number, std::string_view submit, std::string_view run,
                           std::string_view allocated, std::string_view requested = "-1",
                           std::string_view limit = "-1") {
  std::string row;
  for (const std::string_view field : std::array<std::string_view, 18>{
           number, submit, "-1", run, allocated, "-1", "-1", requested, limit, "-1", "1", "-1",
           "-1", "-1", "-1", "-1", "-1", "-1"}) {
    row.append(field).append(" ");
  }
  return row + "\n";
}

/// What `read` throws, as the text that a user sees; fails the test when it throws nothing.
template <class Error, class Read>
std::string message_of(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    if constexpr (std::is_same_v<Error, ScenarioError>) {
      return format_issues(error.issues());
    }
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

/// One gzip member.
inline std::string gzipped(std::string_view text) {
  z_stream state{};
  deflateInit2(&state, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string input(text);
  std::string output(deflateBound(&state, input.size()) + 64, '\0');
  state.next_in = reinterpret_cast<Bytef*>(input.data());
  state.avail_in = static_cast<uInt>(input.size());
  state.next_out = reinterpret_cast<Bytef*>(output.data());
  state.avail_out = static_cast<uInt>(output.size());
  deflate(&state, Z_FINISH);
  output.resize(state.total_out);
  deflateEnd(&state);
  return output;
}

/// One zstd frame, with a checksum.
inline std::string zstd_frame(std::string_view text) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string output(ZSTD_compressBound(text.size()), '\0');
  output.resize(
      ZSTD_compress2(context.get(), output.data(), output.size(), text.data(), text.size()));
  return output;
}

/// Everything a stream yields, asked for `piece` bytes at a time.
inline std::string all_bytes(ByteStream& stream, std::size_t piece = 4096) {
  std::string text;
  std::vector<char> buffer(piece);
  while (const std::size_t count = stream.read(buffer)) {
    text.append(buffer.data(), count);
  }
  return text;
}

/// A file in a folder of its own, gone when the object is.
class TempFile {
 public:
  TempFile(const std::string& name, std::string_view bytes) {
    std::string folder = (std::filesystem::temp_directory_path() / "gpuscape-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    path_ = (folder_ / name).string();
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  ~TempFile() { std::filesystem::remove_all(folder_); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace gpuscape
