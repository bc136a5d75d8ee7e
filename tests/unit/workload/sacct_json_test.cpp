#include "sim/workload/formats/sacct_json.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A job that waited for 10 s and ran for 90 s, as Slurm 22.05 writes it (layout v0.0.38), cut to
/// what is read.
struct JsonJob {
  std::string id = "7";
  std::string user = R"("association": {"user": "user1", "account": "team-a"})";
  std::string state = R"("COMPLETED")";
  std::string time = R"("submission": 1777881600, "eligible": 1777881600, "start": 1777881610,
                         "end": 1777881700, "elapsed": 90, "limit": 5)";
  std::string allocated = R"({"type": "cpu", "name": null, "id": 1, "count": 16},
                             {"type": "energy", "name": null, "id": 3, "count": null},
                             {"type": "mem", "name": null, "id": 2, "count": 65536},
                             {"type": "gres", "name": "gpu", "id": 1001, "count": 8})";
  std::string more = "";
};

std::string json_job(const JsonJob& job) {
  return fmt::format(
      R"({{"job_id": {}, {}, "account": "team-a", "partition": "main", "qos": "normal",
          "name": "train", "state": {{"current": {}, "reason": "None"}}, "time": {{{}}},
          "steps": [{{"step": {{"id": "batch"}}}}], "tres": {{"allocated": [{}], "requested": []}}{}}})",
      job.id, job.user, job.state, job.time, job.allocated, job.more);
}

std::string json_text(const std::string& jobs) {
  return "{\"meta\": {\"Slurm\": {}}, \"errors\": [], \"jobs\": [" + jobs + "\n]}";
}

ReadTrace read_json(const JsonJob& job) {
  return read_text(trace_spec("sacct-json"), json_text(json_job(job)));
}

/// A good job, then `text`: why the latter was dropped or repaired, or "".
std::string reason_of_text(const std::string& text) {
  const ReadTrace read =
      read_text(trace_spec("sacct-json"), json_text(json_job({.id = "1"}) + ",\n" + text));
  EXPECT_EQ(read.report.jobs + read.report.dropped(), read.report.rows);
  return read.report.reasons.empty() ? "" : read.report.reasons.at(0).reason;
}
std::string reason_of(const JsonJob& job) { return reason_of_text(json_job(job)); }

