#include "sim/report/result_json.hpp"

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
  result.queue_wait_mean = {
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

TEST(ResultJson, MarksAPartialResult) {
  StudyResult result = small_study();
  result.partial = true;
  EXPECT_TRUE(parsed(result).find("partial")->boolean());
}

}  // namespace
}  // namespace gpuscape
