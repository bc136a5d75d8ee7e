/// Tables of other tools in the forms that occur: blank columns, other columns, rows of different
/// things, ranks that are not listed, marks of launchers before every line.

#include <gmock/gmock.h>

#include <sstream>

#include "tests/unit/calibration/files.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ranks(const std::vector<int>& listed) {
  std::string text;
  for (const int rank : listed)
    text +=
        fmt::format("#  Rank {:2} Group  0 Pid  1 on h device {} [0x0] NVIDIA A100\n", rank, rank);
  return text;
}

constexpr const char* kHead =
    "#   size   count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n"
    "#    (B)                            (us)  (GB/s) (GB/s)         (us)  (GB/s) (GB/s)\n";

MeasurementText nccl(const std::string& program, const std::string& listed,
                     const std::string& rows) {
  return {program + ".txt", listed + kHead + rows};
}

std::vector<double> micros(const MeasurementSet& set) {
  std::vector<double> all;
  for (const Measurement& row : set.rows) all.push_back(row.seconds.value() * 1e6);
  return all;
}

TEST(NcclColumns, ABlankColumnShiftsNoTime) {
  // 1e6 B in 100 us are 10 GB/s, of 2 ranks half of it is busbw; redop and root are blank
  const auto set = read({nccl("alltoall_perf", ranks({0, 1}),
                              " 1000000 250000 float 100.0 10.00 5.00 N/A 200.0 5.00 2.50 N/A\n")});
  ASSERT_EQ(set.rows.size(), 2U);
  EXPECT_NEAR(micros(set)[0], 100.0, 1e-9);
  EXPECT_NEAR(micros(set)[1], 200.0, 1e-9);
}

TEST(NcclColumns, AColumnMoreThanTheHeadNamesShiftsNoTime) {
  const auto set =
      read({nccl("all_reduce_perf", ranks({0, 1}),
                 "1000000 250000 float sum -1 100.0 10.00 10.00 0 200.0 5.00 5.00 0 7\n")});
  EXPECT_EQ(micros(set).size(), 2U);
  EXPECT_NEAR(micros(set)[0], 100.0, 1e-9);
}

TEST(NcclColumns, ARowWhoseSizeByTimeIsNotItsRateIsAFault) {
  const auto faults = [](const std::string& time) {
    return faults_of(
        {nccl("all_reduce_perf", ranks({0, 1}),
              "1000000 250000 float sum -1 " + time + " 10.00 10.00 0 100.0 10.00 10.00 0\n")});
  };
  EXPECT_EQ(faults("100.0"), "");
  EXPECT_THAT(faults("120.0"),
              HasSubstr("all_reduce_perf.txt:5:1: error: size / time is not algbw: "
                        "1000000 B in 120.0 us are 8.33 GB/s, and the row says 10.00"));
}

TEST(NcclColumns, AnInPlaceTimeThatIsNotApplicableIsNone) {
  const auto set =
      read({nccl("sendrecv_perf", ranks({0, 1}),
                 "1000000 250000 float sum -1 100.0 10.00 10.00 0 N/A N/A N/A N/A\n")});
  EXPECT_EQ(micros(set).size(), 1U);
}

TEST(NcclRows, RowsOfAnotherTypeOperationOrRootAreNoRepetitions) {
  const std::string times = " 100.0 10.00 10.00 0 N/A N/A N/A N/A\n";
  const std::string size = "1000000 250000 ";
  const auto set = read({nccl("broadcast_perf", ranks({0, 1}),
                              size + "float sum 0" + times + size + "uint8 sum 0" + times + size +
                                  "float max 0" + times + size + "float sum 1" + times)});
  std::vector<std::string> names;
  for (const Measurement& row : set.rows) names.push_back(row.key.text());
  EXPECT_THAT(names, ElementsAre("nccl/broadcast/2 gpus/out of place",
                                 "nccl/broadcast/2 gpus/out of place/type:uint8",
                                 "nccl/broadcast/2 gpus/out of place/redop:max",
                                 "nccl/broadcast/2 gpus/out of place/root:1"));
}

/// One row of 10 GB/s with that bus bandwidth, and what is said of it.
std::string path_of(const std::string& program, const std::vector<int>& listed,
                    const std::string& busbw, std::string* faults) {
  const auto text =
      nccl(program, ranks(listed),
           "100000000 25000000 float sum -1 1000.0 100.00 " + busbw + " 0 N/A N/A N/A N/A\n");
  const auto set = read({text}, faults);
  return set.rows.empty() ? "" : set.rows.front().key.path;
}

TEST(NcclRanks, TheHighestRankAndTheBusBandwidthTellHowManyTookPart) {
  std::string faults;
  // 2 * 15 / 16 = 1.875
  EXPECT_EQ(path_of("all_reduce_perf", {0, 7, 8, 15}, "187.50", &faults), "16 gpus");
  EXPECT_EQ(faults, "");
  // 7 / 8, and no rank is listed
  EXPECT_EQ(path_of("all_gather_perf", {}, "87.50", &faults), "8 gpus");
  EXPECT_EQ(faults, "");
}

