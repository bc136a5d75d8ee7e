#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::loaded;
using testing::with;
using testing::with_stream;

const std::string kSwf = R"("trace": {"format": "swf", "file": "log.swf"})";

std::string with_trace(const std::string& more) {
  return with_stream(R"("trace": {"format": "swf", "file": "log.swf", )" + more + "}");
}
std::string with_rules(const std::string& rules, const std::string& named = "{}") {
  return R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}},
             "workload": {"applications": )" +
         named + R"(, "streams": {"jobs": {)" + kSwf + R"(, "applications": )" + rules + "}}}}";
}
const std::string kTwo = R"({"a": {"step_time": "1 s", "bytes_per_step": "0 B"},
                             "b": {"step_time": "2 s", "bytes_per_step": "1 MB"}})";

SelectorSpec selector(const std::string& where) {
  return *loaded(with_trace(R"("where": )" + where)).spec.streams[0].trace->where;
}

TEST(SelectorReading, TextsAndNegationsStandAloneOrInLists) {
  const SelectorSpec spec = selector(R"({"user": ["ann*", "!annex"], "qos": "!low"})");
  EXPECT_THAT(spec.user, ElementsAre(TextPattern{"ann*", false}, TextPattern{"annex", true}));
  EXPECT_THAT(spec.qos, ElementsAre(TextPattern{"low", true}));
}

TEST(SelectorReading, GpusAreNumbersOrRanges) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(
      selector(R"({"gpus": [1, "2..8", ">= 16", "> 31", "< 4", "<=4", "64"]})").gpus,
      ElementsAre(CountRange{1, 1}, CountRange{2, 8}, CountRange{16, kMost}, CountRange{32, kMost},
                  CountRange{0, 3}, CountRange{0, 4}, CountRange{64, 64}));
}

TEST(SelectorReading, WhatIsNoRangeIsAFaultAtItsPlace) {
  for (const char* bad : {"-1", "1.5", "\"8..2\"", "\">= x\"", "\"< 0\"", "\"\"", "true", "null",
                          "\"> 9223372036854775807\"", "{}"}) {
    const std::string text = with_trace(R"("where": {"gpus": [)" + std::string(bad) + "]}");
    EXPECT_THAT(faults(text), ElementsAre(HasSubstr("/where/gpus/0: "))) << bad;
  }
}

TEST(SelectorReading, UnknownKeysStatesAndEmptyTextsAreFaultsWithHints) {
  const auto found = loaded(with_trace(
      R"("where": {"acount": "x", "state": ["complete", "!failed"], "user": ["", "!"], "qos": []})"));
  EXPECT_THAT(faults(found),
              ElementsAre("/workload/streams/jobs/trace/where/acount: unknown key \"acount\"",
                          HasSubstr("/state/0: unknown state \"complete\""),
                          HasSubstr("/user/0: an empty text"), HasSubstr("/user/1: an empty text"),
                          HasSubstr("/qos: the list is empty")));
  EXPECT_EQ(found.context.sorted_issues()[0].hint, "did you mean \"account\"?");
  EXPECT_EQ(found.context.sorted_issues()[1].hint, "did you mean \"completed\"?");
}

TEST(SelectorReading, ObjectivesKnowNeitherNamesNorLoggedStates) {
  EXPECT_THAT(faults(with(R"("slo": {"s": {"metric": "queue_wait", "at_most": "1 h",
                                           "where": {"job_name": "x", "kind": "batch"}}})")),
              ElementsAre("/slo/s/where/job_name: unknown key \"job_name\""));
}

TEST(RuleReading, NamesInlineApplicationsMixesAndSessionsBecomeClasses) {
  const auto found = loaded(with_rules(
      R"([{"where": {"gpus": 1}, "application": "b"},
          {"where": {"gpus": 2}, "application": {"step_time": "3 s", "bytes_per_step": "1 B"}},
          {"where": {"gpus": 3}, "kind": "interactive", "gpu_duty": {"value": 0.2, "low": 0.1}},
          {"where": {}, "mix": {"a": 1, "b": 3}}])",
      kTwo));
  ASSERT_THAT(faults(found), IsEmpty());
  const StreamSpec& stream = found.spec.streams[0];
  std::vector<std::string> names;
  for (const JobClassSpec& one : stream.classes)
    if (!one.cut_short) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("b", "rule 2", "interactive", "a"));
  EXPECT_EQ(stream.rules[3].mix[1].job_class, stream.rules[0].mix[0].job_class);
  EXPECT_DOUBLE_EQ(stream.classes[4].gpu_duty->low, 0.1);
  EXPECT_DOUBLE_EQ(stream.classes[4].gpu_duty->high, 0.2);
}

