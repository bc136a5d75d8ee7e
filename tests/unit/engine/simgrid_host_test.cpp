#include "sim/engine/simgrid_host.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "sim/engine/native_loop.hpp"
#include "sim/engine/simgrid_versions.hpp"
#include "tests/unit/engine/recording_handler.hpp"

namespace gpuscape {
namespace {

/// A handler with work for both loops: events that beget events, inputs at dates that do not add up
/// exactly in binary, and activities that share a resource.
struct Work {
  Work() {
    handler.simulation = &simulation;
    simulation.set_next_input(Seconds(0.1));
    for (std::uint32_t i = 0; i < 50; ++i)
      simulation.schedule(Seconds(0.1 * i), (i % 3 + 1) * 100 + i);
    simulation.fluid().add_resource(BytesPerSecond(4.1));
    for (std::uint32_t i = 0; i < 20; ++i) handler.start(0.3 + 0.1 * (i % 7), 100 + i);
  }
  test::RecordingHandler handler;
  Simulation simulation{handler};
};

TEST(SimGridHost, HandlesTheSameThingsAtTheSameDatesAsTheNativeLoop) {
  Work ours;
  Work theirs;
  EXPECT_TRUE(run_natively(ours.simulation, kForever, {}));
  EXPECT_TRUE(run_on_simgrid(theirs.simulation, {}));
  EXPECT_EQ(ours.handler.log, theirs.handler.log);
  EXPECT_EQ(ours.handler.dates, theirs.handler.dates);
}

TEST(SimGridHost, RunsOneSimulationAfterTheOther) {
  for (int i = 0; i < 3; ++i) {
    Work work;
    EXPECT_TRUE(run_on_simgrid(work.simulation, {}));
    EXPECT_EQ(work.handler.dates.front(), 0.0);
  }
}

TEST(SimGridHost, StopsWhenAskedToAndCanBeUsedAgain) {
  Work work;
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(run_on_simgrid(work.simulation, source.get_token()));
  EXPECT_TRUE(work.handler.log.empty());
  EXPECT_TRUE(run_on_simgrid(work.simulation, {}));
  EXPECT_FALSE(work.handler.log.empty());
}

TEST(SimGridHost, LeavesTheSignalHandlersAsTheyWere) {
  std::signal(SIGINT, SIG_IGN);
  Work work;
  run_on_simgrid(work.simulation, {});
  EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_IGN);
}

TEST(SimGridHost, NamesTheVersionOfSimGridThatItWasBuiltWith) {
  EXPECT_EQ("SimGrid version " + simgrid_version(), simgrid_versions::kHeaders);
}

}  // namespace
}  // namespace gpuscape
