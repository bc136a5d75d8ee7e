/// What was on machines and drives that are lost is rebuilt on the others, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::run_input;
using testing::HasSubstr;

// Five servers of 200 MB/s each: 1 000 MB/s, of which one job reads 800. With one lost, four of
// five read 1 + 1/5 (3 − 1) times as much: 571.4 MB/s. A byte that is written takes 4/3 of one that
// is read: 750 MB/s can be written. A rebuild of 50 MB/s takes 3 + 4/3 times that of the others'
// reads.
std::string coded(const std::string& more) {
  return R"({"type": "volumes", "servers": 5, "drives": 1,
      "drive": {"read_bandwidth": "200 MB/s", "usable_capacity": "5 GB"},
      "protection": {"type": "erasure-coding", "data": 3, "parity": 1})" +
         more + "}";
}
const std::string kRebuild = R"(, "rebuild": {"rate": "50 MB/s", "after": "50 s"})";

std::string away(const std::string& name, const std::string& begin, const std::string& end,
                 const std::string& more = "") {
  return R"(")" + name + R"(": {"store": "store", "begin": ")" + begin + R"(", "end": ")" + end +
         R"(")" + more + "}";
}

RunResult run_with(const std::string& storage, const std::string& maintenance) {
  return run_input({.storage = storage, .cluster = ", \"maintenance\": {" + maintenance + "}"},
                   {{}});
}

constexpr double kDegraded = 1000.0 * 0.8 / 1.4;
constexpr double kRebuilding = (1000.0 * 0.8 - 50.0 * (3.0 + 1.0)) / 1.4;
double lost_at(double mb_s) { return 1.0 - mb_s / 800.0; }

TEST(Rebuild, TakesBandwidthUntilReadsAreWholeAgain) {
  const RunResult result = run_with(coded(kRebuild), away("m", "200 s", "90000 s"));
  // 50 s until it begins, 100 s for the 5 GB of a server, then four servers give 800 MB/s.
  EXPECT_NEAR(elapsed(result)[0], 1000.0 + 50.0 * lost_at(kDegraded) + 100.0 * lost_at(kRebuilding),
              1e-6);
  const StoreLoss& lost = result.store_losses.at(0);
  EXPECT_EQ(lost.rebuilds, 1);
  EXPECT_NEAR(lost.rebuilding.value(), 100.0, 1e-9);
  EXPECT_NEAR(lost.degraded.value(), 150.0, 1e-9);
  EXPECT_EQ(lost.most, 1);
  EXPECT_FALSE(lost.lost_data());
}

TEST(Rebuild, ThatIsNotDoneIsLeftWhenTheServerIsBack) {
  const RunResult result = run_with(coded(kRebuild), away("m", "200 s", "300 s"));
  EXPECT_NEAR(elapsed(result)[0], 1000.0 + 50.0 * lost_at(kDegraded) + 50.0 * lost_at(kRebuilding),
              1e-6);
  EXPECT_EQ(result.store_losses.at(0).rebuilds, 0);
  // Back before it counts as lost: nothing was rebuilt.
  EXPECT_NEAR(elapsed(run_with(coded(kRebuild), away("m", "200 s", "240 s")))[0],
              1000.0 + 40.0 * lost_at(kDegraded), 1e-6);
}

TEST(Rebuild, LetsTheNextServerBeLost) {
  const std::string second = ", " + away("b", "400 s", "90000 s");
  const RunResult after = run_with(coded(kRebuild), away("a", "200 s", "90000 s") + second);
  EXPECT_FALSE(after.store_losses.at(0).lost_data());
  EXPECT_EQ(after.store_losses[0].most, 2);
  EXPECT_EQ(after.store_losses[0].most_missed, 1);
  EXPECT_EQ(after.store_losses[0].rebuilds, 1) << "three servers hold no four pieces";
  EXPECT_EQ(after.store_losses[0].down, Seconds(0.0));

  // What is lost cannot be rebuilt: it serves nobody until one of the two is back.
  const std::string sooner = ", " + away("b", "300 s", "500 s");
  const RunResult during = run_with(coded(kRebuild), away("a", "200 s", "90000 s") + sooner);
  EXPECT_TRUE(during.store_losses.at(0).lost_data());
  EXPECT_EQ(during.store_losses[0].data_losses, 1);
  EXPECT_EQ(during.store_losses[0].most_missed, 2);
  EXPECT_EQ(during.store_losses[0].rebuilds, 0);
  EXPECT_NEAR(during.store_losses[0].down.value(), 200.0, 1e-9);
  EXPECT_NEAR(during.store_losses[0].rebuilding.value(), 50.0, 1e-9);

  EXPECT_TRUE(
      run_with(coded(""), away("a", "200 s", "90000 s") + second).store_losses.at(0).lost_data())
      << "without a rebuild";
}

