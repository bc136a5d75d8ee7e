#include "gui/view/gantt_view.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "gui/view/gantt/gantt_lanes.hpp"
#include "tests/support/run_builder.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// 2000 jobs of 1 to 16 GPUs on 12 nodes of eight, one after another, some at the same date.
const RunResult& busy_run() {
  static const RunResult run = [] {
    std::vector<Job> jobs;
    for (int i = 0; i < 2000; ++i)
      jobs.push_back(test::job(40.0 * (i / 3), 1 + i * i % 16, 60.0 + 37.0 * (i % 50)));
    RunResult made = test::run_jobs({test::nodes(12, 8)}, std::move(jobs));
    made.nodes = {{"gpu", 0, 12, 8, false}};
    return made;
  }();
  return run;
}

/// Jobs on a pool, all at once.
RunResult run_on_pool(std::int32_t processors, std::vector<Job> jobs) {
  RunResult run = test::run_jobs({test::pool(processors)}, std::move(jobs));
  run.nodes = {{"pool", 0, 1, processors, true}};
  return run;
}

/// What jobs hold in the window, by the definition.
double gpu_seconds_held(const RunResult& run, const TimeWindow& window) {
  double sum = 0.0;
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    for (const Segment& segment : run.jobs.segments(job))
      for (const AllocationSpan& span : run.jobs.spans(segment)) {
        const Seconds start = std::max(segment.start, window.from);
        const Seconds end = std::min(segment.end, window.until);
        sum += span.gpus * std::max(0.0, (end - start).value());
      }
  return sum;
}

/// What the rectangles cover on the screen, in GPU-seconds.
double area(const GanttView& view) {
  const double pixel = view.frame.window.length().value() / view.frame.width;
  double sum = 0.0;
  for (const GanttBox& box : view.boxes)
    sum += static_cast<double>((box.right - box.left) * (box.bottom - box.top) * box.share) *
           view.rows[box.row].gpus * pixel;
  return sum;
}

TimeWindow whole(const RunResult& run) { return {Seconds(0.0), run.end}; }

TEST(GanttView, CoversTheGpuSecondsThatJobsHoldInFullDetail) {
  const RunResult& run = busy_run();
  const double held = gpu_seconds_held(run, whole(run));
  const GanttView by_gpu = gantt_view(run, {.window = whole(run), .width = 2000});
  EXPECT_EQ(by_gpu.detail, GanttView::Detail::gpus) << "96 GPUs on 200 rows";
  EXPECT_NEAR(area(by_gpu) / held, 1.0, 1e-5) << "coordinates have seven digits";
  EXPECT_NEAR(by_gpu.gpu_time.value(), held, 1e-6 * held);
  const GanttView by_node = gantt_view(run, {.window = whole(run), .width = 2000, .most_rows = 50});
  EXPECT_EQ(by_node.detail, GanttView::Detail::jobs);
  EXPECT_THAT(by_node.rows, SizeIs(12));
  EXPECT_NEAR(area(by_node) / held, 1.0, 1e-5);
}

TEST(GanttView, CoversThemWhereItShowsSharesOfRows) {
  const RunResult& run = busy_run();
  for (const TimeWindow& window : {whole(run), TimeWindow{Seconds(3001.0), Seconds(9000.5)}}) {
    const double held = gpu_seconds_held(run, window);
    const GanttView view =
        gantt_view(run, {.window = window, .width = 701, .most_rows = 5, .most_boxes = 3000});
    EXPECT_EQ(view.detail, GanttView::Detail::shares);
    EXPECT_THAT(view.rows, SizeIs(4)) << "three nodes a row";
    EXPECT_NEAR(view.gpu_time.value(), held, 1e-9 * held);
    EXPECT_NEAR(area(view) / held, 1.0, 1e-5);
  }
}

TEST(GanttView, DrawsNoMoreBoxesThanItMay) {
  const RunResult& run = busy_run();
  const double held = gpu_seconds_held(run, whole(run));
  const GanttView view =
      gantt_view(run, {.window = whole(run), .width = 2000, .most_rows = 12, .most_boxes = 300});
  EXPECT_LE(view.boxes.size(), 300U);
  EXPECT_GT(view.boxes.size(), 12U);
  EXPECT_NEAR(view.gpu_time.value(), held, 1e-9 * held);
}

TEST(GanttView, ShowsTheNodesThatAreAskedFor) {
  const RunResult& run = busy_run();
  const GanttView view =
      gantt_view(run, {.window = whole(run), .most_rows = 3, .first_node = 10, .nodes = 2});
  ASSERT_THAT(view.rows, SizeIs(2));
  EXPECT_EQ(view.rows[1].label, "gpu/11");
  EXPECT_THAT(gantt_view(run, {.window = whole(run), .first_node = 99}).rows, IsEmpty());
}

TEST(GanttView, NamesTheNodesOfARow) {
  const GanttView view = gantt_view(busy_run(), {.window = whole(busy_run()), .most_rows = 5});
  EXPECT_EQ(view.rows[1].label, "gpu/3 – gpu/5");
  EXPECT_DOUBLE_EQ(view.rows[1].gpus, 24.0);
}

// No two jobs may cover the same part of a node at the same time.
TEST(GanttView, DrawsNoGpuTwice) {
  const RunResult& run = busy_run();
  const GanttView view = gantt_view(run, {.window = whole(run), .width = 2000});
  for (std::size_t i = 1; i < view.boxes.size(); ++i) {
    if (view.boxes[i].row != view.boxes[i - 1].row) continue;
    EXPECT_GE(view.boxes[i].left, view.boxes[i - 1].right - 1e-3F) << i;
  }
}

