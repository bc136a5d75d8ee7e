/// KAI's action between allocation and reclaim: running jobs go to other nodes, by hand.

#include <gmock/gmock.h>

#include "tests/unit/quota/quota_runs.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::nodes;
using test::start_dates;
using testing::ElementsAre;

constexpr std::string_view kTwo = R"({"queues": {"a": {"gpus": {"deserved": 8}},
                                                 "b": {"gpus": {"deserved": 8}}}})";

RunResult run(bool moves, std::string parameters = std::string(kTwo), double submit = 10.0) {
  auto origins = std::make_shared<OriginTable>();
  const auto of = [&](const char* queue, Job made) {
    made.origin = origins->intern("", queue, "", "");
    return made;
  };
  // Of two nodes of 8 GPUs, half of each is free from 20 on.
  std::vector<Job> jobs{of("a", job(0, 4, 100)), of("b", job(0, 4, 20)), of("a", job(0, 4, 100)),
                        of("b", job(submit, 8, 50))};
  test::PolicyNames names{.scheduler = "quota-tree", .scheduler_parameters = std::move(parameters)};
  if (moves) names.defragment = DefragmentSpec{.pause = Seconds(5)};
  RunState state(Platform({nodes(2, 8)}), make_policies(names),
                 std::make_unique<test::ListSource>(jobs), {},
                 {origins, {"jobs"}, {std::vector<double>(origins->size(), 1.0)}});
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

// The second queue is within what it deserves, and the first one is, too: nothing is taken from it.
TEST(Consolidate, AJobMovesWhereNothingMayBeReclaimed) {
  EXPECT_THAT(start_dates(run(false)), ElementsAre(0, 0, 0, 100));
  const RunResult result = run(true);
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 20));
  EXPECT_EQ(result.regrouped->moves, 1);
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

// Moving comes before reclaiming: where the second queue might take the first one's, nobody stops.
TEST(Consolidate, ComesBeforeReclaiming) {
  const std::string less = R"({"queues": {"a": {"gpus": {"deserved": 2}},
                                          "b": {"gpus": {"deserved": 14}}}})";
  EXPECT_EQ(run(false, less, 30.0).jobs.preemptions(), 1);
  const RunResult result = run(true, less, 30.0);
  EXPECT_EQ(result.jobs.preemptions(), 0);
  EXPECT_EQ(result.regrouped->moves, 1);
}

// Above its limit it is not started, and nobody moves for it.
TEST(Consolidate, NobodyMovesForAJobThatItsQueueForbids) {
  const std::string limited = R"({"queues": {"a": {}, "b": {"gpus": {"limit": 7}}}})";
  const RunResult result = run(true, limited);
  EXPECT_EQ(start_dates(result)[3], -1.0);
  EXPECT_EQ(result.regrouped->moves, 0);
}

}  // namespace
}  // namespace gpuscape
