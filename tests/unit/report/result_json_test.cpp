#include "sim/report/run/result_json.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

JsonValue parsed(const StudyResult& result, const Provenance& provenance = {}) {
  return parse_json(result_json(result, provenance), "result.json");
}

TEST(ResultJson, GivesEstimatesInSecondsWithTheirMethod) {
  const JsonValue document = parsed(small_study());
  const JsonValue* wait = document.find("results")->find("estimates")->find("queue_wait_p95_s");
  EXPECT_EQ(wait->find("value")->number(), 4380.0);
  EXPECT_EQ(wait->find("low")->number(), 2520.0);
  EXPECT_EQ(wait->find("method")->text(), "bootstrap-t over 9 weeks");
}

TEST(ResultJson, GivesNullForWhatDoesNotExist) {
  StudyResult result = small_study();
  result.estimates["queue_wait_mean_s"] = {
      std::numeric_limits<double>::quiet_NaN(), {}, {}, "no interval: nothing to average"};
  const JsonValue document = parsed(result);
  const JsonValue* wait = document.find("results")->find("estimates")->find("queue_wait_mean_s");
  EXPECT_TRUE(wait->find("value")->is_null());
  EXPECT_TRUE(wait->find("low")->is_null());
}

TEST(ResultJson, DiffersOnlyInProvenanceBetweenMachines) {
  Provenance other;
  other.host = "elsewhere";
  other.wall_time_s = 12.5;
  JsonValue one = parsed(small_study());
  JsonValue two = parsed(small_study(), other);
  EXPECT_NE(write_json(one), write_json(two));
  one.erase("provenance");
  two.erase("provenance");
  EXPECT_EQ(write_json(one), write_json(two));
}

TEST(ResultJson, HasSlowdownsAndLinksOnlyWhereJobsExchangeData) {
  const std::string without = result_json(small_study(), {});
  EXPECT_EQ(without.find("slowdown"), std::string::npos);
  EXPECT_EQ(without.find("network"), std::string::npos);
  const JsonValue value = parse_json(result_json(study_with_traffic(), {}), "result.json");
  const JsonValue* results = value.find("results");
  EXPECT_EQ(results->find("estimates")->find("job_slowdown_p50")->find("value")->number(), 1.02);
  const JsonValue& link = results->find("network")->find("costliest_links")->items().at(0);
  EXPECT_EQ(link.find("lost_gpu_s")->number(), 60.0);
  EXPECT_EQ(link.find("name")->text(), "leaf 0 → spine 1");
  EXPECT_EQ(link.find("above_90_percent_time_share")->number(), 0.12);
}

TEST(ResultJson, SaysWhichRoutingWasTakenAndWhatOtherDrawsGive) {
  StudyResult result = study_with_traffic();
  const auto routing = [&result] {
    return *parsed(result).find("results")->find("network")->find("routing");
  };
  EXPECT_EQ(routing().find("path")->text(), "adaptive");
  EXPECT_TRUE(routing().find("default")->boolean());
  EXPECT_EQ(routing().find("kind_from")->text(), "switch");
  EXPECT_EQ(routing().find("rings")->text(), "one ring per rail, in node order");
  EXPECT_EQ(routing().find("path_draws"), nullptr);
  result.path_spread.emplace().draws = 10;
  result.path_spread->job_slowdown_p95 = {1.4, 1.3, 1.52};
  const JsonValue draws = *routing().find("path_draws");
  EXPECT_EQ(draws.find("draws")->integer(), 10);
  EXPECT_EQ(draws.find("job_slowdown_p95")->find("most")->number(), 1.52);
}

TEST(ResultJson, MarksAPartialResult) {
  StudyResult result = small_study();
  result.partial = true;
  EXPECT_TRUE(parsed(result).find("partial")->boolean());
}

TEST(ResultJson, SaysHowFarAnObjectiveIsFromItsLimitAndHowSurely) {
  StudyResult study = small_study();
  const auto slo_of = [](const StudyResult& of) {
    return JsonValue(*parsed(of).find("results")->find("slo")->find("wait"));
  };
  EXPECT_EQ(slo_of(study).find("missed_by_s")->number(), 4380.0 - 1800.0);
  EXPECT_TRUE(slo_of(study).find("certain")->boolean());
  study.slo[0].met = true;
  study.slo[0].value = {600.0, {}, {}, "exact"};
  const JsonValue kept = slo_of(study);
  EXPECT_EQ(kept.find("kept_by_s")->number(), 1200.0);
  EXPECT_EQ(kept.find("missed_by_s"), nullptr);
  EXPECT_EQ(kept.find("certain"), nullptr) << "it has no interval";
}

}  // namespace
}  // namespace gpuscape
