#include "sim/workload/formats/trace_format.hpp"

#include <gmock/gmock.h>

#include "sim/scenario/sections/trace_formats.hpp"
#include "sim/workload/formats/guess_trace.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using ::testing::UnorderedElementsAreArray;

TEST(TraceFormats, AreThoseThatAScenarioCanName) {
  std::vector<std::string> named;
  for (const TraceFormatKeys& keys : trace_format_keys()) named.emplace_back(keys.name);
  EXPECT_THAT(trace_format_names(), UnorderedElementsAreArray(named));
}

// Files whose first line fits several formats, by the rules that settle it.
TEST(TraceFormats, AreAskedByWhatTheyAreKnownByAndThenInTheirOrder) {
  const auto known = [](std::string_view text, const std::string& name = "log") {
    const TempFile file(name, text);
    return guess_trace(file.path()).format;
  };
  EXPECT_EQ(known("{\"jobs\": []}", "jobs.swf"), "swf") << "by its name";
  EXPECT_EQ(known("JobID|timestamp|duration|num_gpus\n"), "sacct") << "before columns";
  EXPECT_EQ(known("submit_s,run_time_s,gpus,timestamp,duration,num_gpus\n"), "philly-csv");
}

TEST(TraceFormats, AHeadHasColumnsByItsDelimiter) {
  const TraceHead head("log", "a; b ;\"c\"");
  EXPECT_EQ(head.delimiter(), ';');
  EXPECT_TRUE(head.has_columns({"a", "b", "c"}));
  EXPECT_FALSE(head.has_column("a; b"));
}

TEST(TraceFormats, AFormatThatIsNotThereIsRefusedWithThoseThatAre) {
  EXPECT_THAT(message_of<ScenarioError>([] { read_text(trace_spec("xls"), "a\n"); }),
              ::testing::HasSubstr("formats are csv, openb, philly-csv, sacct, sacct-json, swf"));
}

}  // namespace
}  // namespace gpuscape
