/// What is copied from store to store beside jobs, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::run_input;
using test::run_scenario;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kFast = R"(, "lake": {"write_bandwidth": "10 GB/s"})";
// Two controllers together: 800 MB/s of reads, 1 GB/s of writes, which meet.
const std::string kPair =
    R"({"type": "appliance", "model": {"read_bandwidth": "800 MB/s", "write_bandwidth": "1 GB/s",
        "controllers": 2}})";

/// One job of 1000 s that reads nothing; `stream`: keys of its stream, each with a comma behind.
struct Plain {
  std::string storage;
  std::string copies;
  std::string stream = {};
  std::string cluster = {};  ///< each with a comma in front
  int run_time = 1000;
};
RunResult run_plain(const Plain& of) {
  return run_scenario(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 1, "gpus": 8}}}},
      "storage": {{{}}}{}}}, "workload": {{"copies": {{{}}}, "streams": {{"s": {{{}
      "closed": {{"jobs": 1, "gpus": {{"8": 1}}, "duration": "1 s",
      "run_time": {{"distribution": "constant", "value": "{} s"}}}}}}}}}},
      "scheduler": {{"backfill": "none"}}}})",
      of.storage, of.cluster, of.copies, of.stream, of.run_time));
}

/// 80 GB from `a`, which gives 800 MB/s, to `b`.
CopyResult copied(
    const std::string& more, const std::string& to = R"("write_bandwidth": "1 GB/s")",
    const std::string& from = R"("read_bandwidth": "800 MB/s", "write_bandwidth": "1 GB/s")") {
  const RunResult run =
      run_plain({.storage = R"("a": {)" + from + R"(}, "b": {)" + to + "}",
                 .copies = R"("c": {"from": "a", "to": "b", "size": "80 GB")" + more + "}"});
  return run.copies.at(0);
}

TEST(Copies, TakeWhatTheSlowestGives) {
  const CopyResult read = copied("");
  EXPECT_EQ(read.begin, Seconds(0.0));
  EXPECT_NEAR(read.end->value(), 100.0, 1e-9);
  EXPECT_EQ(read.bound_by, "a: bandwidth");
  EXPECT_NEAR(read.bound_share, 1.0, 1e-12);
  EXPECT_NEAR(read.mean_rate().value(), 800e6, 1e-3);
  const CopyResult written = copied("", R"("write_bandwidth": "400 MB/s")");
  EXPECT_NEAR(written.end->value(), 200.0, 1e-9);
  EXPECT_EQ(written.bound_by, "b: writes");
  const CopyResult tool = copied(R"(, "at_most": "200 MB/s", "start": "50 s")");
  EXPECT_NEAR(tool.begin->value(), 50.0, 1e-9);
  EXPECT_NEAR(tool.end->value(), 450.0, 1e-9);
  EXPECT_NEAR(tool.alone.value(), 400.0, 1e-9);
  EXPECT_EQ(tool.bound_by, "at_most");
}

// 100 reads a second: of 1 MB, or of 4 MB.
TEST(Copies, ReadInPieces) {
  const std::string object = R"("type": "object", "read_bandwidth": "10 GB/s", "read_iops": 100)";
  const std::string to = R"("write_bandwidth": "1 GB/s")";
  const CopyResult small = copied("", to, object);
  EXPECT_NEAR(small.end->value(), 800.0, 1e-9);
  EXPECT_EQ(small.bound_by, "a: operations");
  EXPECT_NEAR(copied(R"(, "read": "4 MB")", to, object).end->value(), 200.0, 1e-9);
}

// 800 MB/s for a job that wants all of it, and a copy of 80 GB: half for each during 200 s.
TEST(Copies, ShareWithAJobThatReads) {
  const InputCase of{.more_storage = kFast,
                     .copies = R"("c": {"from": "store", "to": "lake", "size": "80 GB"})"};
  const RunResult equal = run_input(of, {{}});
  EXPECT_NEAR(equal.copies.at(0).end->value(), 200.0, 1e-6);
  EXPECT_NEAR(equal.copies[0].alone.value(), 100.0, 1e-9);
  EXPECT_NEAR(elapsed(equal)[0], 1100.0, 1e-6);
  EXPECT_NEAR(equal.input->jobs.at(0).stall.value(), 100.0, 1e-6);
  EXPECT_NEAR(equal.input->stores.at(0).peak, 1.0, 1e-9);
  // One that wants a quarter has it.
  const RunResult little = run_input(of, {{.samples_per_second = 25.0}});
  EXPECT_NEAR(little.copies.at(0).end->value(), 80.0 / 0.6, 1e-6);
  EXPECT_NEAR(elapsed(little)[0], 1000.0, 1e-6);
  EXPECT_NEAR(little.input->stores.at(0).mean_use,
              (80.0 / 0.6 + 0.25 * (1000.0 - 80.0 / 0.6)) / 1e3, 1e-9);
}

