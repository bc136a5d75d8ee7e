/// What is refused of cohorts, with its place.

#include <gmock/gmock.h>

#include "tests/unit/cohorts/cohort_runs.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> faults(const std::string& text) {
  ReadingContext context;
  const JsonValue value = parse_json("{" + text + "}", "test");
  ObjectReader reader(value, "/scheduler/policy", context);
  test::builtin_models().schedulers.find("cohorts")->read(reader);
  reader.finish();
  std::vector<std::string> all;
  for (const Issue& issue : context.sorted_issues())
    all.push_back(issue.pointer + ": " + issue.message + " (" + issue.hint + ")");
  return all;
}

TEST(CohortSettings, CohortsOfAnyDepthAreRead) {
  EXPECT_THAT(faults(R"("cohorts": {"z": {"parent": "y"}, "y": {"parent": "x"}, "x": {}},
                        "queues": {"a": {"cohort": "z"}})"),
              IsEmpty());
}

TEST(CohortSettings, AnUnknownCohortIsRefusedWithTheNearestName) {
  EXPECT_THAT(faults(R"("cohorts": {"research": {}}, "queues": {"a": {"cohort": "reserch"}})"),
              Contains(AllOf(HasSubstr("/scheduler/policy/queues"),
                             HasSubstr("\"a\" is in \"reserch\", which is not a cohort"),
                             HasSubstr("did you mean \"research\""))));
  EXPECT_THAT(faults(R"("queues": {"a": {}, "b": {"cohort": "a"}})"),
              Contains(HasSubstr("which is not a cohort (cohorts are listed in \"cohorts\")")));
}

TEST(CohortSettings, ALoopIsRefused) {
  EXPECT_THAT(faults(R"("cohorts": {"x": {"parent": "y"}, "y": {"parent": "x"}},
                        "queues": {"a": {"cohort": "x"}})"),
              Contains(HasSubstr("\"x\" is in itself, by way of \"y\"")));
  EXPECT_THAT(faults(R"("cohorts": {"x": {"parent": "x"}}, "queues": {"a": {"cohort": "x"}})"),
              Contains(HasSubstr("is in itself")));
}

TEST(CohortSettings, LimitsThatMeanNothingAreRefused) {
  EXPECT_THAT(faults(R"("cohorts": {"c": {}}, "queues": {
                        "a": {"cohort": "c", "gpus": {"nominal": 2, "lending_limit": 3}}})"),
              Contains(HasSubstr("\"a\" lends more gpus than its nominal quota")));
  EXPECT_THAT(faults(R"("queues": {"a": {"gpus": {"nominal": 2, "borrowing_limit": 3}}})"),
              Contains(HasSubstr("\"a\" has a borrowing limit for gpus, and is in no cohort")));
  EXPECT_THAT(faults(R"("cohorts": {"c": {"cores": {"lending_limit": 3}}},
                        "queues": {"a": {"cohort": "c"}})"),
              Contains(AllOf(HasSubstr("/scheduler/policy/cohorts"),
                             HasSubstr("\"c\" has a lending limit for cores, and is in no"))));
}

TEST(CohortSettings, NegativeNumbersAreRefused) {
  EXPECT_THAT(faults(R"("queues": {"a": {"weight": -1, "gpus": {"nominal": -2}}})"),
              AllOf(Contains(HasSubstr("/scheduler/policy/queues/a/weight")),
                    Contains(HasSubstr("/scheduler/policy/queues/a/gpus/nominal"))));
}

TEST(CohortSettings, WhoReclaimsNothingBorrowsNothingByPriority) {
  EXPECT_THAT(
      faults(R"("queues": {"a": {"preemption": {"borrow_within_cohort": "lower-priority"}}})"),
      Contains(HasSubstr("\"a\" borrows within its cohort by priority, and reclaims")));
}

TEST(CohortSettings, NamesAreOfOneThing) {
  EXPECT_THAT(faults(R"("cohorts": {"a": {}}, "queues": {"a": {}})"),
              Contains(HasSubstr("\"a\" is a cohort as well")));
  EXPECT_THAT(faults(R"("queues": {"a": {"default": true}, "b": {"default": true}})"),
              Contains(HasSubstr("\"b\" is a second default")));
}

TEST(CohortSettings, StrategiesAreThoseTwoInThatOrder) {
  EXPECT_THAT(faults(R"("preemption_strategies": ["fair"], "queues": {"a": {}})"),
              Contains(HasSubstr("\"fair\" is not a strategy")));
  EXPECT_THAT(faults(R"("preemption_strategies": ["less-than-initial-share",
                        "less-than-or-equal-to-final-share"], "queues": {"a": {}})"),
              Contains(HasSubstr("in one order only")));
}

}  // namespace
}  // namespace gpuscape
