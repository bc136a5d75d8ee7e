#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "tests/unit/live/live_designs.hpp"

namespace gpuscape {
namespace {

using test::answered;
using test::bytes;
using test::design;
using test::generated_text;

/// What would take minutes.
LiveDesign endless(const std::string& name = "A", int seed = 1) {
  return design(
      name, generated_text(20'000, fmt::format(R"({{"replications": 100, "seed": {}}})", seed)));
}

void wait_for_progress(const LiveStudy& study) {
  while (study.latest()->designs.at(0).progress.jobs_ended == 0) std::this_thread::yield();
}

std::ptrdiff_t threads_now() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

TEST(LiveEdits, TheNewestRequestWins) {
  LiveStudy study(test::builtin_models(), {.threads = 2});
  study.ask({endless()});
  wait_for_progress(study);
  const LiveDesign last = design("A", generated_text(5));
  const auto state = answered(study, {last});
  EXPECT_EQ(state->generation, 2U);
  EXPECT_EQ(bytes(state->designs.at(0)), test::bytes_of_run(last));
}

TEST(LiveEdits, NothingWasAskedForAtFirst) {
  const LiveStudy study(test::builtin_models());
  study.wait();
  EXPECT_EQ(study.latest()->generation, 0U);
  EXPECT_TRUE(study.latest()->designs.empty());
}

TEST(LiveEdits, ACancelledRequestKeepsWhatIsKnown) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  const auto before = answered(study, {design("A", generated_text(5))});
  study.ask({endless()});
  wait_for_progress(study);
  study.cancel();
  study.wait();
  EXPECT_TRUE(study.latest()->was_cancelled);
  EXPECT_EQ(study.latest()->designs.at(0).outcome, before->designs.at(0).outcome);
  EXPECT_TRUE(study.latest()->designs[0].is_stale);
}

TEST(LiveEdits, ACancelledRequestMayBeFollowedByAnother) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  study.ask({endless()});
  study.cancel();
  const auto state = answered(study, {design("A", generated_text(5))});
  EXPECT_FALSE(state->was_cancelled);
  EXPECT_EQ(state->designs.at(0).stage, LiveStage::exact);
}

// Each request has threads − 1 helpers while it runs.
TEST(LiveEdits, AtMostTwoRequestsRunAtOnce) {
  constexpr int kThreads = 3;
  LiveStudy study(test::builtin_models(), {.threads = kThreads});
  const std::ptrdiff_t idle = threads_now();
  std::ptrdiff_t most = 0;
  for (int edit = 0; edit < 50; ++edit) {
    study.ask({endless("A", 1), endless("B", 2), endless("C", 3)});
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    most = std::max(most, threads_now());
  }
  EXPECT_GT(most, idle);
  EXPECT_LE(most, idle + 2 * (kThreads - 1));
}

TEST(LiveEdits, FiftyQuickOnesEndInTheAnswerToTheLast) {
  LiveStudy study(test::builtin_models(), {.threads = 2});
  LiveDesign last;
  for (int edit = 0; edit < 50; ++edit) {
    last = design("A", generated_text(50 + edit, R"({"replications": 20})"));
    study.ask({last});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  study.wait();
  EXPECT_EQ(study.latest()->generation, 50U);
  EXPECT_EQ(bytes(study.latest()->designs.at(0)), test::bytes_of_run(last));
}

TEST(LiveEdits, AStudyMayGoWhileItRuns) {
  test::States states;
  auto study = std::make_unique<LiveStudy>(test::builtin_models(), states.options(2));
  states.watch(*study);
  study->ask({endless("A", 1), endless("B", 2), design("C", generated_text(3000))});
  wait_for_progress(*study);
  study.reset();
  const std::size_t published = states.all().size();
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_EQ(states.all().size(), published);
}

TEST(LiveEdits, ADesignThatStaysIsNotStaleWhileAnotherChanges) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  const LiveDesign stays = design("A", generated_text(5));
  answered(study, {stays});
  study.ask({stays, endless("B")});
  EXPECT_FALSE(study.latest()->designs.at(0).is_stale);
  EXPECT_EQ(study.latest()->designs[0].stage, LiveStage::exact);
  EXPECT_EQ(study.latest()->designs.at(1).stage, LiveStage::none);
  EXPECT_EQ(study.latest()->comparisons.at(0), nullptr);
}

TEST(LiveEdits, MoreReplicationsAreNotReplacedByFewer) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  const LiveDesign one = design("A", generated_text(100, R"({"replications": 100})"));
  const auto replications = [&] {
    const auto outcome = study.latest()->designs.at(0).outcome;
    return outcome == nullptr ? 0 : outcome->result.replications;
  };
  study.ask({one});
  while (replications() < 15) std::this_thread::yield();
  study.ask({one});
  std::int64_t least = replications();
  while (!study.latest()->is_finished) least = std::min(least, replications());
  EXPECT_GE(least, 15);
  EXPECT_EQ(replications(), 100);
}

TEST(LiveEdits, AFileThatIsNotThereIsAFault) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  const auto state = answered(study, {test::design_of("/nowhere/scenario.json")});
  ASSERT_EQ(state->designs.at(0).faults.size(), 1U);
  EXPECT_EQ(state->designs[0].faults[0].message, "cannot be read: No such file or directory");
  EXPECT_EQ(state->designs[0].outcome, nullptr);
  EXPECT_FALSE(state->designs[0].is_stale);
}

TEST(LiveEdits, ALogThatIsNotThereIsAFaultUntilItComes) {
  const ScratchFolder folder;
  write_text(folder.path() / "s.json", test::log_scenario());
  const LiveDesign one = test::design_of(folder.path() / "s.json");
  LiveStudy study(test::builtin_models(), {.threads = 1});
  EXPECT_FALSE(answered(study, {one})->designs.at(0).faults.empty());
  write_text(folder.path() / "log.csv", test::log_text(100));
  const auto state = answered(study, {one});
  EXPECT_TRUE(state->designs.at(0).faults.empty());
  EXPECT_EQ(state->designs[0].stage, LiveStage::exact);
}

TEST(LiveEdits, AFaultOfOneDesignDoesNotStopTheOthers) {
  LiveStudy study(test::builtin_models(), {.threads = 2});
  const auto state = answered(study, {design("A", "{"), design("B", generated_text(5))});
  EXPECT_FALSE(state->designs.at(0).faults.empty());
  EXPECT_EQ(state->designs.at(1).stage, LiveStage::exact);
  EXPECT_EQ(state->comparisons.at(0), nullptr);
  EXPECT_TRUE(state->is_finished);
}

TEST(LiveEdits, AStaleOutcomeComesWithItsOwnScenario) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  const auto good = answered(study, {design("A", generated_text(5))});
  const auto bad = answered(study, {design("A", generated_text(5), {"/run/seed=x"})});
  EXPECT_EQ(bad->designs.at(0).scenario, good->designs.at(0).scenario);
  EXPECT_EQ(bad->designs[0].stage, LiveStage::none);
  EXPECT_EQ(bad->designs[0].asked.design.sets.size(), 1U);
}

TEST(LiveEdits, ARequestForNothingIsFinishedAtOnce) {
  LiveStudy study(test::builtin_models(), {.threads = 1});
  EXPECT_TRUE(answered(study, {})->is_finished);
  EXPECT_EQ(study.latest()->generation, 1U);
}

}  // namespace
}  // namespace gpuscape