TEST(Copies, AllThatIsReadIsWhatTheStoreGives) {
  const RunResult run =
      run_input({.more_storage = kFast + R"(, "b": {"write_bandwidth": "100 MB/s"})",
                 .copies = R"("c": {"from": "store", "to": "lake", "size": "90 GB"},
                    "d": {"from": "store", "to": "b", "size": "20 GB", "start": "40 s"})"},
                {{}});
  const double end = elapsed(run)[0];
  const double all = run.input->jobs.at(0).read.value() + run.copies[0].copied.value() +
                     run.copies[1].copied.value();
  EXPECT_NEAR(all, 800e6 * end, 1.0) << "nothing of it is idle";
  EXPECT_NEAR(all, 910e9, 1.0) << "and each read what it wanted";
}

// A byte written takes 2 of reads: 200 MB/s of 400 MB/s leave a job half of 800 MB/s.
TEST(Copies, WhatIsWrittenMeetsReads) {
  const RunResult run =
      run_input({.storage = R"({"type": "appliance", "model": {"read_bandwidth": "800 MB/s",
                      "write_bandwidth": "400 MB/s"}})",
                 .more_storage = kFast,
                 .copies = R"("c": {"from": "lake", "to": "store", "size": "40 GB",
                          "at_most": "200 MB/s"})"},
                {{}});
  EXPECT_NEAR(run.copies.at(0).end->value(), 200.0, 1e-6);
  EXPECT_NEAR(elapsed(run)[0], 1100.0, 1e-6);
}

const std::string kCheckpoint =
    R"("checkpoint": {"every": "500 s", "size": "100 GB", "to": "store"}, )";

// 500 s at 1 GB/s, 200 s at half of it beside the checkpoint, and the rest.
TEST(Copies, ShareWithCheckpoints) {
  const RunResult run =
      run_plain({.storage = R"("store": {"write_bandwidth": "1 GB/s"})" + kFast,
                 .copies = R"("c": {"from": "lake", "to": "store", "size": "1 TB"})",
                 .stream = kCheckpoint});
  EXPECT_NEAR(run.copies.at(0).end->value(), 1100.0, 1e-6);
  EXPECT_NEAR(elapsed(run)[0], 1200.0, 1e-6);
}

// Nobody reads but the copy: of the pair's 800 MB/s a byte written takes 0.8, r + 0.8 r = 800 MB/s.
TEST(Copies, AreSlowedByWhatIsWrittenToTheirSource) {
  const RunResult run = run_plain({.storage = R"("store": )" + kPair + kFast,
                                   .copies = R"("c": {"from": "store", "to": "lake",
                                                      "size": "500 GB"})",
                                   .stream = kCheckpoint});
  EXPECT_NEAR(elapsed(run)[0], 1225.0, 1e-6);
  EXPECT_NEAR(run.copies.at(0).end->value(), 725.0, 1e-6) << "400 GB by then, 100 GB beside it";
}

TEST(Copies, ALostControllerHalvesThem) {
  const RunResult run =
      run_plain({.storage = R"("store": )" + kPair + kFast,
                 .copies = R"("c": {"from": "store", "to": "lake", "size": "320 GB"},
                    "d": {"from": "lake", "to": "store", "size": "1 TB", "start": "600 s"})",
                 .cluster = R"(, "maintenance": {"m": {"store": "store", "begin": "200 s",
                                             "end": "900 s"}})"});
  EXPECT_NEAR(run.copies.at(0).end->value(), 600.0, 1e-6) << "160 GB at full rate, 160 GB at half";
  EXPECT_NEAR(run.copies[0].alone.value(), 400.0, 1e-9);
  EXPECT_NEAR(run.copies[1].under_way->value(), 300.0 * 500e6 + 100.0 * 1e9, 1.0);
}