// Of 180 MB/s each: four of five that are whole again give 720 MB/s, and three of which one is
// missed of the four that hold data, 540 ÷ (1 + 1/4 (3 − 1)).
TEST(Rebuild, LeavesFewerServersThatHoldAll) {
  std::string slower = coded(kRebuild);
  slower.replace(slower.find("200 MB/s"), 8, "180 MB/s");
  const RunResult result =
      run_with(slower, away("a", "200 s", "90000 s") + ", " + away("b", "400 s", "600 s"));
  const double worked = 200.0 + (50.0 * (720.0 / 1.4) + 100.0 * ((720.0 - 200.0) / 1.4) +
                                 50.0 * 720.0 + 200.0 * 360.0) /
                                    800.0;
  EXPECT_NEAR(elapsed(result)[0], 600.0 + (1000.0 - worked) * 800.0 / 720.0, 1e-6);
  const double end = elapsed(result)[0];
  EXPECT_NEAR(result.input->stores.at(0).machines, (5.0 * end - (end - 200.0) - 200.0) / end, 1e-9);
  const Timeline& timeline = result.timeline;
  EXPECT_NEAR(timeline["storage_machines store"][1], 5.0, 1e-12);
  EXPECT_NEAR(timeline["storage_machines store"][5], 4.0, 1e-12) << "the minute from 300 s on";
  EXPECT_NEAR(timeline["storage_machines store"][8], 3.0, 1e-12) << "that from 480 s on";
}

// 750 MB/s of data can be written by five servers, of which 50 MB/s of drives are 37.5.
TEST(Rebuild, TakesOfWhatCanBeWritten) {
  const CheckedScenario of =
      test::checked(test::input_scenario({.storage = coded(kRebuild)}, {{}}));
  const StorageSpec& store = of.spec.cluster.storage.at(0);
  const StoreState away{.machines = {.lost = 1, .rebuilding = 1}};
  EXPECT_NEAR(write_bandwidth_of(store.makeup, store.write_of_all, away).value(),
              (750.0 * 0.8 - 37.5) * 1e6, 1e-3);
  EXPECT_NEAR(write_bandwidth_of(store.makeup, store.write_of_all, {}).value(), 750e6, 1e-3);
}

// What objectives, sweeps and searches ask for: over the whole run, and 0 where nothing is lost.
TEST(Rebuild, HowOftenDataWereLostIsAMetric) {
  const auto losses = [](const std::string& storage, const std::string& maintenance) {
    return test::study(
               test::checked(test::input_scenario(
                   {.storage = storage, .cluster = ", \"maintenance\": {" + maintenance + "}"},
                   {{}})))
        .metrics["data_losses"];
  };
  const std::string two = R"(, "machines": 2)";
  EXPECT_EQ(
      losses(coded(""), away("a", "100 s", "200 s", two) + ", " + away("b", "300 s", "400 s", two)),
      2.0);
  EXPECT_EQ(losses(coded(""), away("a", "100 s", "200 s")), 0.0);
  EXPECT_EQ(losses(coded(""), away("a", "90000 s", "90001 s", two)), 0.0) << "after its end";
}

TEST(Rebuild, MakesNothingOfDataThatAreLost) {
  const RunResult result =
      run_with(coded(kRebuild), away("m", "200 s", "600 s", R"(, "machines": 2)"));
  EXPECT_NEAR(elapsed(result)[0], 1400.0, 1e-3);
  EXPECT_EQ(result.store_losses.at(0).rebuilds, 0);
  EXPECT_EQ(result.store_losses[0].down, Seconds(400.0));
  EXPECT_EQ(result.store_losses[0].data_losses, 1);
}

