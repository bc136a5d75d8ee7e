/// Those who watch a run while it goes on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;
using testing::IsEmpty;

class Watcher final : public RunObserver {
 public:
  explicit Watcher(bool wants_promises) : wants_promises_(wants_promises) {}
  void job_submitted(std::uint32_t, Seconds) override { ++submitted; }
  void job_started(std::uint32_t job, Seconds, std::span<const AllocationSpan>) override {
    started.push_back(job);
  }
  void job_ended(std::uint32_t, Seconds) override {}
  void head_waits(std::uint32_t, Seconds, std::optional<Seconds> promise) override {
    ++heads;
    if (promise) promises.push_back(promise->value());
  }
  [[nodiscard]] bool wants_promises() const override { return wants_promises_; }

  int submitted = 0;
  int heads = 0;
  std::vector<std::uint32_t> started;
  std::vector<double> promises;

 private:
  bool wants_promises_;
};

/// EASY, and counts who asks for its promises.
class CountingBackfill final : public Backfill {
 public:
  explicit CountingBackfill(int& asked)
      : Backfill({.depth = 100}),
        easy_(test::make_model(test::builtin_models().backfills, "easy")),
        asked_(asked) {}
  void fill(SchedulingPass& pass) override { easy_->fill(pass); }
  [[nodiscard]] std::vector<Promise> promises() const override {
    ++asked_;
    return easy_->promises();
  }

 private:
  std::unique_ptr<Backfill> easy_;
  int& asked_;
};

/// The second waits for the first, and the third behind it.
std::unique_ptr<RunState> three_jobs(int& asked) {
  Policies policies = test::make_policies({});
  policies.backfill = std::make_unique<CountingBackfill>(asked);
  return std::make_unique<RunState>(
      Platform({test::nodes(1, 8)}), std::move(policies),
      std::make_unique<test::ListSource>(
          std::vector{job(0, 8, 100, 100), job(1, 8, 10, 10), job(2, 8, 10, 10)}));
}

TEST(Observers, AllAreTold) {
  int asked = 0;
  const auto state = three_jobs(asked);
  Watcher first(false);
  Watcher second(false);
  state->observe(first);
  state->observe(second);
  run_natively(state->simulation(), kForever, {});
  for (const Watcher* watcher : {&first, &second}) {
    EXPECT_EQ(watcher->submitted, 3);
    EXPECT_THAT(watcher->started, ElementsAre(0, 1, 2));
    EXPECT_GT(watcher->heads, 0);
  }
}

TEST(Observers, PromisesAreComputedForNobodyWhoDoesNotWantThem) {
  int asked = 0;
  const auto state = three_jobs(asked);
  Watcher watcher(false);
  state->observe(watcher);
  run_natively(state->simulation(), kForever, {});
  EXPECT_EQ(asked, 0);
}

TEST(Observers, OnlyThoseWhoWantPromisesHearOfThem) {
  int asked = 0;
  const auto state = three_jobs(asked);
  Watcher wants(true);
  Watcher does_not(false);
  state->observe(wants);
  state->observe(does_not);
  run_natively(state->simulation(), kForever, {});
  EXPECT_THAT(wants.promises, testing::Contains(100.0));
  EXPECT_THAT(does_not.promises, IsEmpty());
  EXPECT_EQ(asked, wants.heads);
}

TEST(RunView, ShowsWhoRunsWhereAndNobodyWhoHasEnded) {
  RunState state(Platform({test::nodes(2, 8)}), test::make_policies({}),
                 std::make_unique<test::ListSource>(
                     std::vector{job(0, 4, 10), job(0, 16, 100), job(20, 1, 5), job(500, 8, 1)}));
  run_natively(state.simulation(), Seconds(50), {});
  const RunView view = state.view();
  EXPECT_EQ(view.now, Seconds(20));
  EXPECT_EQ(std::tuple(view.submitted, view.waiting, view.ended), std::tuple(3, 1, 1));
  ASSERT_EQ(view.running.size(), 1U);
  EXPECT_EQ(view.running[0].job, 1U);
  EXPECT_EQ(view.running[0].started, 10_s);
  const auto spans = view.spans_of(view.running[0]);
  EXPECT_THAT(std::vector(spans.begin(), spans.end()),
              ElementsAre(AllocationSpan{0, 8}, AllocationSpan{1, 8}));
  EXPECT_THAT(view.timeline["gpus_allocated"], ElementsAre((4 * 10 + 16 * 10) / 20.0));
}

TEST(RunView, ForgetsAJobThatWasPreempted) {
  RunState state(Platform({test::nodes(1, 8)}), test::make_policies({.scheduler = "srtf"}),
                 std::make_unique<test::ListSource>(std::vector{job(0, 8, 100), job(10, 8, 20)}));
  run_natively(state.simulation(), Seconds(15), {});
  const RunView view = state.view();
  ASSERT_EQ(view.running.size(), 1U);
  EXPECT_EQ(view.running[0].job, 1U);
  EXPECT_EQ(view.waiting, 1);
}

}  // namespace
}  // namespace gpuscape
