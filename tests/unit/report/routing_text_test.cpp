#include "sim/report/format/routing_text.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "sim/report/run/text_report.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

TEST(TextReport, SaysWhichRoutingWasTakenAndOnWhoseWord) {
  StudyResult result = study_with_traffic();
  RoutingFacts& routing = result.first.traffic->routing;
  EXPECT_EQ(traffic_routing_text(result),
            "adaptive (by default: its switches are InfiniBand); one ring per rail, in node order");
  routing = {.path = "hash", .given = true};
  EXPECT_EQ(traffic_routing_text(result), "hash, as given; one ring per rail, in node order");
  routing = {.path = "adaptive"};
  EXPECT_EQ(traffic_routing_text(result),
            "adaptive (by default: the kind of network is not given; InfiniBand assumed); one ring "
            "per rail, in node order");
  routing = {};
  EXPECT_EQ(traffic_routing_text(result),
            "one path between any two adapters; one ring per rail, in node order");
  EXPECT_EQ(traffic_routing_text(small_study()), "") << "nothing is exchanged";
}

TEST(TextReport, SaysWhatOtherDrawsOfHashedPathsGive) {
  StudyResult result = study_with_traffic();
  result.first.traffic->routing = {.path = "hash", .kind = "ethernet", .kind_from = "transport"};
  result.path_spread.emplace().draws = 10;
  result.path_spread->job_slowdown_p50 = {1.02, 1.02, 1.02};
  result.path_spread->job_slowdown_p95 = {1.4, 1.3, 1.52};
  EXPECT_THAT(text_report(result),
              HasSubstr("\nrouting          hash (by default: its transport needs Ethernet); one "
                        "ring per rail, in node order\n"
                        "hashed paths     this is one draw of the paths; over 10 draws job "
                        "slowdown p50 1.02 / p95 1.30–1.52\n"));
  const double none = std::numeric_limits<double>::quiet_NaN();
  result.path_spread->job_slowdown_p50 = result.path_spread->job_slowdown_p95 = {none, none, none};
  EXPECT_THAT(text_report(result), HasSubstr("this is one draw of the paths; no job that exchanges "
                                             "data is left in 10 draws\n"));
  result.path_spread.reset();
  result.synthetic = true;
  result.replications = 5;
  EXPECT_THAT(traffic_routing_text(result), HasSubstr("; paths drawn anew in every replication"));
}

}  // namespace
}  // namespace gpuscape