// Two drives in each of five servers, 100 MB/s each: 9 of 10 read 1 + 1/10 (3 − 1) times as much.
TEST(Rebuild, OfDrivesIsOfTheirPart) {
  const auto of = [](const std::string& more) {
    return R"({"type": "volumes", "servers": 5, "drives": 2,
        "drive": {"read_bandwidth": "100 MB/s", "usable_capacity": "2.5 GB"},
        "protection": {"type": "erasure-coding", "data": 3, "parity": 1})" +
           more + "}";
  };
  const double degraded = 1000.0 * 0.9 / 1.2;
  const std::string one = R"(, "drives": 1)";
  const RunResult without = run_with(of(""), away("m", "200 s", "600 s", one));
  EXPECT_NEAR(elapsed(without)[0], 1000.0 + 400.0 * lost_at(degraded), 1e-6);
  EXPECT_EQ(without.store_losses.at(0).times, 0);
  EXPECT_EQ(without.store_losses[0].drive_times, 1);
  EXPECT_EQ(without.store_losses[0].most_drives, 1);
  EXPECT_EQ(without.store_losses[0].drives, 10);
  // 2.5 GB at 50 MB/s: 50 s; then 9 drives give 900 MB/s.
  const RunResult with = run_with(of(kRebuild), away("m", "200 s", "600 s", one));
  EXPECT_NEAR(elapsed(with)[0],
              1000.0 + 50.0 * lost_at(degraded) + 50.0 * lost_at((1000.0 * 0.9 - 50.0 * 4.0) / 1.2),
              1e-6);
  EXPECT_TRUE(run_with(of(""), away("m", "200 s", "600 s", R"(, "drives": 2)"))
                  .store_losses.at(0)
                  .lost_data());
}

TEST(Rebuild, DrivesFailByChance) {
  const InputCase of{.storage = coded(R"(, "rebuild": {"rate": "1 MB/s", "after": "0 s"})"),
                     .cluster = R"(, "failures": {"d": {"of": "drives", "store": "store",
      "mean_time": "5 d", "repair": {"time": "2 h"}}})"};
  const RunResult result = run_input(of, {{.run_time = 100.0 * 86400.0}});
  const StoreLoss& lost = result.store_losses.at(0);
  // Five drives over 100 days or a little more: 100 failures, give or take three deviations.
  EXPECT_GT(lost.drive_times, 70);
  EXPECT_LT(lost.drive_times, 135);
  EXPECT_NEAR(static_cast<double>(lost.rebuilds), static_cast<double>(lost.drive_times),
              0.1 * static_cast<double>(lost.drive_times));
  EXPECT_FALSE(result.may_lose_work) << "no node fails";
}

std::string fault(const std::string& storage, const std::string& cluster = "") {
  try {
    test::checked(test::input_scenario({.storage = storage, .cluster = cluster}, {{}}));
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

TEST(Rebuild, FaultsAreNamed) {
  EXPECT_THAT(fault(R"({"type": "volumes", "servers": 5, "drives": 1,
                        "drive": {"read_bandwidth": "200 MB/s"},
                        "rebuild": {"rate": "1 MB/s", "held": "1 TB"}})"),
              HasSubstr("without protection there is nothing to rebuild it from"));
  // Five drives, of which one may be away, and each is for four fifths of the time.
  EXPECT_THAT(fault(coded(""), R"(, "failures": {"d": {"of": "drives", "store": "store",
                       "mean_time": "10 h", "repair": {"time": "40 h"}}})"),
              HasSubstr("so often that it serves jobs for 0.67 % of the time"))
      << "5 · 0.8 · 0.2⁴ + 0.2⁵ = 0.67 %";
  EXPECT_THAT(fault(coded(R"(, "rebuild": {"rate": "200 MB/s"})")),
              HasSubstr("the rebuild of 1 server takes all that the others give"));
  EXPECT_THAT(fault(R"({"type": "volumes", "servers": 5, "drives": 1,
                        "drive": {"read_bandwidth": "200 MB/s"}, "protection": "raid10",
                        "rebuild": {"rate": "1 MB/s"}})"),
              HasSubstr("nothing says what a server holds"));
  EXPECT_THAT(fault(coded(""), R"(, "maintenance": {"m": {"store": "store", "begin": "1 s",
                               "end": "2 s", "drives": 1, "machines": 1}})"),
              HasSubstr("machines or of drives, not of both"));
  EXPECT_THAT(fault(coded(""), R"(, "maintenance": {"m": {"store": "store", "begin": "1 s",
                               "end": "2 s", "drives": 6}})"),
              HasSubstr("has 5 drives in service, and 6 are to be away"));
  EXPECT_THAT(fault(R"({"type": "appliance", "model": {"read_bandwidth": "1 GB/s"}})",
                    R"(, "failures": {"d": {"of": "drives", "store": "store",
                       "mean_time": "5 d", "repair": {"time": "2 h"}}})"),
              HasSubstr("has no drives that could be lost by themselves"));
}

}  // namespace
}  // namespace gpuscape
