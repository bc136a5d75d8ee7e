/// What other tools' files say beside plain results: several runs, other benchmarks, what was lost.

#include <gmock/gmock.h>

#include "tests/unit/calibration/files.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

TEST(OsuTitles, ACollectiveIsNoLatencyOfAPair) {
  const std::string table = "# Size Latency(us)\n8 5.0\n";
  EXPECT_THAT(faults_of({{"a.txt", "# OSU MPI Allreduce Latency Test v5.9\n" + table}}),
              HasSubstr("neither osu_latency nor osu_bw wrote this"));
  const auto set = read({{"a.txt", "# OSU MPI-CUDA Latency Test v7.3\n" + table +
                                       "# OSU MPI Multi-threaded Latency Test v7.3\n" + table}});
  EXPECT_EQ(set.rows.size(), 1U);
  EXPECT_THAT(set.left_out,
              ElementsAre("a.txt:4: \"# OSU MPI Multi-threaded Latency Test v7.3\" is not read"));
}

TEST(OsuTitles, BothWaysIsOfItsOwnTable) {
  const auto set = read({{"a.txt",
                          "# OSU MPI Bi-Directional Bandwidth Test v5.9\n8 5.0\n"
                          "# OSU MPI Bandwidth Test v5.9\n8 5.0\n"}});
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_EQ(set.rows[0].key.text(), "mpi/bandwidth/pair mpi/both ways");
  EXPECT_EQ(set.rows[1].key.text(), "mpi/bandwidth/pair mpi");
}

TEST(OsuRows, ASizeThatIsNoneIsAFaultWithItsLine) {
  for (const char* size : {"inf", "-8", "nan"})
    EXPECT_THAT(faults_of({{"a.txt", fmt::format("# OSU MPI Latency Test v5.9\n{} 5.0\n", size)}}),
                HasSubstr("a.txt:2:1: error: mpi/latency/pair mpi: a size of"));
}

TEST(NcclRuns, EachTableIsOfItsOwnProgramAndRanks) {
  const std::string run = fixture("nccl-all_reduce_perf.txt").text;
  const std::string text = "$ all_reduce_perf -g 2\n" + run + "$ sendrecv_perf -g 2\n" + run;
  const auto set = read({{"log.txt", text}});
  ASSERT_EQ(set.rows.size(), 32U);
  EXPECT_EQ(set.rows[0].key.text(), "nccl/all-reduce/2 gpus/out of place");
  EXPECT_EQ(set.rows[16].key.text(), "nccl/send-receive/2 gpus/out of place");
  EXPECT_EQ(set.devices.size(), 2U);
}

TEST(NcclRuns, AFurtherTableWithoutAProgramIsAFault) {
  const std::string run = fixture("nccl-all_reduce_perf.txt").text;
  EXPECT_THAT(faults_of({{"log.txt", "$ all_reduce_perf -g 2\n" + run + run}}),
              HasSubstr("which nccl-tests program wrote this table"));
  const auto named = read({{"all_reduce_perf.txt", run + run}});
  EXPECT_EQ(named.rows.size(), 32U);
  EXPECT_EQ(named.rows[31].key.text(), "nccl/all-reduce/2 gpus/in place");
}

/// A job of fio with these options, that read `operations` of `size` bytes in a second.
std::string job(const std::string& options, int operations, int size) {
  return fmt::format(R"({{"jobname": "j", "groupid": 0, "error": 0, "job options": {{{}}},
      "write": {{"io_bytes": {}, "bw_bytes": {}, "total_ios": {}}}}})",
                     options, operations * size, operations * size, operations);
}
MeasurementText fio(const std::string& jobs) {
  return {"f.json", fmt::format(R"({{"fio version": "fio-3.33", "jobs": [{}]}})", jobs)};
}

TEST(FioJobs, ClonesOfAJobAreOneResult) {
  const std::string clone = job(R"("rw": "write", "bs": "4k", "numjobs": "2")", 100, 4096);
  const auto set = read({fio(clone + "," + clone)});
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].key.streams, 2);
  EXPECT_DOUBLE_EQ(set.rows[0].seconds.value(), 1.0 / 200.0);  // 200 operations in a second
  const auto grouped = read({fio(job(R"("rw": "write", "numjobs": "2")", 200, 4096))});
  EXPECT_EQ(grouped.rows.at(0).key.streams, 2);
  EXPECT_EQ(grouped.rows.at(0).seconds, set.rows[0].seconds);
}

TEST(FioJobs, FewerResultsThanClonesAreLeftOut) {
  const std::string clone = job(R"("rw": "write", "bs": "4k", "numjobs": "3")", 100, 4096);
  EXPECT_THAT(read({fio(clone + "," + clone)}).left_out,
              ElementsAre("f.json: j: 2 results of 3 jobs"));
}

TEST(FioJobs, ASizeIsWhatAnOperationMoved) {
  const auto size_of = [](const std::string& options, int size) {
    return read({fio(job(options, 100, size))}).rows.at(0).bytes;
  };
  EXPECT_EQ(size_of(R"("rw": "write", "bs": "4k,64k")", 65536), Bytes(65536));
  EXPECT_EQ(size_of(R"("rw": "write", "bs": "4k")", 65536), Bytes(65536));
  EXPECT_EQ(size_of(R"("rw": "write", "bs": "64k")", 65500), Bytes(65536));  // a short last one
}