TEST(SacctJson, ReadsAJobWithEverythingThatItSays) {
  const ReadTrace read = read_json({});
  const Job& job = read.table.job(0);
  EXPECT_EQ(job.id, 7);
  EXPECT_EQ(job.run_time, 90_s);
  EXPECT_EQ(job.time_limit, 5_min);
  EXPECT_EQ(job.demand, (Demand{.gpus = 8, .milli_cores = 16000, .memory_mib = 65536}));
  EXPECT_EQ(read.table.logged_start(0), 10_s);
  EXPECT_EQ(read.table.origins()[job.origin], (JobOrigin{"user1", "team-a", "main", "normal"}));
  EXPECT_EQ(read.report.unix_origin, Seconds(1777881600));
  EXPECT_EQ(read.report.steps, 1);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

// Layout v0.0.40 (Slurm 23.11): states are lists, numbers may be objects, the user stands apart.
TEST(SacctJson, ReadsTheLayoutOfLaterVersions) {
  const JsonJob later{
      .user = R"("user": "user2", "submit_line": "sbatch -d afterok:1 x.sh")",
      .state = R"(["COMPLETED", "LAUNCH_FAILED"])",
      .time = R"("submission": 1777881600, "start": 1777881610, "end": 1777881700, "elapsed": 80,
                 "limit": {"set": true, "infinite": false, "number": 5})"};
  const ReadTrace read = read_json(later);
  EXPECT_EQ(read.table.job(0).run_time, 80_s);
  EXPECT_EQ(read.table.job(0).time_limit, 5_min);
  EXPECT_EQ(read.table.origins()[read.table.job(0).origin].user, "user2");
  EXPECT_EQ(read.report.reasons.at(0).reason, "depends on no job of the log: dependency ignored");
}

TEST(SacctJson, KnowsLimitsThatAreNone) {
  const auto limit = [](const std::string& text) {
    return read_json({.time = R"("submission": 5, "start": 5, "end": 9, "limit": )" + text})
        .table.job(0)
        .time_limit;
  };
  EXPECT_EQ(limit("4294967295"), kForever);  // INFINITE
  EXPECT_EQ(limit("4294967294"), kForever);  // NO_VAL
  EXPECT_EQ(limit(R"({"set": true, "infinite": true, "number": 0})"), kForever);
  EXPECT_EQ(limit(R"({"set": false, "infinite": false, "number": 0})"), kForever);
  EXPECT_EQ(limit("null"), kForever);
}

TEST(SacctJson, IsKnownByItsFirstCharacter) {
  const ReadTrace read =
      read_text(trace_spec("sacct"), "\xEF\xBB\xBF \r\n" + json_text(json_job({})));
  EXPECT_EQ(read.report.jobs, 1);
}

TEST(SacctJson, TellsJobsFromWhatNeverRan) {
  EXPECT_EQ(reason_of({.state = R"("PENDING")", .allocated = ""}),
            "still waiting when the log was written: its run time is not known");
  EXPECT_EQ(reason_of({.state = R"("CANCELLED")",
                       .time = R"("submission": 5, "start": 9, "end": 9, "elapsed": 0)",
                       .allocated = ""}),
            "never ran: CANCELLED");
  EXPECT_EQ(reason_of({.state = R"("RUNNING")",
                       .time = R"("submission": 5, "start": 9, "end": 0, "elapsed": 7)"}),
            "still running when the log was written: its time so far is taken");
}

TEST(SacctJson, DropsWhatIsNoJob) {
  EXPECT_EQ(reason_of_text("7"), "is not an object");
  EXPECT_EQ(reason_of_text("{}"), "has no job_id");
  EXPECT_EQ(reason_of_text("{\"job_id\": 7,}"), "is not valid JSON");
  EXPECT_EQ(reason_of({.id = "-7"}), "has no job_id");
  EXPECT_EQ(reason_of({.id = "\"7\""}), "has no job_id");
  EXPECT_EQ(reason_of({.allocated = R"({"type": "cpu", "count": -4})"}),
            "its resources are not a list of amounts");
  EXPECT_EQ(reason_of({.allocated = R"({"type": "node", "count": 1})"}),
            "asks for neither GPUs nor cores");
  EXPECT_EQ(reason_of({.time = R"("submission": "soon")"}), "submit date is missing or no date");
}

TEST(SacctJson, SurvivesValuesOfAnotherKind) {
  for (const char* part : {"7", "\"x\"", "[]", "null", "true"})
    EXPECT_NE(reason_of_text(fmt::format(
                  R"({{"job_id": 8, "time": {0}, "tres": {0}, "state": {0}, "association": {0}}})",
                  part)),
              "");
}

TEST(SacctJson, CountsAJobThatTheEndOfTheFileCuts) {
  const std::string whole = json_text(json_job({}) + "," + json_job({.id = "8"}));
  const ReadTrace read = read_text(trace_spec("sacct-json"), whole.substr(0, whole.size() - 40));
  EXPECT_EQ(read.report.jobs, 1);
  EXPECT_EQ(read.report.reasons.at(0).reason, "the file ends within it");
  EXPECT_THAT(read.report.assumptions,
              ElementsAre("log ends before its JSON text does: jobs may be missing"));
}

TEST(SacctJson, NamesTheListThatATextHasInstead) {
  const std::string message = message_of<ScenarioError>([] {
    read_text(trace_spec("sacct-json"),
              R"({"meta": {"slurm": [1]}, "errors": [], "nodes": [{"name": "n1"}]})");
  });
  EXPECT_THAT(message, HasSubstr("no list \"jobs\", but one of nodes"));
  EXPECT_THAT(message, HasSubstr("scontrol show node"));
}

TEST(SacctJson, RefusesATextWithoutJobs) {
  EXPECT_THAT(message_of<ScenarioError>([] { read_text(trace_spec("sacct-json"), "{\"a\": 1}"); }),
              HasSubstr("the JSON text has no list \"jobs\""));
  EXPECT_THAT(message_of<ScenarioError>([] { read_text(trace_spec("sacct-json"), ""); }),
              HasSubstr("the JSON text has no list \"jobs\""));
  EXPECT_THAT(message_of<ScenarioError>([] { read_text(trace_spec("sacct-json"), json_text("")); }),
              HasSubstr("the file contains no jobs"));
}

}  // namespace
}  // namespace gpuscape
