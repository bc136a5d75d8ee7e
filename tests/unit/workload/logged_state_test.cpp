#include "sim/workload/rows/logged_state.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(LoggedState, IsKnownBySlurmsNames) {
  EXPECT_EQ(logged_state("COMPLETED"), LoggedState::completed);
  EXPECT_EQ(logged_state("CANCELLED by 1001"), LoggedState::cancelled);
  EXPECT_EQ(logged_state("CANCELLED+"), LoggedState::cancelled);
  EXPECT_EQ(logged_state("TIMEOUT"), LoggedState::timed_out);
  EXPECT_EQ(logged_state("NODE_FAIL"), LoggedState::node_failed);
  EXPECT_EQ(logged_state("OUT_OF_MEMORY"), LoggedState::out_of_memory);
}

TEST(LoggedState, IsKnownWhateverTheCapitals) {
  EXPECT_EQ(logged_state("Failed"), LoggedState::failed);
  EXPECT_EQ(logged_state("completed"), LoggedState::completed);
}

TEST(LoggedState, IsUnknownForAnyOtherText) {
  EXPECT_EQ(logged_state(""), LoggedState::unknown);
  EXPECT_EQ(logged_state("COMPLETE"), LoggedState::unknown);
  EXPECT_EQ(logged_state(" COMPLETED"), LoggedState::unknown);
}

}  // namespace
}  // namespace gpuscape