TEST(GanttView, ShowsAPoolAsAShare) {
  const RunResult run = run_on_pool(1000, {test::job(0.0, 250, 100.0), test::job(0.0, 250, 100.0)});
  const GanttView view = gantt_view(run, {.window = whole(run), .width = 100});
  ASSERT_THAT(view.boxes, SizeIs(1));
  EXPECT_EQ(view.detail, GanttView::Detail::shares);
  EXPECT_FLOAT_EQ(view.boxes[0].share, 0.5F);
  EXPECT_EQ(box_text(view, run, view.boxes[0]), "pool · 50.0 % of processors held");
}

TEST(GanttHit, FindsTheJobUnderThePoint) {
  RunBuilder builder(4);
  builder.job(0.0, 100.0, 2, 0.0).job(0.0, 50.0, 1, 50.0);
  const RunResult& run = builder.result();
  const GanttView view =
      gantt_view(run, {.window = {Seconds(0.0), Seconds(100.0)}, .width = 200, .most_rows = 1});
  EXPECT_THAT(gantt_hit(view, run, 10.0, 0.4)->jobs, ElementsAre(0U)) << "GPUs 0 and 1 of 4";
  EXPECT_THAT(gantt_hit(view, run, 150.0, 0.6)->jobs, ElementsAre(1U)) << "GPU 2";
  EXPECT_THAT(gantt_hit(view, run, 90.0, 0.6)->jobs, IsEmpty()) << "it starts at pixel 100";
  EXPECT_THAT(gantt_hit(view, run, 150.0, 0.9)->jobs, IsEmpty()) << "GPU 3 is free";
  EXPECT_EQ(gantt_hit(view, run, 150.0, 0.9)->date, Seconds(75.0));
  EXPECT_FALSE(gantt_hit(view, run, 200.0, 0.5).has_value());
  EXPECT_EQ(box_text(view, run, view.boxes[0]), "job 1 · 2 GPUs in all · on gpu/0 · 1 min 40 s");
}

TEST(GanttHit, FindsAllJobsOfAShare) {
  const RunResult run = run_on_pool(100, std::vector<Job>(60, test::job(0.0, 1, 100.0)));
  const GanttView view = gantt_view(run, {.window = whole(run), .width = 100});
  const auto hit = gantt_hit(view, run, 50.0, 0.5);
  EXPECT_THAT(hit->jobs, SizeIs(50));
  EXPECT_TRUE(hit->more);
}

// Node 1 of four is away for the second half, nodes 0 and 1 in its last quarter.
TEST(GanttView, ShowsNodesThatAreOutOfService) {
  RunResult run = test::run_jobs({test::nodes(4, 8)}, {test::job(0.0, 8, 100.0)});
  run.nodes = {{"gpu", 0, 4, 8, false}};
  run.nodes_away = {{0, Seconds(75.0), Seconds(100.0)}, {1, Seconds(50.0), Seconds(100.0)}};
  const GanttView nodes = gantt_view(run, {.window = whole(run), .width = 100, .most_rows = 4});
  ASSERT_THAT(nodes.away, SizeIs(2));
  EXPECT_EQ(nodes.away[1].row, 1U);
  EXPECT_EQ(nodes.away[1].left, 50.0F);
  EXPECT_EQ(nodes.away[1].right, 100.0F);
  EXPECT_TRUE(gantt_hit(nodes, run, 60.0, 1.5)->away);
  EXPECT_FALSE(gantt_hit(nodes, run, 40.0, 1.5)->away);
  const GanttView pairs = gantt_view(run, {.window = whole(run), .width = 100, .most_rows = 2});
  ASSERT_THAT(pairs.away, SizeIs(2)) << "one of two nodes, then both";
  EXPECT_EQ(pairs.away[0].share, 0.5F);
  EXPECT_EQ(pairs.away[1].left, 75.0F);
  EXPECT_EQ(pairs.away[1].share, 1.0F);
  const GanttView gpus = gantt_view(run, {.window = whole(run), .width = 100, .most_rows = 32});
  EXPECT_THAT(gpus.away, SizeIs(16)) << "each GPU of both";
}

TEST(Lanes, TakeTheLowestThatAreFree) {
  const auto lanes = lanes_of({{0, 0, 2, Seconds(0.0), Seconds(10.0)},
                               {1, 0, 1, Seconds(0.0), Seconds(30.0)},
                               {2, 0, 3, Seconds(10.0), Seconds(20.0)}},
                              4);
  ASSERT_THAT(lanes, SizeIs(4));
  EXPECT_TRUE(lanes[2].holding == 2 && lanes[2].first == 0 && lanes[2].count == 2);
  EXPECT_TRUE(lanes[3].holding == 2 && lanes[3].first == 3 && lanes[3].count == 1)
      << "lane 2 is held by job 1";
}

TEST(Lanes, AreTheGpusThatAJobHoldsWhereTheyAreKnown) {
  const auto lanes = lanes_of({{0, 0, 3, Seconds(0.0), Seconds(10.0), GpuSet(0b1011)},
                               {1, 0, 1, Seconds(5.0), Seconds(30.0), GpuSet(0b0100)}},
                              4);
  ASSERT_THAT(lanes, SizeIs(3));
  EXPECT_TRUE(lanes[0].first == 0 && lanes[0].count == 2);
  EXPECT_TRUE(lanes[1].first == 3 && lanes[1].count == 1);
  EXPECT_TRUE(lanes[2].holding == 1 && lanes[2].first == 2);
}

}  // namespace
}  // namespace gpuscape::gui
