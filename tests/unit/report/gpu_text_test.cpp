#include "sim/report/format/gpu_text.hpp"

#include <gmock/gmock.h>

#include "sim/report/run/perfetto.hpp"
#include "sim/report/run/run_tables.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kEight{"gpu0", "gpu1", "gpu2", "gpu3",
                                      "gpu4", "gpu5", "gpu6", "gpu7"};

/// A node of eight GPUs that are told apart and one of a group that says nothing; the job holds
/// GPUs 0 to 3 and 6 of the first and one of the other.
RunResult two_spans() {
  RunResult run;
  run.nodes = {{"big", 0, 2, 8, false, 0, 0, "h100", kEight, GpuSetNumbers(8)},
               {"plain", 2, 1, 4, false}};
  run.streams = {"jobs"};
  Job job;
  job.demand.gpus = 6;
  run.jobs.add(job);
  const AllocationSpan spans[] = {{1, 5, run.nodes[0].gpu_sets.id_of(GpuSet(0b1001111))}, {2, 1}};
  run.jobs.start(0, Seconds(0.0), spans);
  run.jobs.end(0, Seconds(5.0), JobState::completed);
  run.end = Seconds(5.0);
  return run;
}

class Text final : public TextSink {
 public:
  void write(std::string_view text) override { all += text; }
  std::string all;
};

TEST(GpuText, NumbersInARowAreARange) {
  EXPECT_EQ(gpu_names(kEight, GpuSet(0b1001111)), "gpu0-3, gpu6");
  EXPECT_EQ(gpu_names(kEight, GpuSet(0b11)), "gpu0-1");
  EXPECT_EQ(gpu_names(kEight, GpuSet()), "");
}

TEST(GpuText, NamesThatDoNotCountStandAlone) {
  const std::vector<std::string> names{"left", "right", "gpu09", "gpu10"};
  EXPECT_EQ(gpu_names(names, GpuSet(0b1111)), "left, right, gpu09, gpu10");
}

TEST(GpuText, GpusAreNamedAsTransfersNameThem) {
  const RunResult run = two_spans();
  EXPECT_EQ(gpus_text(run, run.jobs.spans(run.jobs.segments(0)[0])), "big/1/gpu0-3+big/1/gpu6");
}

TEST(JobsCsv, HasTheGpusInItsLastColumn) {
  Text text;
  write_jobs_csv(two_spans(), text);
  EXPECT_THAT(text.all, HasSubstr("waited_for,gpus_held\n"));
  EXPECT_THAT(text.all, HasSubstr(",big/1:5+plain/0:1,,big/1/gpu0-3+big/1/gpu6\n"));
}

TEST(JobsCsv, HasNoGpusWhereNoneAreToldApart) {
  RunResult run = two_spans();
  run.nodes[0].gpu_names.clear();
  Text text;
  write_jobs_csv(run, text);
  EXPECT_THAT(text.all, Not(HasSubstr("gpus_held")));
}

TEST(JobsCsv, SaysWhatAJobAsksFor) {
  RunResult run = two_spans();
  const auto origins = std::make_shared<OriginTable>();
  Job job;
  job.demand = {1, 0, 0};
  job.demand.asks = origins->asks().intern("a100|h100", "fp8").value();
  run.origins = origins;
  run.jobs.add(job);
  Text text;
  write_jobs_csv(run, text);
  EXPECT_THAT(text.all, HasSubstr("asks_for,gpus_held\n"));
  EXPECT_THAT(text.all, HasSubstr(",\"GPU model a100|h100, features fp8\",\n"));
}

TEST(Perfetto, SaysWhichGpusAJobHolds) {
  Text text;
  write_perfetto(two_spans(), text);
  EXPECT_THAT(text.all, HasSubstr(R"("gpus_held":"big/1/gpu0-3+big/1/gpu6")"));
}

}  // namespace
}  // namespace gpuscape
