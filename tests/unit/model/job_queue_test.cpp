#include "sim/scheduling/job_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace gpuscape {
namespace {

/// The queue, and beside it every waiting job sorted anew whenever someone looks.
class QueueAndOracle {
 public:
  QueueAndOracle(std::uint32_t seed, std::uint32_t classes, bool in_order)
      : random_(seed), classes_(classes), in_order_(in_order) {
    queue_.follow_jobs();
  }

  void insert() {
    WaitingJob job;
    job.job = next_++;
    job.demand.gpus = static_cast<std::int32_t>(random_() % 3);
    place(job);
    queue_.insert(job);
    oracle_[job.job] = job;
  }
  void change() {
    WaitingJob& job = any();
    place(job);
    queue_.change(job.job, job.rank, job.rank_class);
  }
  void erase() {
    const std::uint32_t job = any().job;
    EXPECT_EQ(queue_.erase(job).demand, oracle_.at(job).demand);
    oracle_.erase(job);
  }
  void shift_class() {
    const auto rank_class = static_cast<std::uint32_t>(random_() % classes_);
    offsets_[rank_class] = static_cast<double>(random_() % 50);
    queue_.set_class_offset(rank_class, offsets_[rank_class]);
  }
  /// Starts some of the first `depth` jobs.
  void start_some(std::size_t depth) {
    const std::vector<std::uint32_t> order = expected();
    const std::size_t end = std::min(depth, order.size());
    for (std::size_t i = 0; i < end; ++i) {
      ASSERT_EQ(queue_[i].job, order[i]);
      if (random_() % 2 == 0) continue;
      queue_.mark_started(i);
      oracle_.erase(order[i]);
    }
    queue_.remove_started();
  }
  /// Any of the above.
  void step() {
    const auto choice = random_() % 100;
    if (choice < 50 || oracle_.empty()) return insert();
    if (choice < 60) return change();
    if (choice < 70) return erase();
    if (choice < 72) return shift_class();
    start_some(1 + random_() % 4);
  }

  void expect_equal() {
    const std::vector<std::uint32_t> order = expected();
    ASSERT_EQ(queue_.size(), order.size());
    ASSERT_EQ(queue_.empty(), order.empty());
    for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(queue_[i].job, order[i]) << i;
    ASSERT_EQ(queue_.without_gpus(), static_cast<std::size_t>(std::count_if(
                                         oracle_.begin(), oracle_.end(), [](const auto& job) {
                                           return job.second.demand.gpus == 0;
                                         })));
  }
  void expect_equal_up_to(std::size_t depth) {
    const std::vector<std::uint32_t> order = expected();
    for (std::size_t i = 0; i < std::min(depth, order.size()); ++i)
      ASSERT_EQ(queue_[i].job, order[i]) << i;
  }
  [[nodiscard]] std::vector<std::uint32_t> expected() const {
    std::vector<std::pair<double, std::uint32_t>> keys;
    for (const auto& [number, job] : oracle_) {
      const auto offset = offsets_.find(job.rank_class);
      keys.emplace_back(job.rank + (offset == offsets_.end() ? 0.0 : offset->second), number);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> order;
    for (const auto& key : keys) order.push_back(key.second);
    return order;
  }
  JobQueue& queue() { return queue_; }

 private:
  void place(WaitingJob& job) {
    job.rank = in_order_ ? 0.0 : static_cast<double>(random_() % 40);
    job.rank_class = static_cast<std::uint32_t>(random_() % classes_);
  }
  WaitingJob& any() {
    return std::next(oracle_.begin(), static_cast<std::ptrdiff_t>(random_() % oracle_.size()))
        ->second;
  }

  std::mt19937 random_;
  std::uint32_t classes_;
  bool in_order_;
  JobQueue queue_;
  std::map<std::uint32_t, WaitingJob> oracle_;
  std::map<std::uint32_t, double> offsets_;
  std::uint32_t next_ = 0;
};

struct Kind {
  const char* name;
  std::uint32_t classes;
  bool in_order;
};

class JobQueueOf : public testing::TestWithParam<Kind> {};

TEST_P(JobQueueOf, HasTheOrderOfASortedList) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    QueueAndOracle both(seed, GetParam().classes, GetParam().in_order);
    for (int i = 0; i < 600; ++i) {
      both.step();
      if (i % 7 == 0) both.expect_equal_up_to(5);
      if (i % 40 == 0) both.expect_equal();
    }
  }
}

TEST_P(JobQueueOf, HasThatOrderFarFromItsHeadToo) {
  QueueAndOracle both(99, GetParam().classes, GetParam().in_order);
  for (int i = 0; i < 5000; ++i) both.insert();
  both.expect_equal_up_to(100);
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 60; ++i) both.step();
    both.expect_equal_up_to(round % 10 == 0 ? 3000 : 20);
  }
  both.expect_equal();
}

TEST_P(JobQueueOf, SaysFromWhereOnItsOrderChanged) {
  QueueAndOracle both(5, GetParam().classes, GetParam().in_order);
  for (int i = 0; i < 3000; ++i) both.insert();
  for (int i = 0; i < 300; ++i) {
    both.queue().clear_inserted_before_others();
    const std::vector<std::uint32_t> before = both.expected();
    i % 3 == 0 ? both.change() : i % 3 == 1 ? both.insert() : both.erase();
    const std::vector<std::uint32_t> after = both.expected();
    const auto parts = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    if (parts.first != before.end()) {
      ASSERT_LE(both.queue().first_changed(),
                static_cast<std::size_t>(parts.first - before.begin()));
    }
    both.expect_equal_up_to(i % 50 == 0 ? 1500 : 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, JobQueueOf,
                         testing::Values(Kind{"in_order", 1, true}, Kind{"by_rank", 1, false},
                                         Kind{"three_classes", 3, false},
                                         Kind{"many_classes", 200, false}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(JobQueue, NoticesNoChangeWhenJobsComeInOrder) {
  JobQueue queue;
  for (std::uint32_t i = 0; i < 5000; ++i) queue.insert({.job = i});
  EXPECT_FALSE(queue.inserted_before_others());
  queue.insert({.job = 5000, .rank = -1.0});
  EXPECT_TRUE(queue.inserted_before_others());
  EXPECT_EQ(queue.first_changed(), 0U);
}

}  // namespace
}  // namespace gpuscape
