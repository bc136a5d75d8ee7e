#include "gui/view/queues_view.hpp"

#include <gmock/gmock.h>

#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

QueueUse queue(const std::string& name, std::optional<std::uint32_t> parent, double held,
               double borrowed) {
  QueueUse use;
  use.facts = {.name = name, .parent = parent, .gpus_deserved = 8.0};
  use.mean_held = held;
  use.mean_borrowed = borrowed;
  use.mean_fair = 10.0;
  use.mean_waiting = 2.25;
  return use;
}

StudyOutcome outcome_with(std::vector<QueueUse> queues) {
  StudyOutcome outcome;
  outcome.result = small_study();
  QueueResult all;
  all.queues = std::move(queues);
  outcome.result.first.queues = std::move(all);
  return outcome;
}

TEST(QueuesView, HasARowForEachQueueBelowItsParent) {
  std::vector<QueueUse> queues = {queue("lab", {}, 12.0, 4.0), queue("ann", 0, 3.0, 0.0)};
  queues[0].facts.gpus_limit = 16.0;
  queues[1].facts.gpus_deserved.reset();
  queues[1].stops = {.reclaimed = 2, .preempted = 1};
  const QueuesView view = queues_view(outcome_with(queues));
  ASSERT_THAT(view.rows, SizeIs(2));
  EXPECT_EQ(view.kind, "queue");
  const QueueRow& lab = view.rows[0];
  EXPECT_EQ(lab.deserved + " of " + lab.limit, "8 of 16");
  EXPECT_EQ(lab.allocated + ", " + lab.borrowed + " of " + lab.fair, "12.0, 4.0 of 10.0");
  EXPECT_DOUBLE_EQ(lab.borrowed_share, 4.0 / 12.0) << "of the queue that held most";
  const QueueRow& ann = view.rows[1];
  EXPECT_EQ(ann.name + " " + ann.deserved + " " + ann.limit, "  ann all –");
  EXPECT_EQ(ann.waiting + " " + ann.stopped, "2.2 3");
  EXPECT_DOUBLE_EQ(ann.allocated_share, 0.25);
}

TEST(QueuesView, CallsPartsOfTheClusterByTheirName) {
  std::vector<QueueUse> parts = {queue("slurm", {}, 0.0, 0.0)};
  parts[0].facts.is_part = true;
  const QueuesView view = queues_view(outcome_with(parts));
  EXPECT_EQ(view.kind, "part");
  EXPECT_EQ(view.rows.at(0).allocated_share, 0.0) << "nobody held any";
}

TEST(QueuesView, IsEmptyWhereThePolicyHasNone) {
  StudyOutcome outcome;
  outcome.result = small_study();
  EXPECT_THAT(queues_view(outcome).rows, IsEmpty());
}

TEST(QueuesView, ShowsTheQueuesOfAScenario) {
  const LiveState state = test::shipped_state("three-quotas-one-log.json", {{}});
  const QueuesView view = queues_view(*state.designs[0].outcome);
  ASSERT_THAT(view.rows, SizeIs(8)) << "two departments and six people";
  EXPECT_EQ(view.rows[0].name, "science");
  EXPECT_EQ(view.rows[2].name, "  amal");
}

}  // namespace
}  // namespace gpuscape::gui
