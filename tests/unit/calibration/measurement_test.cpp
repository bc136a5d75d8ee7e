/// What each tool's file yields.

#include "sim/calibration/measurement.hpp"

#include <gmock/gmock.h>

#include "tests/unit/calibration/files.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

const Measurement& row_of(const MeasurementSet& set, double bytes, const std::string& direction) {
  for (const Measurement& row : set.rows)
    if (row.bytes == Bytes(bytes) && row.key.direction == direction) return row;
  throw std::runtime_error("no such row");
}

TEST(OwnFile, RowsThatAreNoCalibrationArePassedOver) {
  const std::string copy = R"("operation": "copy", "path": "host>gpu0", "bytes": 64)";
  const auto set = read({{"a.json", own_text(own_row(copy, "5000") + "," +
                                             own_row(copy + R"(, "role": "composite")", "1") + "," +
                                             own_row(copy + R"(, "role": "control")", "1"))}});
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].key.text(), "cuda/copy/host>gpu0");
  EXPECT_DOUBLE_EQ(set.rows[0].seconds.value(), 5e-6);
  EXPECT_EQ(set.files[0].tool, "gpuscape-bench");
}

TEST(OwnFile, MarksGoAlong) {
  const auto set = read({{"a.json", own_text(own_row(R"("operation": "copy", "bytes": 64,
      "marks": ["other processes on gpu0"], "proven": false)",
                                                     "5"),
                                             "node17", R"(, "complete": false)")}});
  EXPECT_THAT(set.marks, testing::ElementsAre("incomplete measurement"));
  EXPECT_THAT(set.rows[0].marks, testing::ElementsAre("other processes on gpu0"));
  EXPECT_FALSE(set.rows[0].proven);
}

