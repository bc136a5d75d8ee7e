#include "sim/report/run/timeline_svg.hpp"

#include <gmock/gmock.h>

#include "sim/report/format/svg_panel.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(TickStep, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_DOUBLE_EQ(tick_step(10.0, 5), 2.0);
  EXPECT_DOUBLE_EQ(tick_step(10.1, 5), 5.0);
  EXPECT_DOUBLE_EQ(tick_step(640.0, 5), 200.0);
  EXPECT_DOUBLE_EQ(tick_step(0.04, 5), 0.01);
  EXPECT_DOUBLE_EQ(tick_step(26.0, 5), 10.0);
}

TEST(XmlText, HoldsOnlyWhatXmlAllows) {
  EXPECT_EQ(xml_text("a<b>&\"c\" \x01\x1b\n\xC3\xA9"), "a&lt;b&gt;&amp;&quot;c&quot; \xC3\xA9");
  EXPECT_EQ(xml_text("\xEF\xBF\xBE|\xEF\xBF\xBF|\xEF\xBF\xBD"),
            "\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD");
  EXPECT_EQ(xml_text("\xE9t\xC3"), "\xEF\xBF\xBDt\xEF\xBF\xBD");  // not UTF-8
  EXPECT_EQ(xml_text("\xF0\x9F\xBF\xBE"), "\xF0\x9F\xBF\xBE");    // U+1FFFE, which is allowed
}

std::vector<std::string> labels(const TimeAxis& axis) {
  std::vector<std::string> all;
  for (const AxisTick& tick : axis.ticks()) all.push_back(tick.label);
  return all;
}

// 1 506 988 800 is 2017-10-03 00:00 UTC, a Tuesday.
TEST(TimeAxis, HasDatesWhereTheLogSaysThem) {
  constexpr double kTuesday = 1506988800.0;
  EXPECT_THAT(labels({5.0 * 86400.0, Seconds(kTuesday + 3600.0)}),
              ElementsAre("12:00", "4 Oct", "12:00", "5 Oct", "12:00", "6 Oct", "12:00", "7 Oct",
                          "12:00", "8 Oct"));
  const TimeAxis weeks{40.0 * 86400.0, Seconds(kTuesday)};
  EXPECT_THAT(labels(weeks), ElementsAre("9 Oct", "16 Oct", "23 Oct", "30 Oct", "6 Nov"));
  EXPECT_EQ(weeks.ticks()[0].at, 6.0 * 86400.0) << "the Monday after";
  EXPECT_THAT(labels({400.0 * 86400.0, Seconds(kTuesday)}),
              ElementsAre("2018-01", "2018-04", "2018-07", "2018-10"));
  EXPECT_THAT(labels({1800.0, Seconds(kTuesday)}),
              ElementsAre("3 Oct", "00:05", "00:10", "00:15", "00:20", "00:25", "00:30"));
  EXPECT_EQ(weeks.title("the first submission"), "UTC, from 2017-10-03");
}

TEST(TimeAxis, CountsFromTheStartWhereNoDateIsKnown) {
  EXPECT_THAT(labels({4.0 * 86400.0, {}}),
              ElementsAre("0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4"));
  EXPECT_EQ((TimeAxis{4.0 * 86400.0, {}}.title("the start")), "days since the start");
  EXPECT_EQ(labels({1e6, Seconds(1e18)}), labels({1e6, {}})) << "no calendar reaches there";
}

TEST(SvgPanel, HasNoTickAtHalfAJob) {
  const SvgPanel queue({0.0, 0.0, 100.0, 100.0}, 1.0, 1.0);
  EXPECT_THAT(queue.value_axis("jobs waiting", 1.0),
              AllOf(HasSubstr(">0<"), HasSubstr(">1<"), Not(HasSubstr(">0.5<"))));
  EXPECT_THAT(queue.value_axis("links used, %"), HasSubstr(">0.2<"));
}

TEST(TimelineSvg, HasDatesOfALogThatHasThem) {
  StudyResult result = small_study();
  result.first.unix_origin = Seconds(1506988800.0);
  EXPECT_THAT(timeline_svg(result),
              AllOf(HasSubstr(">9 Oct<"), HasSubstr(">UTC, from 2017-10-03<")));
}

TEST(TimelineSvg, EscapesWhatAUserNamed) {
  StudyResult result = small_study();
  result.scenario.title = "a < b & \"c\"";
  EXPECT_THAT(timeline_svg(result), HasSubstr("a &lt; b &amp; &quot;c&quot;"));
}

TEST(TimelineSvg, HasALegendAndUnits) {
  const std::string svg = timeline_svg(small_study());
  for (const char* text : {">allocated<", ">stranded<", ">idle, jobs wait<", ">total<",
                           ">jobs waiting<", ">days since the first submission<"}) {
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

TEST(TimelineSvg, ShowsWhichGpusAreInService) {
  StudyResult result = small_study();
  EXPECT_THAT(timeline_svg(result), Not(HasSubstr("in service")));
  result.first.timeline["gpus_up"] = std::vector<double>(result.first.timeline.size(), 8.0);
  EXPECT_THAT(timeline_svg(result), HasSubstr(">in service<"));
}

// All is submitted at once, and runs for long: what comes behind is what the picture is of.
TEST(TimelineSvg, EndsSoonAfterTheLastSubmissionUnlessMostComesBehindIt) {
  StudyResult result = small_study();
  result.first.end = Seconds(100.0);
  result.first.timeline.interval = Seconds(1.0);
  result.first.timeline["gpus_allocated"] = std::vector<double>(100, 8.0);
  result.span = Seconds(50.0);
  EXPECT_EQ(shown_until(result), 1.1 * Seconds(50.0));
  result.span = Seconds(0.0);
  EXPECT_EQ(shown_until(result), Seconds(100.0));
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
  for (auto* series :
       {&result.first.timeline["gpus_allocated"], &result.first.timeline["gpus_stranded"],
        &result.first.timeline["gpus_idle_queued"], &result.first.timeline["jobs_waiting"],
        &result.first.timeline["jobs_running"]}) {
    series->assign(100000, 1.0);
  }
  EXPECT_LT(timeline_svg(result).size(), 100000U);
}

}  // namespace
}  // namespace gpuscape
