#pragma once
/// Rows of `sacct --parsable2` for the tests.

#include <string>
#include <vector>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {

/// A job that waited for 10 s and ran for 90 s on eight GPUs.
struct SacctRow {
  std::string raw_id = "7";
  std::string id = "7";
  std::string name = "train";
  std::string user = "user1";
  std::string state = "COMPLETED";
  std::string submit = "2026-05-04T08:00:00";
  std::string eligible = "2026-05-04T08:00:00";
  std::string start = "2026-05-04T08:00:10";
  std::string end = "2026-05-04T08:01:40";
  std::string elapsed_raw = "90";
  std::string elapsed = "00:01:30";
  std::string limit_raw = "5";
  std::string limit = "00:05:00";
  std::string allocated = "billing=16,cpu=16,gres/gpu=8,mem=64G,node=2";
  std::string requested = "cpu=16,gres/gpu:a100=8,mem=64G,node=2";
  std::string line = "sbatch job.sh";
};

inline std::string sacct_line(const SacctRow& row) {
  std::string text;
  for (const std::string& field :
       {row.raw_id, row.id, row.name, std::string("main"), std::string("team-a"), row.user,
        std::string("normal"), row.state, row.submit, row.eligible, row.start, row.end,
        row.elapsed_raw, row.elapsed, row.limit_raw, row.limit, row.allocated, row.requested})
    text += field + "|";
  return text + row.line + "\n";
}

inline constexpr const char* kSacctHeader =
    "JobIDRaw|JobID|JobName|Partition|Account|User|QOS|State|Submit|Eligible|Start|End|ElapsedRaw|"
    "Elapsed|TimelimitRaw|Timelimit|AllocTRES|ReqTRES|SubmitLine\n";

inline std::string sacct_text(const std::vector<SacctRow>& rows) {
  std::string text = kSacctHeader;
  for (const SacctRow& row : rows) text += sacct_line(row);
  return text;
}

inline ReadTrace read_sacct_rows(const std::vector<SacctRow>& rows) {
  return read_text(trace_spec("sacct"), sacct_text(rows));
}

/// A good row, then `text`: why the latter was dropped or repaired, or "".
inline std::string sacct_reason_of_text(const std::string& text) {
  const std::string good = sacct_line({.raw_id = "1", .id = "1"});
  const ReadTrace read = read_text(trace_spec("sacct"), kSacctHeader + good + text);
  EXPECT_EQ(read.report.jobs + read.report.dropped(), read.report.rows);
  return read.report.reasons.empty() ? "" : read.report.reasons.at(0).reason;
}

inline std::string sacct_reason(const SacctRow& row) {
  return sacct_reason_of_text(sacct_line(row));
}

}  // namespace gpuscape