TEST(OwnFile, AFailedRowIsLeftOutAndSaid) {
  const auto set = read({{"a.json", own_text(R"({"name": "cuda/copy", "run_type": "iteration",
      "error_occurred": true, "error_message": "out of memory"})")}});
  EXPECT_TRUE(set.rows.empty());
  EXPECT_THAT(set.left_out, testing::ElementsAre("cuda/copy: out of memory"));
}

TEST(NcclTests, BothHalvesOfARowCount) {
  const auto set = read({fixture("nccl-all_reduce_perf.txt")});
  EXPECT_EQ(set.rows.size(), 16U);
  const Measurement& row = row_of(set, 2097152, "out of place");
  EXPECT_EQ(row.key.text(), "nccl/all-reduce/2 gpus/out of place");
  EXPECT_DOUBLE_EQ(row.seconds.value(), 32.97e-6);
  EXPECT_DOUBLE_EQ(row_of(set, 2097152, "in place").seconds.value(), 32.90e-6);
  EXPECT_THAT(row_of(set, 8388608, "in place").marks, testing::ElementsAre("wrong results"));
  EXPECT_EQ(set.devices[1].properties.at("name"), "NVIDIA H100 80GB HBM3");
}

TEST(NcclTests, AFileThatDoesNotNameItsTestIsRefused) {
  MeasurementText text = fixture("nccl-all_reduce_perf.txt");
  text.name = "out.txt";
  EXPECT_THAT(faults_of({text}), HasSubstr("out.txt: error: the file does not say which"));
}

TEST(Perftest, RealOutputOfSoftRoce) {
  const auto set = read({fixture("perftest-soft-roce-write-bw.txt")});
  const Measurement& row = row_of(set, 65536, "write");
  EXPECT_EQ(row.key.text(), "rdma/bandwidth/pair rxe0/write/streams:1/depth:10/link:ethernet");
  EXPECT_DOUBLE_EQ(row.seconds.value(), 1e-6 / 0.001220);  // 0.001220 million messages a second
  const auto latency = read({fixture("perftest-soft-roce-write-lat.txt")});
  EXPECT_DOUBLE_EQ(row_of(latency, 2, "write").seconds.value(), 11.84e-6);
  EXPECT_EQ(latency.rows[0].key.operation, "latency");
}

/// A table of one row whose rate of messages was rounded to 0, so that the rate of bytes counts.
double seconds_at_rate(const char* unit) {
  const std::string head = fmt::format(
      "                    RDMA_Write BW Test\n #bytes     #iterations    BW peak[{0}]    BW "
      "average[{0}]   MsgRate[Mpps]\n",
      unit);
  const auto set = read({{"bw.txt", head + " 1048576    10    90.00    80.00    0.000000\n"}});
  return set.rows.at(0).seconds.value();
}

TEST(Perftest, GigabitsAreOfTenToTheNineAndMegabytesOfTwoToTheTwenty) {
  EXPECT_DOUBLE_EQ(seconds_at_rate("Gb/sec"), 1048576 / 10e9);
  EXPECT_DOUBLE_EQ(seconds_at_rate("MB/sec"), 1.0 / 80.0);
}

TEST(OwnFile, TimesAreInTheirUnit) {
  for (const auto& [unit, time] : {std::pair{"ns", "2000000"}, std::pair{"us", "2000"},
                                   std::pair{"ms", "2"}, std::pair{"s", "0.002"}}) {
    std::string row = own_row(R"("operation": "copy", "bytes": 64)", time);
    row.replace(row.find("\"ns\""), 4, fmt::format("\"{}\"", unit));
    EXPECT_DOUBLE_EQ(read({{"a.json", own_text(row)}}).rows.at(0).seconds.value(), 2e-3) << unit;
  }
}

TEST(Nvbandwidth, TextAndJsonSayTheSame) {
  const auto text = read({fixture("nvbandwidth.txt")});
  const auto json = read({fixture("nvbandwidth.json")});
  ASSERT_EQ(json.rows.size(), 2U);
  EXPECT_EQ(json.rows[1].key.text(), "cuda/copy/host>gpu1/host-to-device/pinned");
  EXPECT_EQ(json.rows[1].key, text.rows[1].key);
  EXPECT_EQ(json.rows[1].seconds, text.rows[1].seconds);
  EXPECT_DOUBLE_EQ(json.rows[1].seconds.value(), 536870912.0 / 50e9);
  EXPECT_THAT(json.rows[1].marks, testing::ElementsAre("buffer of 512 MiB assumed"));
}

TEST(Nvbandwidth, MatricesBetweenGpusSkipTheDiagonal) {
  const auto set = read({fixture("nvbandwidth.txt")});
  ASSERT_EQ(set.rows.size(), 4U);
  EXPECT_EQ(set.rows[2].key.path, "gpu0>gpu1");
  EXPECT_EQ(set.rows[3].key.path, "gpu1>gpu0");
  EXPECT_THAT(set.left_out, testing::ElementsAre("host_device_latency_sm: not a matrix of rates"));
}

TEST(Osu, MegabytesAreOfTenToTheSix) {
  const auto set = read({fixture("osu-bw.txt")});
  EXPECT_DOUBLE_EQ(row_of(set, 1024, "").seconds.value(), 1024 / 506.43e6);
  const auto latency = read({fixture("osu-latency.txt")});
  EXPECT_DOUBLE_EQ(row_of(latency, 1024, "").seconds.value(), 2.02e-6);
  EXPECT_EQ(latency.rows.size(), 5U);  // without size 0
}

TEST(Fio, RealOutputAtThreeBlockSizes) {
  const auto set = read(
      {fixture("fio-read-4k.json"), fixture("fio-read-64k.json"), fixture("fio-read-1m.json")});
  ASSERT_EQ(set.rows.size(), 3U);
  EXPECT_EQ(set.rows[0].key.text(), "storage/bandwidth/file/sequential read/streams:1/depth:1");
  EXPECT_EQ(set.rows[0].bytes, Bytes(4096));
  EXPECT_DOUBLE_EQ(set.rows[0].seconds.value(), 4096 / 14865902.0);
  EXPECT_TRUE(set.rows[0].marks.empty());  // direct=1
}

TEST(Fio, NotesBeforeItsJsonDoNotHideIt) {
  MeasurementText text = fixture("fio-read-4k.json");
  text.text.insert(0, "note: both iodepth >= 1 and synchronous I/O engine are selected\n");
  EXPECT_EQ(read({text}).rows.size(), 1U);
}

TEST(Iperf3, EveryIntervalIsARepetition) {
  const auto set = read({fixture("iperf3-64K.json")});
  ASSERT_EQ(set.rows.size(), 4U);
  EXPECT_EQ(set.rows[0].key.text(), "tcp/bandwidth/localhost tcp/streams:1");
  EXPECT_EQ(set.rows[0].bytes, Bytes(65536));
  EXPECT_DOUBLE_EQ(set.rows[0].seconds.value(), 65536 * 8 / 2202321568.1352634);
  EXPECT_THAT(set.machine.at("host"), testing::StartsWith("host-"));
}

// gpuscape-bench hides names; a tool that does not must still be known for the same machine's.
TEST(Hosts, AHiddenNameAndTheNameItHidesAreOne) {
  const auto iperf = fixture("iperf3-64K.json");
  const std::string hidden = read({iperf}).machine.at("host");
  const std::string row = own_row(R"("operation": "copy", "bytes": 64)", "5");
  EXPECT_EQ(faults_of({iperf, {"a.json", own_text(row, hidden)}}), "");
  EXPECT_EQ(faults_of({iperf, {"a.json", own_text(row, "node17")}}), "");
}

TEST(Hosts, TwoMachinesAreRefusedAndAPairIsNot) {
  const std::string row = own_row(R"("operation": "copy", "bytes": 64)", "5");
  const MeasurementText one{"one.json", own_text(row, "a")};
  const MeasurementText two{"two.json", own_text(row, "b")};
  const MeasurementText pair{"pair.json", own_text(row, "a", R"(, "peer": {"host": "b"})")};
  EXPECT_THAT(faults_of({one, two}), HasSubstr("two.json: error: measured on"));
  EXPECT_THAT(faults_of({one, two}), HasSubstr("\"one.json\" was measured on"));
  EXPECT_EQ(faults_of({one, pair}), "");
  EXPECT_THAT(faults_of({pair, one, two}), HasSubstr("two.json: error: measured on"));
}

TEST(Hosts, WhatOneMachineDoesIsOfOneOfThePair) {
  const std::string copy = R"({"run_type": "iteration", "family": "host", "operation": "copy",
      "path": "numa0>numa0", "bytes": 64, "real_time": 5, "time_unit": "ns"})";
  const std::string peer = R"(, "peer": {"host": "a"})";
  const MeasurementText one{"one.json", own_text(copy, "a", R"(, "run": 1)")};
  EXPECT_THAT(faults_of({one, {"pair.json", own_text(copy, "b", peer)}}),
              HasSubstr("pair.json: error: measured on"));
  const std::string pair_row = R"({"run_type": "iteration", "family": "tcp", "operation": "latency",
      "path": "node0>node1", "bytes": 64, "real_time": 5, "time_unit": "ns"})";
  const auto set = read({{"pair.json", own_text(pair_row, "b", peer)}, one});
  EXPECT_EQ(set.machine.at("host"), read({one}).machine.at("host"));
  EXPECT_NE(set.machine.at("peer"), set.machine.at("host"));
}

TEST(Files, ACopyOfAFileIsRefusedByBothNames) {
  const std::string text = own_text(own_row(R"("operation": "copy", "bytes": 64)", "5"));
  EXPECT_THAT(faults_of({{"a.json", text}, {"b.json", text}}),
              HasSubstr("b.json: error: the same measurement as \"a.json\""));
}

TEST(Hosts, AnotherGpuUnderTheSameNameIsRefused) {
  MeasurementText other = fixture("nvbandwidth.json");
  for (std::size_t at = 0; (at = other.text.find("H100", at)) != std::string::npos;)
    other.text.replace(at, 4, "A100");
  EXPECT_THAT(faults_of({fixture("nvbandwidth.txt"), other}),
              HasSubstr("gpu0 is \"NVIDIA A100 80GB HBM3\" here"));
}

}  // namespace
}  // namespace gpuscape
