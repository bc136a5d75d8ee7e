#include <gmock/gmock.h>

#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using testing::generated;
using ::testing::IsEmpty;
using testing::loaded;
using ::testing::SizeIs;
using testing::with_stream;

std::string csv(const std::string& columns, const std::string& more = "") {
  return with_stream(R"("trace": {"format": "csv", "file": "a.csv", "columns": )" + columns + more +
                     "}");
}

TEST(TraceSpec, ReadsColumnsInBothForms) {
  const auto scenario =
      loaded(csv(R"({"submit": {"from": "t", "unit": "ms"}, "run_time": "d", "memory":
                                       {"from": "m", "unit": "GiB"}, "id": "nr"})",
                 R"(, "delimiter": ";")"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  const TraceSpec& trace = *scenario.spec.streams.at(0).trace;
  EXPECT_EQ(trace.delimiter, ';');
  ASSERT_THAT(trace.columns, SizeIs(4));
  EXPECT_EQ(trace.columns[0].unit, "ms");
  EXPECT_EQ(trace.columns[1].from, "d");
  EXPECT_EQ(trace.columns[1].unit, "s");
  EXPECT_EQ(trace.columns[3].unit, "");
}

TEST(TraceSpec, NeedsWhatMakesAJob) {
  EXPECT_THAT(faults(csv(R"({"gpus": "g"})")),
              ElementsAre("/workload/streams/jobs/trace/columns: no column for \"submit\"",
                          "/workload/streams/jobs/trace/columns: no column for \"run_time\", and "
                          "not both \"start\" and \"end\""));
  EXPECT_THAT(faults(csv(R"({"submit": "s", "start": "a"})")), SizeIs(1));
  EXPECT_THAT(faults(csv(R"({"submit": "s", "start": "a", "end": "b"})")), IsEmpty());
}

TEST(TraceSpec, RefusesAUnitThatDoesNotFitTheColumn) {
  EXPECT_THAT(
      faults(csv(R"({"submit": {"from": "s", "unit": "GiB"}, "run_time": "r"})")),
      ElementsAre("/workload/streams/jobs/trace/columns/submit/unit: unknown unit \"GiB\""));
}

TEST(TraceSpec, RefusesUnknownColumnsAndADelimiterThatNumbersHold) {
  EXPECT_THAT(
      faults(csv(R"({"submit": "s", "run_time": "r", "gpu": "g"})", R"(, "delimiter": ".")")),
      ElementsAre("/workload/streams/jobs/trace/columns/gpu: unknown key \"gpu\"",
                  "/workload/streams/jobs/trace/delimiter: a delimiter is one character that no "
                  "number holds"));
}

TEST(TraceSpec, KnowsColumnsOnlyForCsv) {
  EXPECT_THAT(faults(with_stream(R"("trace": {"format": "swf", "file": "a", "columns": {}})")),
              ElementsAre("/workload/streams/jobs/trace/columns: unknown key \"columns\""));
}

TEST(TraceSpec, RefusesAnUnknownFormat) {
  EXPECT_THAT(faults(with_stream(R"("trace": {"format": "sact", "file": "a"})")),
              ElementsAre("/workload/streams/jobs/trace/format: unknown format \"sact\""));
}

TEST(TraceSpec, KnowsTimeZonesByNameAndByOffset) {
  const auto with_zone = [](const std::string& zone) {
    return with_stream(R"("trace": {"format": "sacct", "file": "a", "time_zone": ")" + zone +
                       "\"}");
  };
  EXPECT_EQ(loaded(with_zone("Europe/Paris")).spec.streams[0].trace->time_zone, "Europe/Paris");
  EXPECT_EQ(loaded(with_zone("+02:00")).spec.streams[0].trace->time_zone, "+02:00");
  const auto wrong = loaded(with_zone("Europe/Pari"));
  EXPECT_THAT(faults(wrong),
              ElementsAre("/workload/streams/jobs/trace/time_zone: unknown time zone "
                          "\"Europe/Pari\""));
  EXPECT_EQ(wrong.context.sorted_issues()[0].hint, "did you mean \"Europe/Paris\"?");
}

TEST(TraceSpec, NeedsAFile) {
  EXPECT_THAT(faults(with_stream(R"("trace": {"format": "swf", "file": ""})")),
              ElementsAre("/workload/streams/jobs/trace/file: the file's name is empty"));
  EXPECT_THAT(faults(with_stream(R"("trace": {"format": "swf"})")),
              ElementsAre("/workload/streams/jobs/trace: \"file\" is missing"));
}

TEST(Stream, IsEitherATraceOrGenerated) {
  EXPECT_THAT(faults(with_stream("")),
              ElementsAre("/workload/streams/jobs: a stream needs \"trace\" or \"generate\""));
  std::string both = generated();
  both.insert(both.find("\"generate\""), R"("trace": {"format": "swf", "file": "a"}, )");
  EXPECT_THAT(faults(both), ElementsAre("/workload/streams/jobs/generate: a stream has either "
                                        "\"trace\" or \"generate\", not both"));
}

std::string with_application(const std::string& application) {
  return with_stream(R"("trace": {"format": "swf", "file": "a"}, "application": )" + application);
}

TEST(Stream, ReadsWhatItsJobsComputeAndExchange) {
  const ScenarioSpec spec =
      loaded(with_application(R"({"step_time": "250 ms", "bytes_per_step": "2 GB"})")).spec;
  ASSERT_TRUE(spec.streams[0].application.has_value());
  EXPECT_EQ(spec.streams[0].application->step_time, Seconds(0.25));
  EXPECT_EQ(spec.streams[0].application->bytes_per_step, Bytes(2e9));
}

TEST(Stream, RefusesStepsWithoutTimeAndTrafficWithoutSense) {
  EXPECT_THAT(faults(with_application(R"({"step_time": "0 s", "bytes_per_step": "-1 B"})")),
              ::testing::SizeIs(2));
  EXPECT_THAT(faults(with_application(R"({"step_time": "1 s", "bytes_per_step": "1 GB/s"})")),
              ::testing::SizeIs(1));
  EXPECT_THAT(faults(with_application("{}")), ::testing::SizeIs(2));
  EXPECT_THAT(faults(with_application(R"({"step_time": "1 s", "bytes_per_step": "1 B", )"
                                      R"("batch_per_gpu": 3})")),
              ElementsAre(::testing::HasSubstr("unknown key \"batch_per_gpu\"")));
}

}  // namespace
}  // namespace gpuscape
