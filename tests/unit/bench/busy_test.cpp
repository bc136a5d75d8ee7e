#include "core/busy.hpp"

#include <gmock/gmock.h>

namespace gpuscape::bench {
namespace {

using ::testing::HasSubstr;

TEST(BusyMachine, TicksOfAllCpusAreReadFromTheFirstLineOfProcStat) {
  // user 10, nice 1, system 5, idle 100, iowait 20, irq 2, softirq 3, steal 4; guests are in user.
  const auto ticks = cpu_ticks("cpu  10 1 5 100 20 2 3 4 7 7");
  ASSERT_TRUE(ticks);
  EXPECT_DOUBLE_EQ(ticks->busy, 10 + 1 + 5 + 2 + 3 + 4);
  EXPECT_DOUBLE_EQ(ticks->all, 145);
}

TEST(BusyMachine, OtherLinesTellNothing) {
  EXPECT_FALSE(cpu_ticks("cpu0 10 1 5 100 20 2 3 4 0 0"));
  EXPECT_FALSE(cpu_ticks("cpu 10 1"));
  EXPECT_FALSE(cpu_ticks(""));
}

TEST(BusyMachine, BusyCpusAreTheShareOfTicksTimesTheCpus) {
  // 30 of 120 ticks on 8 CPUs.
  const MachineLoad load = load_between({.busy = 100, .all = 1000}, {.busy = 130, .all = 1120}, 8);
  EXPECT_DOUBLE_EQ(load.cpus_busy, 2.0);
  EXPECT_DOUBLE_EQ(load_between({}, {}, 8).cpus_busy, 0.0);
}

TEST(BusyMachine, IsWarnedOfAboveHalfACpu) {
  EXPECT_EQ(busy_warning({.cpus_busy = 0.5, .cpus = 8}), "");
  EXPECT_THAT(busy_warning({.cpus_busy = 0.6, .cpus = 8}),
              HasSubstr("warning: this machine is busy: others use 0.6 of its 8 CPUs"));
}

TEST(BusyMachine, TheFileSaysIt) {
  const std::string text =
      load_facts({.cpus_busy = 1.5, .cpus = 4, .load_average = "1 2 3"}).text();
  EXPECT_THAT(text, HasSubstr("\"cpus_busy\": 1.5"));
  EXPECT_THAT(text, HasSubstr("\"load_average\": \"1 2 3\""));
}

TEST(BusyMachine, ThisOneHasALoad) {
  const auto load = machine_load();
  ASSERT_TRUE(load);
  EXPECT_GE(load->cpus_busy, 0.0);
  EXPECT_LE(load->cpus_busy, load->cpus);
}

}  // namespace
}  // namespace gpuscape::bench
