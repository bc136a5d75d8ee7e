#include "sim/report/logs/job_log_file.hpp"

#include <gmock/gmock.h>

#include "sim/report/format/compressed_sink.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "tests/support/log_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class TextInMemory final : public TextSink {
 public:
  void write(std::string_view more) override { text += more; }
  std::string text;
};

std::string csv_of(const JobLog& log, const JobLogOptions& options = {}) {
  TextInMemory sink;
  write_log_csv(log, options, sink);
  return sink.text;
}

TEST(CsvLog, HasOnlyColumnsThatSomeJobFills) {
  EXPECT_EQ(csv_of(LogBuilder().job(0, 10, 2).log()), "id,submit_s,run_time_s,gpus\n1,0,10,2\n");
  LoggedJob row;
  row.state = LoggedState::timed_out;
  row.demand.milli_cores = 1500;
  EXPECT_EQ(csv_of(LogBuilder().job(0, 10, 2, row).job(5, 1, 1).log()),
            "id,submit_s,run_time_s,gpus,cores,state\n1,0,10,2,1.5,TIMEOUT\n2,5,1,1,0,\n");
}

TEST(CsvLog, WritesDatesSince1970WhereThatLosesNoDigit) {
  JobLog log = LogBuilder().job(0, 1, 1).job(0.5, 1, 1).log();
  log.unix_origin = Seconds(1.5e9);
  EXPECT_THAT(csv_of(log), EndsWith("1,1500000000,1,1\n2,1500000000.5,1,1\n"));
}

TEST(CsvLog, CountsFromTheFirstSubmissionWhereDigitsWouldGo) {
  JobLog log = LogBuilder().job(0, 1, 1).job(1e-9, 1, 1).log();
  log.unix_origin = Seconds(1.5e9);
  TextInMemory sink;
  EXPECT_THAT(write_log_csv(log, {}, sink).notes, Contains(HasSubstr("since 1970")));
  EXPECT_THAT(sink.text, EndsWith("1,0,1,1\n2,0.000000001,1,1\n"));
}

TEST(CsvLog, NumbersJobsAnewWithWhatTheyWaitFor) {
  LoggedJob first;
  first.id = 70;
  LoggedJob second;
  second.id = 71;
  second.after_ids = {{70, DependsOn::success}};
  const JobLog log = LogBuilder().job(0, 1, 1, first).job(5, 1, 1, second).log();
  EXPECT_THAT(csv_of(log), EndsWith("70,0,1,1,\n71,5,1,1,70\n"));
  EXPECT_THAT(csv_of(log, {.names = nullptr, .renumber = true}), EndsWith("1,0,1,1,\n2,5,1,1,1\n"));
}

TEST(CsvLog, WritesAllThatAJobWaitsForAsItIsRead) {
  LoggedJob first, second, third;
  first.id = 70;
  second.id = 71;
  third.id = 72;
  third.after_ids = {{70, DependsOn::success}, {71, DependsOn::end}};
  const JobLog log =
      LogBuilder().job(0, 1, 1, first).job(5, 1, 1, second).job(6, 1, 1, third).log();
  EXPECT_THAT(csv_of(log), EndsWith("72,6,1,1,afterok:70;afterany:71\n"));
  TextInMemory sink;
  EXPECT_THAT(write_log_swf(log, {}, sink).notes, Contains(HasSubstr("of several the first")));
}

TEST(SwfLog, SaysWhatItRounds) {
  TextInMemory sink;
  const WrittenLog written = write_log_swf(LogBuilder().job(0, 1.5, 2).log(), {}, sink);
  EXPECT_THAT(written.notes, Contains(HasSubstr("rounded")));
  EXPECT_THAT(sink.text, EndsWith("1 0 -1 2 2 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"));
}

std::string compressed(std::string_view name, const std::string& text) {
  TextInMemory memory;
  const auto sink = make_compressed_sink(name, memory);
  for (std::size_t i = 0; i < text.size(); i += 70'000)
    sink->write(std::string_view(text).substr(i, 70'000));
  sink->finish();
  return memory.text;
}

std::string read_back(const std::string& bytes) {
  const auto stream = make_decoded_stream(make_text_stream(bytes), "log");
  std::string text;
  std::string buffer(4096, ' ');
  while (const std::size_t count = stream->read(buffer)) text.append(buffer, 0, count);
  return text;
}

TEST(CompressedSink, ReadsBackAsItWas) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i * 7919 % 10007) + "\n";
  for (const char* name : {"a.csv", "a.csv.gz", "a.csv.zst"}) {
    EXPECT_EQ(read_back(compressed(name, text)), text) << name;
    EXPECT_EQ(read_back(compressed(name, "")), "") << name;
  }
  EXPECT_LT(compressed("a.gz", text).size(), text.size() / 2);
  EXPECT_THAT(compressed("a.gz", text), StartsWith("\x1f\x8b"));
}

TEST(AnonymousNames, FollowTheOrderOfFirstAppearance) {
  const JobLog log = LogBuilder()
                         .job(0, 1, 1, sent_by("zoe", "x"))
                         .job(1, 1, 1, sent_by("ann", "x"))
                         .job(2, 1, 1)
                         .log();
  const AnonymousNames names(*log.table, {});
  EXPECT_EQ(names.origin(log.table->job(0).origin).user, "u1");
  EXPECT_EQ(names.origin(log.table->job(1).origin).user, "u2");
  EXPECT_EQ(names.origin(log.table->job(1).origin).account, "a1");
  EXPECT_EQ(names.origin(log.table->job(2).origin).user, "");
}

}  // namespace
}  // namespace gpuscape
