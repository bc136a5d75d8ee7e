/// Files that are wrong: each fault with its file and place.

#include <gmock/gmock.h>

#include "tests/unit/calibration/files.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

std::string with_time(const std::string& time) {
  return faults_of(
      {{"a.json", own_text("\n" + own_row(R"("operation": "copy", "bytes": 64)", time))}});
}

TEST(Faults, AFileOfNoKnownToolNamesThoseThatAreKnown) {
  const std::string faults = faults_of({{"poem.txt", "roses are red\n"}});
  EXPECT_THAT(faults, HasSubstr("poem.txt: error: this measurement file is not recognised"));
  EXPECT_THAT(faults, HasSubstr("nccl-tests, perftest, nvbandwidth, osu-micro-benchmarks, fio, "
                                "iperf3"));
  EXPECT_THAT(faults_of({{"empty", ""}}), HasSubstr("measurement file is not recognised"));
  EXPECT_THAT(faults_of({{"other.json", "{}"}}), HasSubstr("measurement file is not recognised"));
}

TEST(Faults, ATimeThatIsNoneNamesTheRow) {
  EXPECT_THAT(with_time("-3"), HasSubstr("a time of -3 ns is not a measurement"));
  EXPECT_THAT(with_time("0"), HasSubstr("a.json:2:"));
  EXPECT_THAT(with_time("null"), HasSubstr("/benchmarks/0/real_time"));
  EXPECT_THAT(with_time("\"NaN\""), HasSubstr("expected a number, found a text"));
  EXPECT_THAT(with_time("NaN"), HasSubstr("a.json:"));
  EXPECT_EQ(with_time("3"), "");
}

TEST(Faults, MissingKeysAreNamed) {
  const auto of = [](const std::string& row) { return faults_of({{"a.json", own_text(row)}}); };
  EXPECT_THAT(of(R"({"run_type": "iteration", "operation": "copy", "real_time": 1})"),
              HasSubstr("\"family\" is missing"));
  EXPECT_THAT(of(R"({"run_type": "iteration", "family": "cuda", "real_time": 1})"),
              HasSubstr("\"operation\" is missing"));
  EXPECT_THAT(of(R"({"run_type": "iteration", "family": "cuda", "operation": "copy"})"),
              HasSubstr("\"real_time\" is missing"));
  EXPECT_THAT(faults_of({{"a.json", R"({"context": {"gpuscape": {}}})"}}),
              HasSubstr("\"benchmarks\" is missing"));
}

TEST(Faults, ANegativeSizeIsNone) {
  EXPECT_THAT(
      faults_of({{"a.json", own_text(own_row(R"("operation": "copy", "bytes": -1)", "1"))}}),
      HasSubstr("a size of -1 is not a measurement"));
}

TEST(Faults, TruncatedFilesSayWhere) {
  for (const char* name : {"iperf3-64K.json", "fio-read-4k.json", "nvbandwidth.json"}) {
    MeasurementText text = fixture(name);
    text.text.resize(text.text.size() / 2);
    EXPECT_THAT(faults_of({text}), HasSubstr(std::string(name) + ":")) << name;
  }
}

TEST(Faults, TablesThatBreakOffSayWhere) {
  MeasurementText nccl = fixture("nccl-all_reduce_perf.txt");
  nccl.text.resize(nccl.text.find("    12.04"));
  EXPECT_THAT(faults_of({nccl}),
              HasSubstr("nccl-all_reduce_perf.txt:13:1: error: the row breaks off"));
  MeasurementText osu = fixture("osu-bw.txt");
  osu.text.resize(osu.text.find("942.47"));
  EXPECT_THAT(faults_of({osu}), HasSubstr("osu-bw.txt:6:1: error: expected a size and a figure"));
}

TEST(Faults, AFileWithoutResultsIsRefused) {
  EXPECT_THAT(faults_of({{"a.json", own_text("")}}), HasSubstr("gpuscape-bench left no result"));
  EXPECT_THAT(faults_of({{"f.json", R"({"fio version": "fio-3.33", "jobs": []})"}}),
              HasSubstr("\"jobs\" is missing"));
  EXPECT_THAT(faults_of({{"i.json", R"({"start": {"version": "iperf 3.12"},
      "error": "unable to connect"})"}}),
              HasSubstr("iperf3 failed: unable to connect"));
}

}  // namespace
}  // namespace gpuscape