TEST(RuleReading, AnUnknownApplicationIsAFaultWithTheNearest) {
  const auto found = loaded(with_rules(
      R"([{"where": {"gpus": 1}, "application": "resnett"}, {"where": {}, "mix": {"bert": 1}}])",
      R"({"resnet": {"step_time": "1 s", "bytes_per_step": "0 B"}})"));
  EXPECT_THAT(faults(found),
              ElementsAre(HasSubstr("/applications/0/application/name: unknown application "
                                    "\"resnett\""),
                          HasSubstr("/applications/1/mix: unknown application \"bert\"")));
  EXPECT_EQ(found.context.sorted_issues()[0].hint, "did you mean \"resnet\"?");
}

TEST(RuleReading, ARuleThatNeverAppliesIsAFault) {
  EXPECT_THAT(faults(with_rules(R"([{"where": {"gpus": 1}, "application": "a"},
                                    {"where": {"gpus": 1}, "application": "b"},
                                    {"where": {}, "application": "a"},
                                    {"where": {"gpus": 2}, "application": "b"}])",
                                kTwo)),
              ElementsAre(HasSubstr("/applications/1/where: rule 1 has the same selector"),
                          HasSubstr("/applications/3/where: rule 3 has every job")));
}

TEST(RuleReading, ContradictionsAndWeightsThatAreNoneAreFaults) {
  EXPECT_THAT(
      faults(with_rules(R"([{"where": {"gpus": 1}},
                            {"where": {"gpus": 2}, "application": "a", "kind": "interactive"},
                            {"where": {"gpus": 3}, "mix": {"a": 0, "b": -1}},
                            {"where": {"gpus": 4}, "application": "a", "gpu_duty": 0.5},
                            {"application": "a"}])",
                        kTwo)),
      ElementsAre(HasSubstr("/applications/0: a rule needs \"application\", \"mix\" or \"kind\""),
                  HasSubstr("/applications/1/kind: an interactive session keeps"),
                  HasSubstr("/applications/2/mix/a: "), HasSubstr("/applications/2/mix/b: "),
                  HasSubstr("/applications/3/gpu_duty: "),
                  HasSubstr("/applications/4: a rule needs \"where\"")));
}

TEST(RuleReading, WhatIsDrawnHasNoTextsToSelectBy) {
  EXPECT_THAT(faults(with_stream(
                  R"("generate": {"jobs": 5, "load": 0.5, "gpus": {"1": 1},
                      "run_time": {"distribution": "constant", "value": "1 h"}},
                     "scale": {"s": {"load": 2}},
                     "applications": [{"where": {"user": "x"}, "kind": "interactive"}])")),
              ElementsAre(HasSubstr("/scale: \"scale\" is for logs"),
                          HasSubstr("/where: drawn jobs have no user")));
}

TEST(ScaleReading, FactorsLieAboveZeroAndUpToAThousand) {
  for (const char* bad : {"0", "-1", "1e9", "\"2\""}) {
    const std::string scale = R"(, "scale": {"all": {"users": )" + std::string(bad) + "}}";
    EXPECT_THAT(faults(with_stream(kSwf + scale)), ElementsAre(HasSubstr("/scale/all/users: ")))
        << bad;
  }
  EXPECT_THAT(faults(with_stream(kSwf + R"(, "scale": {"all": {"load": 1000}})")), IsEmpty());
  EXPECT_THAT(faults(with_stream(kSwf + R"(, "scale": {"all": {"where": {}}})")),
              ElementsAre(HasSubstr("/scale/all: nothing is scaled")));
}

TEST(ClosedReading, JobsAreANumberOrOnePerNode) {
  const std::string rest =
      R"(, "run_time": {"distribution": "constant", "value": "1 h"}, "duration": "1 d"})";
  const auto closed = [&](const std::string& jobs) {
    return with_stream(R"("closed": {"jobs": )" + jobs + rest);
  };
  EXPECT_EQ(loaded(closed("7")).spec.streams[0].closed->jobs, 7);
  EXPECT_EQ(loaded(closed("\"one per node\"")).spec.streams[0].closed->per, ClosedSpec::Per::node);
  EXPECT_THAT(faults(closed("0")), ElementsAre(HasSubstr("/closed/jobs: ")));
  EXPECT_THAT(faults(closed("\"one per rack\"")),
              ElementsAre(HasSubstr("/closed/jobs: unknown jobs \"one per rack\"")));
}

}  // namespace
}  // namespace gpuscape
