#include "sim/engine/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/engine/native_loop.hpp"
#include "tests/unit/engine/recording_handler.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;

class SimulationTest : public testing::Test {
 protected:
  SimulationTest() { handler_.simulation = &simulation_; }
  test::RecordingHandler handler_;
  Simulation simulation_{handler_};
};

TEST_F(SimulationTest, HandlesEventsOfOneInstantBeforeInputsAndSettlesOnce) {
  simulation_.set_next_input(Seconds(5));
  simulation_.schedule(Seconds(5), 2);
  simulation_.schedule(Seconds(5), 1);
  handler_.inputs = 2;
  simulation_.advance_to(Seconds(5));
  EXPECT_THAT(handler_.log, ElementsAre("event 2", "event 1", "input", "settle"));
}

// One byte at 1 B/s, beside an event and an input at the same date.
TEST_F(SimulationTest, HandlesCompletionsBetweenEventsAndInputs) {
  simulation_.fluid().add_resource(BytesPerSecond(1));
  handler_.start(1.0, 7);
  handler_.inputs = 2;
  simulation_.set_next_input(Seconds(1));
  simulation_.schedule(Seconds(1), 2);
  EXPECT_TRUE(run_natively(simulation_, kForever, {}));
  EXPECT_THAT(handler_.log, ElementsAre("event 2", "completion 7", "input", "settle"));
}

TEST_F(SimulationTest, AHandlerThatStartsNoActivityExpectsNoCompletion) {
  struct Plain final : EventHandler {
    void handle_event(std::uint32_t) override {}
    void handle_input() override {}
    void settle() override {}
  } plain;
  EXPECT_THROW(plain.handle_completion(0), InternalError);
}

TEST_F(SimulationTest, SettlesAgainForWhatIsDueAtTheSameDate) {
  simulation_.schedule(Seconds(5), 300);
  EXPECT_EQ(*simulation_.next_date(), Seconds(5));
  simulation_.advance_to(Seconds(5));
  EXPECT_THAT(handler_.log, ElementsAre("event 300", "event 400", "settle"));
  EXPECT_FALSE(simulation_.next_date());
}

TEST_F(SimulationTest, StopsAtTheDateAskedForAndGoesOnFromThere) {
  simulation_.schedule(Seconds(1), 100);
  EXPECT_TRUE(run_natively(simulation_, Seconds(11), {}));
  EXPECT_THAT(handler_.log, ElementsAre("event 100", "settle"));
  EXPECT_TRUE(run_natively(simulation_, kForever, {}));
  EXPECT_THAT(handler_.log, ElementsAre("event 100", "settle", "event 200", "settle"));
}

TEST_F(SimulationTest, StopsWhenAskedTo) {
  simulation_.schedule(Seconds(1), 1);
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(run_natively(simulation_, kForever, source.get_token()));
  EXPECT_TRUE(handler_.log.empty());
}

}  // namespace
}  // namespace gpuscape
