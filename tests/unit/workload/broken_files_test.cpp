#include <gmock/gmock.h>

#include <span>

#include "sim/base/interrupted.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "sim/workload/text/line_reader.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

template <class Error>
std::string refusal(TraceSpec spec, const TempFile& file) {
  spec.file = file.path();
  spec.file_as_written = "my.log";
  JobTable table;
  return message_of<Error>([&] { read_trace(spec, table); });
}

std::string many_rows() {
  std::string text = "t,d,g\n";
  for (int i = 0; i < 100000; ++i) {
    text += std::to_string(i) + "," + std::to_string(i * 7919 % 10007) + ",1\n";
  }
  return text;
}

TEST(BrokenFile, TruncatedGzipNamesTheByteAndTheRowsBefore) {
  const std::string whole = gzipped(many_rows());
  const TempFile file("log.csv.gz", whole.substr(0, whole.size() - 100));
  EXPECT_THAT(
      refusal<RunError>(csv_spec(), file),
      AllOf(HasSubstr(file.path()), HasSubstr("after byte " + std::to_string(whole.size() - 100)),
            HasSubstr("the file is truncated"),
            testing::ContainsRegex("9[0-9]{4} rows were read before")));
}

TEST(BrokenFile, TruncatedZstdNamesTheByteAndTheRowsBefore) {
  const std::string whole = zstd_frame(many_rows());
  const TempFile file("log.csv.zst", whole.substr(0, whole.size() / 2));
  EXPECT_THAT(refusal<RunError>(csv_spec(), file),
              AllOf(HasSubstr("the zstd data ends early"), HasSubstr("rows were read before")));
}

TEST(BrokenFile, EmptyOnesAreRefusedByFormat) {
  const TempFile file("log", "");
  EXPECT_THAT(refusal<ScenarioError>(csv_spec(), file),
              HasSubstr("my.log:1:1: error: the file is empty"));
  EXPECT_THAT(refusal<ScenarioError>(swf_spec(), file), HasSubstr("the file contains no jobs"));
}

TEST(BrokenFile, CompressedNothingIsEmptyToo) {
  const TempFile file("log.gz", gzipped(""));
  EXPECT_THAT(refusal<ScenarioError>(csv_spec(), file), HasSubstr("the file is empty"));
}

TEST(BrokenFile, AHeaderAloneHoldsNoJobs) {
  const TempFile file("log", "t,d,g\n\n");
  EXPECT_THAT(refusal<ScenarioError>(csv_spec(), file), HasSubstr("the file contains no jobs"));
}

TEST(BrokenFile, OneWithoutAUsableRowSaysWhyTheFirstWasDroppedAndShowsNoRow) {
  const TempFile file("log", "t,d,g\n1,-5,1\n2,6,x\n");
  EXPECT_THAT(refusal<ScenarioError>(csv_spec(), file),
              AllOf(HasSubstr("none of the 2 rows could be used"),
                    HasSubstr("line 2 run time is negative"), Not(HasSubstr("1,-5"))));
}

TEST(BrokenFile, AnUnknownColumnIsNamedWithTheFile) {
  const TempFile file("log", "time,d,g\n1,5,1\n");
  EXPECT_THAT(refusal<ScenarioError>(csv_spec(), file),
              HasSubstr("my.log:1:1: error: no column 't'"));
}

TEST(BrokenFile, AnUnknownFormatIsRefused) {
  const TempFile file("log", "t,d,g\n1,5,1\n");
  EXPECT_THAT(refusal<ScenarioError>(trace_spec("pbs"), file),
              HasSubstr("'pbs' is not a format of a log"));
}

TEST(BrokenFile, ABrokenHeaderIsRefused) {
  EXPECT_THAT(refusal<ScenarioError>(csv_spec(), TempFile("log", "\"t,d,g\n1,5,1\n")),
              HasSubstr("the quotes of the header line do not close"));
  EXPECT_THAT(
      refusal<ScenarioError>(csv_spec(), TempFile("log", std::string(2 * kLongestLine, 't'))),
      HasSubstr("the header line is too long"));
}

TEST(BrokenFile, ADirectoryIsNotALog) {
  const TempFile file("log", "");
  TraceSpec spec = csv_spec();
  spec.file = file.folder();
  JobTable table;
  EXPECT_THAT(message_of<RunError>([&] { read_trace(spec, table); }), HasSubstr("is a folder"));
}

/// The first rows of a log, and then a stop.
class StoppedStream final : public ByteStream {
 public:
  explicit StoppedStream(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override {
    if (at_ == bytes_.size()) throw Interrupted("interrupted while the log was read");
    const std::size_t count = bytes_.copy(buffer.data(), buffer.size(), at_);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

TEST(ReadTrace, IsInterruptedByAStopAfterItsFirstRows) {
  JobTable table;
  StoppedStream rows(many_rows());
  EXPECT_THROW(read_trace(rows, csv_spec(), table), Interrupted);
  StoppedStream jobs(R"({"jobs": [)" + std::string(100'000, ' '));
  EXPECT_THROW(read_trace(jobs, trace_spec("sacct-json"), table), Interrupted);
}

}  // namespace
}  // namespace gpuscape