// 100 s each: due again after 60 s they run late, after 300 s they do not.
TEST(Copies, AreRepeatedAndLate) {
  const auto run = [](const std::string& every) {
    return run_plain(
               {.storage =
                    R"("a": {"read_bandwidth": "800 MB/s", "write_bandwidth": "1 GB/s"}, "b": {"write_bandwidth": "1 GB/s"})",
                .copies = R"("c": {"from": "a", "to": "b", "size": "80 GB", "every": ")" + every +
                          R"("})",
                .run_time = 950})
        .copies.at(0);
  };
  const CopyResult often = run("60 s");
  EXPECT_EQ(often.times, 9);
  EXPECT_EQ(often.late, 9) << "all but the first, with the one that is under way";
  EXPECT_NEAR(often.latest.value(), 360.0, 1e-6);
  EXPECT_NEAR(often.end->value(), 900.0, 1e-6);
  EXPECT_NEAR(often.under_way->value(), 40e9, 1.0);
  EXPECT_NEAR(often.copied.value(), 760e9, 1.0);
  EXPECT_NEAR(often.busy.value(), 950.0, 1e-6);
  const CopyResult seldom = run("300 s");
  EXPECT_EQ(seldom.times, 3);
  EXPECT_EQ(seldom.late, 0);
  EXPECT_NEAR(seldom.end->value(), 700.0, 1e-6);
  EXPECT_EQ(run("100 s").late, 0) << "just in time";
}

TEST(Copies, EndWithTheJobs) {
  const RunResult run = run_plain(
      {.storage =
           R"("a": {"read_bandwidth": "800 MB/s", "write_bandwidth": "1 GB/s"}, "b": {"write_bandwidth": "1 GB/s"})",
       .copies = R"("c": {"from": "a", "to": "b", "size": "10 TB"},
                    "d": {"from": "a", "to": "b", "size": "1 TB", "start": "1 d"})"});
  EXPECT_EQ(run.end, Seconds(1000.0));
  EXPECT_FALSE(run.partial);
  EXPECT_EQ(run.copies.at(0).end, std::nullopt);
  EXPECT_NEAR(run.copies[0].under_way->value(), 800e9, 1.0);
  EXPECT_EQ(run.copies.at(1).begin, std::nullopt);
  EXPECT_THAT(run.copies[1].bound_by, IsEmpty());
}

std::string fault(const std::string& copies, const std::string& dataset = "") {
  try {
    test::checked(test::input_scenario(
        {.more_storage = R"(, "ssd": {"type": "node-local", "drive": {"read_bandwidth": "3 GB/s"}},
            "small": {"type": "volumes", "servers": 4, "drives": 2, "drive": {
            "read_bandwidth": "3 GB/s", "usable_capacity": "1 TB"}})",
         .dataset = dataset,
         .copies = copies},
        {{}}));
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(Copies, AreBetweenStoresThatHoldThem) {
  const auto copy = [](const std::string& more) {
    return R"("c": {"from": "store", "to": "small")" + more + "}";
  };
  EXPECT_EQ(fault(copy(R"(, "size": "8 TB")")), "");
  EXPECT_THAT(fault(copy(R"(, "size": "9 TB")")),
              AllOf(HasSubstr("/workload/copies/c/to"),
                    HasSubstr("storage \"small\" holds 8 TB, and with it 9 TB lie there")));
  EXPECT_EQ(fault(copy(R"(, "dataset": "d")"), R"(, "size": "8 TB")"), "");
  EXPECT_THAT(fault(copy(R"(, "dataset": "d")"), R"(, "size": "9 TB")"), HasSubstr("9 TB"));
  EXPECT_THAT(fault(copy(R"(, "dataset": "d")")), HasSubstr("how large dataset \"d\" is"));
  EXPECT_THAT(fault(copy(R"(, "dataset": "e")")),
              AllOf(HasSubstr("no dataset \"e\""), HasSubstr("known here: d")));
  EXPECT_THAT(fault(copy("")), HasSubstr("nothing says how much is copied"));
  EXPECT_THAT(fault(copy(R"(, "dataset": "d", "size": "1 TB")"), R"(, "size": "1 TB")"),
              HasSubstr("both \"dataset\" and \"size\""));
  for (const char* key : {"every", "size", "at_most", "read"})
    for (const char* value : {"0", "-1"}) {
      const std::string more = std::string(key) == "size" ? "" : R"(, "size": "1 TB")";
      EXPECT_THAT(fault(copy(fmt::format(R"({}, "{}": {})", more, key, value))),
                  HasSubstr(fmt::format("/workload/copies/c/{}", key)))
          << value;
    }
  EXPECT_THAT(fault(R"("c": {"from": "stor", "to": "store", "size": "1 TB"})"),
              AllOf(HasSubstr("/workload/copies/c/from"), HasSubstr("no storage \"stor\""),
                    HasSubstr("did you mean \"store\"?")));
  EXPECT_THAT(fault(R"("c": {"from": "store", "to": "store", "size": "1 TB"})"),
              HasSubstr("is copied to itself"));
  EXPECT_THAT(fault(R"("c": {"from": "store", "to": "ssd", "size": "1 TB"})"),
              HasSubstr("is in the nodes"));
}

}  // namespace
}  // namespace gpuscape