TEST(FioJobs, MixedSizesAreLeftOutAndSaid) {
  for (const std::string option : {"bssplit", "bsrange"}) {
    const auto set =
        read({fio(job(fmt::format(R"("rw": "write", "{}": "4k-64k")", option), 9, 8))});
    EXPECT_TRUE(set.rows.empty());
    EXPECT_THAT(set.left_out, ElementsAre("f.json: j: sizes are mixed by " + option));
  }
}

TEST(FioJobs, ASynchronousEngineHasADepthOfOne) {
  const auto depth_with = [](const std::string& engine) {
    const std::string options = R"("rw": "write", "iodepth": "32", "ioengine": ")" + engine + "\"";
    return read({fio(job(options, 100, 4096))}).rows.at(0).key.depth;
  };
  EXPECT_EQ(depth_with("psync"), 1);
  EXPECT_EQ(depth_with("io_uring"), 32);
}

/// A run of iperf3 over UDP that sent 1 Gb/s for a second, with `end` after it.
MeasurementText datagrams(const std::string& end) {
  return {"i.json", fmt::format(R"({{"start": {{"version": "iperf 3.12",
      "connecting_to": {{"host": "10.0.0.2"}}, "test_start": {{"protocol": "UDP",
      "num_streams": 1, "blksize": 1000, "reverse": 0}}}}, "intervals": [{{"sum":
      {{"seconds": 1, "bits_per_second": 1e9, "sender": true}}}}], "end": {{{}}}}})",
                                end)};
}

TEST(Iperf3Datagrams, WhatArrivedCounts) {
  const std::string sum = R"("sum": {"bits_per_second": 1e9, "lost_percent": 75})";
  const auto set = read({datagrams(sum)});
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_DOUBLE_EQ(set.rows[0].seconds.value(), 8000.0 / 0.25e9);
  EXPECT_THAT(set.rows[0].marks, ElementsAre("75 % lost"));
  const auto newer = read({datagrams(sum + R"(, "sum_received": {"bits_per_second": 2e8})")});
  EXPECT_DOUBLE_EQ(newer.rows.at(0).seconds.value(), 8000.0 / 2e8);
}

TEST(Iperf3Datagrams, WithoutTheReceiversCountARunIsLeftOut) {
  EXPECT_THAT(read({datagrams("")}).left_out,
              ElementsAre("i.json: UDP, and what the receiver got is not in it"));
  EXPECT_THAT(read({datagrams(R"("sum": {"bits_per_second": 1, "lost_percent": 100})")}).left_out,
              ElementsAre("i.json: UDP, and nothing arrived"));
}

TEST(Iperf3Peers, PathsToTwoPeersAreNotOne) {
  MeasurementText one = fixture("iperf3-4K.json");
  MeasurementText two = fixture("iperf3-64K.json");
  one.text = replaced(one.text, "\"127.0.0.1\"", "\"10.0.0.2\"");
  two.text = replaced(two.text, "\"127.0.0.1\"", "\"10.0.0.3\"");
  EXPECT_THAT(faults_of({one, two}),
              HasSubstr("measured on a path to \"10.0.0.3\", but \"iperf3-4K.json\" on one to "
                        "\"10.0.0.2\""));
  two.text = replaced(two.text, "10.0.0.3", "10.0.0.2");
  EXPECT_EQ(faults_of({one, two}), "");
}

TEST(Iperf3Peers, AServersFileIsOfItsClient) {
  MeasurementText text = fixture("iperf3-64K.json");
  text.text = replaced(text.text, "\"127.0.0.1\"", "\"10.0.0.2\"");
  text.text = replaced(text.text, "connecting_to", "accepted_connection");
  EXPECT_EQ(read({text}).rows.at(0).key.path, "pair tcp");
}

TEST(PerftestRows, AFigureThatIsRoundedToNothingIsLeftOut) {
  const auto set = read({fixture("perftest-read-bw.txt"), fixture("perftest-send-bw.txt")});
  EXPECT_EQ(set.rows.size(), 1U);
  EXPECT_THAT(set.left_out,
              ElementsAre(HasSubstr("perftest-read-bw.txt:24: 65536 B: perftest rounded")));
}

TEST(OwnRows, CountsAndUnitsThatAreNoneAreFaults) {
  const auto of = [](const std::string& members) {
    const std::string row = own_row(R"("operation": "copy", "bytes": 64)" + members, "5");
    return faults_of({{"a.json", own_text(row)}});
  };
  EXPECT_THAT(of(R"(, "streams": 1e300)"), HasSubstr("1e+300 is not a number of streams"));
  EXPECT_THAT(of(R"(, "depth": -2)"), HasSubstr("/benchmarks/0/depth"));
  EXPECT_THAT(of(R"(, "streams": 1.5)"), HasSubstr("not a number of streams"));
  EXPECT_EQ(of(R"(, "streams": 4)"), "");
  const std::string row = own_row(R"("operation": "copy", "bytes": 64)", "5");
  EXPECT_THAT(faults_of({{"a.json", own_text(replaced(row, "\"ns\"", "\"min\""))}}),
              HasSubstr("\"min\" is not a unit of time"));
}

}  // namespace
}  // namespace gpuscape
