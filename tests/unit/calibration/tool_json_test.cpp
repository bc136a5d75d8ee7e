/// JSON of other tools in the forms that occur, and directions of nvbandwidth's tests.

#include <gmock/gmock.h>

#include "tests/unit/calibration/files.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What one fio job of that name and these options and results is told as.
MeasurementText fio(const std::string& options, const std::string& global = "",
                    const std::string& list = "jobs", const std::string& host = "") {
  return {"f.json",
          fmt::format(R"({{"fio version": "fio-3.1", "global options": {{"rw": "read", "bs": "4k",
      "ioengine": "libaio", "direct": "1" {}}}, "{}": [{{"jobname": "a", "groupid": 0, "error": 0,
      "hostname": "{}", "job options": {{{}}}, "read": {{"io_bytes": 4096000, "bw_bytes": 4096000,
      "total_ios": 1000, "runtime": 1000}}}}]}})",
                      global, list, host, options)};
}

TEST(FioGroups, HowManyJobsOneEntryIsOfIsNotGuessed) {
  const std::string grouped = R"(, "group_reporting": "1")";
  const auto row = read({fio("", grouped)}).rows.at(0);
  EXPECT_EQ(row.key.streams, 0);
  EXPECT_THAT(row.marks, ElementsAre("jobs of the group not known"));
  EXPECT_EQ(read({fio(R"("name": "b", "numjobs": "2")", grouped)}).rows.at(0).key.streams, 0);
  EXPECT_EQ(read({fio(R"("numjobs": "8")", grouped)}).rows.at(0).key.streams, 8);
  EXPECT_EQ(read({fio("")}).rows.at(0).key.streams, 1);
}

TEST(FioJson, AnOptionThatIsGivenTwiceIsNoFault) {
  EXPECT_EQ(faults_of({fio(R"("filename": "a", "filename": "b")")}), "");
  const auto twice = read({fio(R"("numjobs": "2", "numjobs": "1")")});
  EXPECT_EQ(twice.rows.at(0).key.streams, 1);  // the last counts, as in fio
}

TEST(FioJson, ResultsOfAClientAreRead) {
  const auto set = read({fio("", "", "client_stats", "s1")});
  EXPECT_EQ(set.rows.size(), 1U);
  EXPECT_FALSE(set.machine.at("host").empty());
}

TEST(FioJson, ResultsOfTwoClientsAreNamed) {
  auto two = fio("", "", "client_stats", "s1");
  const std::string job =
      two.text.substr(two.text.find('[') + 1, two.text.rfind(']') - two.text.find('[') - 1);
  std::string other = job;
  other.replace(other.find("\"s1\""), 4, "\"s2\"");
  two.text.insert(two.text.rfind(']'), "," + other);
  EXPECT_THAT(faults_of({two}), HasSubstr("fio's results of 2 clients: s1, s2"));
}

TEST(FioRows, BytesByTimeAreTheRate) {
  auto text = fio("");
  text.text.replace(text.text.find("\"runtime\": 1000"), 15, "\"runtime\": 2000");
  EXPECT_THAT(faults_of({text}),
              HasSubstr("io_bytes / runtime is 2.048e+06 B/s, and bw_bytes says"));
}

TEST(Iperf3Rows, BytesByTimeAreTheRate) {
  const auto of = [](const std::string& bits) {
    return faults_of(
        {{"i.json", R"({"start": {"version": "iperf 3.12", "connecting_to": {"host": "b"},
      "test_start": {"protocol": "TCP", "num_streams": 1, "blksize": 1000, "reverse": 0}},
      "intervals": [{"sum": {"seconds": 2, "bytes": 1000, "bits_per_second": )" +
                        bits + "}}]}"}});
  };
  EXPECT_EQ(of("4000"), "");  // 8 * 1000 / 2
  EXPECT_THAT(of("8000"), HasSubstr("bytes / seconds are 4000 bit/s"));
}

std::vector<std::string> paths(const std::string& test, const std::string& about,
                               const std::string& rows) {
  std::vector<std::string> all;
  const auto set = read({{"n.txt", "nvbandwidth Version: v0.8\nRunning " + test + ".\n" + about +
                                       " bandwidth (GB/s)\n      0    1\n" + rows + "\n"}});
  for (const Measurement& row : set.rows) all.push_back(row.key.path);
  return all;
}

TEST(NvbandwidthDirections, TheNameOfATestOfBothWaysSaysWhichWasTimed) {
  const std::string both = "memcpy CE CPU(row) <-> GPU(column)";
  const std::string row = " 0 12.5 12.5\n";
  for (const char* test :
       {"host_to_device_bidirectional_memcpy_ce", "host_to_all_bidirectional_memcpy_sm"})
    EXPECT_THAT(paths(test, both, row), ElementsAre("host>gpu0", "host>gpu1")) << test;
  for (const char* test :
       {"device_to_host_bidirectional_memcpy_ce", "all_to_host_bidirectional_memcpy_sm"})
    EXPECT_THAT(paths(test, both, row), ElementsAre("gpu0>host", "gpu1>host")) << test;
}

TEST(NvbandwidthDirections, BetweenGpusReadsAndWritesGoTheirOwnWay) {
  const std::string both = "memcpy CE GPU(row) <-> GPU(column)";
  EXPECT_THAT(paths("device_to_device_bidirectional_memcpy_read_ce", both, " 0 N/A 390\n"),
              ElementsAre("gpu0>gpu1"));
  EXPECT_THAT(paths("device_to_device_bidirectional_memcpy_write_ce", both, " 0 N/A 390\n"),
              ElementsAre("gpu1>gpu0"));
}

TEST(NvbandwidthDirections, ALocalCopyIsOfEachGpuWithItself) {
  EXPECT_THAT(paths("device_local_copy", "memcpy local GPU(column)", " 0 1519 1520\n"),
              ElementsAre("gpu0>gpu0", "gpu1>gpu1"));
  const auto json =
      read({{"n.json", R"x({"nvbandwidth": {"testcases": [{"name": "device_local_copy",
      "bandwidth_description": "memcpy local GPU(column) bandwidth (GB/s)",
      "bandwidth_matrix": [["1380", "1379"]]}]}})x"}});
  EXPECT_EQ(json.rows.at(1).key.path, "gpu1>gpu1");
}

TEST(NvbandwidthRows, ARowHasARateOfEveryColumn) {
  EXPECT_THAT(faults_of({{"n.txt",
                          "nvbandwidth Version: v0.8\nRunning device_local_copy.\nmemcpy local "
                          "GPU(column) bandwidth (GB/s)\n   0   1\n 0 1519\n"}}),
              HasSubstr("n.txt:5:1: error: device_local_copy: 1 rates under 2 columns"));
}

}  // namespace
}  // namespace gpuscape