TEST(NcclRanks, ANumberThatNothingConfirmsIsAFault) {
  std::string faults;
  EXPECT_EQ(path_of("all_reduce_perf", {0, 1, 2, 3}, "187.50", &faults), "");
  EXPECT_THAT(
      faults,
      HasSubstr(
          "busbw 187.5 is 1.875 times algbw 100; of all-reduce among 4 GPUs it is 1.500 times"));
  path_of("sendrecv_perf", {0, 3}, "100.00", &faults);
  EXPECT_THAT(faults, HasSubstr("lines \"# Rank\" of this table are missing"));
  path_of("sendrecv_perf", {}, "100.00", &faults);
  EXPECT_THAT(faults, HasSubstr("no line \"# Rank\" tells how many GPUs took part"));
}

/// The text with something before each of its lines.
std::string marked(const std::string& text, const std::string& mark) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);) all += mark + line + "\n";
  return all;
}

TEST(LauncherMarks, ATableIsReadBehindThem) {
  const MeasurementText plain = fixture("nccl-all_reduce_perf.txt");
  const auto expected = micros(read({plain}));
  for (const std::string mark :
       {"[1,0]<stdout>:", "[1,0]<stdout>: ", "Thu Nov 26 17:30:29 2026<stdout>:", "0: ", " 0: ",
        "[default0]:", "[rank0]: ", "[0] ", "node7: ", "[pod/bench-0/main] ", "bench-1  | ",
        "2026-11-26T17:30:29.123456Z ", "[2026-11-26 17:30:29] ",
        "node7: [1,0]<stdout>:", "2026-11-26T17:30:29Z 0: "})
    EXPECT_EQ(micros(read({{plain.name, marked(plain.text, mark)}})), expected) << mark;
}

TEST(LauncherMarks, TextAndJsonOfEveryToolAreReadBehindThem) {
  for (const char* name :
       {"fio-read-4k.json", "iperf3-4K.json", "nvbandwidth.json", "nvbandwidth.txt", "osu-bw.txt",
        "osu-latency.txt", "perftest-write-bw.txt", "perftest-write-lat.txt"}) {
    const MeasurementText plain = fixture(name);
    EXPECT_EQ(micros(read({{name, marked(plain.text, "node7: ")}})), micros(read({plain}))) << name;
  }
}

TEST(LauncherMarks, TablesOfTwoProcessesAreNotMixed) {
  const MeasurementText plain = fixture("osu-bw.txt");
  EXPECT_THAT(faults_of({{"a.txt", marked(plain.text, "0: ") + marked(plain.text, "1: ")}}),
              HasSubstr("the results of 2 processes are mixed in it: \"0\", \"1\""));
  EXPECT_EQ(faults_of({{"a.txt", marked(plain.text, "0: ") + "1: node9 is ready\n"}}), "");
}

std::string osu_key(const std::string& before, const std::string& title, const std::string& after) {
  return read({{"a.txt", before + "# OSU " + title + " Bandwidth Test v7.5\n" + after +
                             "# Size      Bandwidth (MB/s)\n8 5.0\n"}})
      .rows.at(0)
      .key.text();
}

TEST(OsuBuffers, TheTitleTheCommandAndTheCommentTellWhereTheyAre) {
  const std::string host = "mpi/bandwidth/pair mpi";
  EXPECT_EQ(osu_key("", "MPI", ""), host);
  EXPECT_EQ(osu_key("", "MPI-CUDA", ""), host + "/device");
  EXPECT_EQ(osu_key("", "MPI-ROCM", ""), host + "/device");
  EXPECT_EQ(osu_key("$ srun ./osu_bw D D\n", "MPI", ""), host + "/device");
  EXPECT_EQ(osu_key("+ mpirun osu_bw -m 8:8 H H\n", "MPI-CUDA", ""), host);
  EXPECT_EQ(osu_key("$ osu_bw M M\n", "MPI-CUDA", ""), host + "/managed");
  EXPECT_EQ(osu_key("", "MPI-CUDA", "# Send Buffer on HOST (H) and Receive Buffer on HOST (H)\n"),
            host);
  EXPECT_EQ(osu_key("$ osu_bw D H\n", "MPI-CUDA", ""), host + "/device/buffers:device to host");
}

TEST(OsuBuffers, FiguresInAnotherUnitAreAFault) {
  EXPECT_THAT(
      faults_of({{"a.txt", "# OSU MPI Bandwidth Test v7.5\n# Size Bandwidth (GB/s)\n8 5.0\n"}}),
      HasSubstr("a.txt:2:1: error: figures in (GB/s) are not read"));
}

TEST(PerftestColumns, BuffersOnTheGpuAreOfAnotherLaw) {
  const MeasurementText plain = fixture("perftest-write-bw.txt");
  EXPECT_EQ(read({plain}).rows.at(0).key.memory, "");
  const auto on_gpu = read({{"a.txt", "allocated GPU buffer address at 000\n" + plain.text}});
  EXPECT_EQ(on_gpu.rows.at(0).key.memory, "device");
}

TEST(PerftestColumns, AColumnBeforeTheFigureShiftsItNot) {
  const std::string text =
      "  RDMA_Write BW Test\n #bytes     #iterations    Extra[%]    BW peak[Gb/sec]    BW "
      "average[Gb/sec]   MsgRate[Mpps]\n 65536 1000 3 99.00 ";
  // 65536 B x 0.18 million messages x 8 are 94.37 Gbit/s
  const auto set = read({{"a.txt", text + "94.37 0.180000\n"}});
  EXPECT_NEAR(set.rows.at(0).seconds.value(), 1e-6 / 0.18, 1e-12);
  EXPECT_THAT(faults_of({{"a.txt", text + "47.18 0.180000\n"}}),
              HasSubstr("BW average says 47.18"));
}

}  // namespace
}  // namespace gpuscape
