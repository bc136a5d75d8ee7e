/// Logs and runs that ask for more than is allowed, with the figure and what raises it.

#include <gmock/gmock.h>
#include <zlib.h>

#include <sstream>

#include "cli/program.hpp"
#include "sim/base/limits.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// The default again at the end of a test.
class Limit : public testing::Test {
 protected:
  static void rows(std::int64_t most) { set_limits({.rows = most}); }
  ~Limit() override { set_limits({}); }
};

TraceSpec swf() {
  TraceSpec spec;
  spec.format = "swf";
  spec.file = "log.swf";
  return spec;
}

std::string rows_of_log(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i)
    text += std::to_string(i) + " 0 0 60 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n";
  return text;
}

std::string fault_of(std::unique_ptr<ByteStream> bytes) {
  JobTable table;
  try {
    read_trace(*bytes, swf(), table);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

TEST_F(Limit, OfRowsIsInTheMessage) {
  rows(1000);
  EXPECT_EQ(fault_of(make_text_stream(rows_of_log(1000))), "");
  EXPECT_THAT(fault_of(make_text_stream(rows_of_log(1001))),
              HasSubstr("log.swf:1001: more than 1 000 rows; --max-rows N allows more"));
}

TEST_F(Limit, OfDecompressedTextFollowsTheRows) {
  rows(10);
  std::string comments(20'000, ';');
  std::string packed(compressBound(comments.size()) + 64, '\0');
  z_stream state{};
  ASSERT_EQ(deflateInit2(&state, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  state.next_in = reinterpret_cast<Bytef*>(comments.data());
  state.avail_in = static_cast<uInt>(comments.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  ASSERT_EQ(deflate(&state, Z_FINISH), Z_STREAM_END);
  packed.resize(state.total_out);
  deflateEnd(&state);
  EXPECT_THAT(fault_of(make_decoded_stream(make_text_stream(packed), "log.swf.gz")),
              HasSubstr("log.swf.gz: decompresses to more than 10 000 bytes, 1000 for each of 10 "
                        "rows; --max-rows N allows more"));
}

std::string errors_of(const std::vector<std::string>& words, int code) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(program(words, out, err), code) << err.str();
  return err.str();
}

std::string scenario(const std::string& amount) {
  return R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}},
  "workload": {"streams": {"jobs": {"generate": {)" +
         amount + R"(, "gpus": {"1": 1},
    "run_time": {"distribution": "constant", "value": "1 min"}}}}}, "run": {"replications": 1}})";
}

TEST_F(Limit, OfGeneratedJobsIsCheckedBeforeTheFirstIsDrawn) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "s.json";
  write_text(file, scenario("\"jobs\": 1000000000,\n \"jobs_per_hour\": 1"));
  EXPECT_THAT(
      errors_of({"check", file}, 2),
      HasSubstr("s.json:2:58: error: /workload/streams/jobs/generate/jobs: about 1e+09 jobs "
                "would arrive, more than 10 000 000\n  hint: --max-rows N allows more"));
  write_text(file, scenario(R"("duration": "100000 y", "jobs_per_hour": 1000)"));
  EXPECT_THAT(errors_of({"check", file}, 2), HasSubstr("about 8.76e+11 jobs would arrive"));
  write_text(file, scenario(R"("duration": "100000 y", "load": 0.5)"));
  EXPECT_THAT(errors_of({"run", file, "--loop", "native"}, 2),
              HasSubstr("/workload/streams/jobs/generate: about"));
}

TEST_F(Limit, OfJobsIsRaisedByTheSwitch) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "s.json";
  const std::string out = folder.path() / "out";
  write_text(file, scenario(R"("jobs": 200, "jobs_per_hour": 100)"));
  EXPECT_THAT(errors_of({"run", file, "--loop", "native", "--out", out, "--max-rows", "199"}, 2),
              HasSubstr("about 200 jobs would arrive, more than 199"));
  errors_of({"run", file, "--loop", "native", "--out", out, "--max-rows", "200"}, 0);
}

TEST_F(Limit, OfMemoryIsASize) {
  EXPECT_THAT(errors_of({"check", "s.json", "--max-memory", "much"}, 2), HasSubstr("--max-memory"));
  EXPECT_THAT(errors_of({"check", "s.json", "--max-memory", "1 MB"}, 2),
              HasSubstr("1 MB is less than 32 MB"));
}

}  // namespace
}  // namespace gpuscape
