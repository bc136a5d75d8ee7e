/// The kinds of jobs of a workload.

#include "sim/workload/job_shapes.hpp"

#include <gtest/gtest.h>

#include "sim/workload/source.hpp"

namespace gpuscape {
namespace {

class Listed final : public WorkloadSource {
 public:
  explicit Listed(std::vector<Demand> demands) : demands_(std::move(demands)) {}
  bool next(Job& job) override {
    if (next_ == demands_.size()) return false;
    job.demand = demands_[next_++];
    return true;
  }

 private:
  std::vector<Demand> demands_;
  std::size_t next_ = 0;
};

// Memory makes no kind; a part of a GPU, cores, a number of nodes and what is asked of nodes do.
TEST(JobShapes, AreCountedByWhatJobsAskFor) {
  const Demand one{1, 2000, 512};
  const Demand half{1, 2000, 512, 0, 0, 500};
  Listed source({one,
                 half,
                 {1, 2000, 900},
                 {1, 1000, 512},
                 {1, 2000, 512, 2},
                 {1, 2000, 512, 0, 3},
                 half,
                 half});
  const auto shapes = shapes_of(source);
  ASSERT_EQ(shapes.size(), 5U);
  EXPECT_EQ(shapes[0].demand, one);
  EXPECT_EQ(shapes[0].count, 2);
  EXPECT_EQ(shapes[1].demand, half);
  EXPECT_EQ(shapes[1].count, 3);
}

// 60, 30 and 10 of a hundred: 0.9 need two kinds, a little more all three. Equals stay in order.
TEST(JobShapes, TypicalOnesAreTheMostFrequent) {
  const std::vector<JobShape> shapes = {
      {Demand{1, 0, 0}, 10}, {Demand{2, 0, 0}, 60}, {Demand{3, 0, 0}, 15}, {Demand{4, 0, 0}, 15}};
  const auto typical = typical_shapes(shapes, 0.9);
  ASSERT_EQ(typical.size(), 3U);
  EXPECT_EQ(typical[0].demand.gpus, 2);
  EXPECT_EQ(typical[1].demand.gpus, 3);
  EXPECT_EQ(typical[2].demand.gpus, 4);
  EXPECT_EQ(typical_shapes(shapes, 0.6).size(), 1U);
  EXPECT_EQ(typical_shapes(shapes, 0.61).size(), 2U);
  EXPECT_EQ(typical_shapes(shapes, 1.0).size(), 4U);
  EXPECT_TRUE(typical_shapes({}, 0.95).empty());
}

}  // namespace
}  // namespace gpuscape
