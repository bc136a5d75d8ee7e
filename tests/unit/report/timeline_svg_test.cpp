#include "sim/report/timeline_svg.hpp"

#include <gmock/gmock.h>

#include "sim/report/svg_panel.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TickStep, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_DOUBLE_EQ(tick_step(10.0, 5), 2.0);
  EXPECT_DOUBLE_EQ(tick_step(10.1, 5), 5.0);
  EXPECT_DOUBLE_EQ(tick_step(640.0, 5), 200.0);
  EXPECT_DOUBLE_EQ(tick_step(0.04, 5), 0.01);
  EXPECT_DOUBLE_EQ(tick_step(26.0, 5), 10.0);
}

TEST(TimelineSvg, EscapesWhatAUserNamed) {
  StudyResult result = small_study();
  result.scenario.title = "a < b & \"c\"";
  EXPECT_THAT(timeline_svg(result), HasSubstr("a &lt; b &amp; &quot;c&quot;"));
}

TEST(TimelineSvg, HasALegendAndUnits) {
  const std::string svg = timeline_svg(small_study());
  for (const char* text : {">allocated<", ">stranded<", ">total<", ">jobs waiting<",
                           ">days since the first submission<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

TEST(TimelineSvg, DrawsTheLinksUseWhereJobsExchangeData) {
  EXPECT_THAT(timeline_svg(study_with_traffic()),
              AllOf(HasSubstr("links used, %"), HasSubstr("between switches")));
  EXPECT_THAT(timeline_svg(small_study()), Not(HasSubstr("links used")));
}

TEST(TimelineSvg, CutsWhatWouldRunOutOfThePicture) {
  StudyResult result = small_study();
  result.scenario.title = std::string(300, 'x');
  result.scenario.variant = std::string(300, 'y');
  EXPECT_THAT(timeline_svg(result), Not(HasSubstr(std::string(81, 'x'))));
  EXPECT_THAT(timeline_svg(result), Not(HasSubstr(std::string(61, 'y'))));
}

TEST(TimelineSvg, StrandsNothingOnAPool) {
  StudyResult result = small_study();
  result.first.nodes[0].pool = true;
  EXPECT_THAT(timeline_svg(result), Not(HasSubstr("stranded")));
}

TEST(TimelineSvg, OfNothingIsStillAPicture) {
  StudyResult result;
  EXPECT_THAT(timeline_svg(result), HasSubstr("</svg>\n"));
  EXPECT_THAT(timeline_svg(result), Not(HasSubstr("nan")));
}

TEST(TimelineSvg, DrawsAtMostAColumnAPixel) {
  StudyResult result = small_study();
  for (auto* series : {&result.first.timeline.gpus_allocated, &result.first.timeline.gpus_stranded,
                       &result.first.timeline.jobs_waiting, &result.first.timeline.jobs_running}) {
    series->assign(100000, 1.0);
  }
  EXPECT_LT(timeline_svg(result).size(), 100000U);
}

}  // namespace
}  // namespace gpuscape
