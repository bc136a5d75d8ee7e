#pragma once
/// The same jobs in every format that is read, for tests that hold for all of them.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {

struct LoggedRow {
  std::int64_t id = 1;
  std::int64_t submit = 100;  ///< s
  std::int64_t start = 100;
  std::int64_t end = 160;
  std::string gpus = "1";
  std::string user = "user1";
  std::string after = {};  ///< empty: nobody
};

struct LogFormat {
  std::string name;
  TraceSpec spec;
  std::string begin = {};  ///< before the rows
  std::function<std::string(const LoggedRow&)> row = {};
  std::string between = "\n";
  std::string end = "\n";
  bool has_users = true;
  bool has_dependencies = true;

  [[nodiscard]] std::string text(const std::vector<std::string>& rows) const {
    return begin + fmt::format("{}", fmt::join(rows, between)) + end;
  }
  [[nodiscard]] std::string text(const std::vector<LoggedRow>& rows) const {
    std::vector<std::string> texts;
    for (const LoggedRow& logged : rows) texts.push_back(row(logged));
    return text(texts);
  }
  [[nodiscard]] ReadTrace read(const std::vector<LoggedRow>& rows) const {
    return read_text(spec, text(rows));
  }
};

inline void PrintTo(const LogFormat& format, std::ostream* out) { *out << format.name; }

inline std::string date_of(std::int64_t seconds, char between) {
  return fmt::format("{0:%Y-%m-%d}{1}{0:%H:%M:%S}", fmt::gmtime(seconds), between);
}

inline LogFormat csv_format() {
  return {.name = "csv",
          .spec = trace_spec("csv", {{"submit", "t", "datetime"},
                                     {"start", "s", "datetime"},
                                     {"end", "e", "datetime"},
                                     {"gpus", "g", ""},
                                     {"id", "i", ""},
                                     {"user", "u", ""},
                                     {"after", "a", ""}}),
          .begin = "i,u,a,t,s,e,g\n",
          .row = [](const LoggedRow& row) {
            return fmt::format("{},{},{},{},{},{},{}", row.id, row.user, row.after,
                               date_of(row.submit, ' '), date_of(row.start, ' '),
                               date_of(row.end, ' '), row.gpus);
          }};
}

inline LogFormat philly_format() {
  return {.name = "philly",
          .spec = trace_spec("philly-csv"),
          .begin = "job_id,timestamp,duration,num_gpus,cluster\n",
          .row =
              [](const LoggedRow& row) {
                return fmt::format("{},{},{},{},6214e9", row.id, date_of(row.submit, ' '),
                                   row.end - row.start, row.gpus);
              },
          .has_users = false,
          .has_dependencies = false};
}

inline LogFormat swf_format() {
  return {.name = "swf",
          .spec = trace_spec("swf"),
          .begin = "; UnixStartTime: 1000000000\n",
          .row = [](const LoggedRow& row) {
            return fmt::format("{} {} {} {} {} -1 -1 {} -1 -1 1 {} -1 -1 -1 -1 {} -1", row.id,
                               row.submit, row.start - row.submit, row.end - row.start, row.gpus,
                               row.gpus, row.user, row.after.empty() ? "-1" : row.after);
          }};
}

inline LogFormat sacct_format() {
  return {.name = "sacct",
          .spec = trace_spec("sacct"),
          .begin = "JobIDRaw|JobID|User|State|Submit|Start|End|AllocTRES|SubmitLine\n",
          .row = [](const LoggedRow& row) {
            return fmt::format("{0}|{0}|{1}|COMPLETED|{2}|{3}|{4}|gres/gpu={5}|sbatch{6}", row.id,
                               row.user, date_of(row.submit, 'T'), date_of(row.start, 'T'),
                               date_of(row.end, 'T'), row.gpus,
                               row.after.empty() ? "" : " -d afterok:" + row.after);
          }};
}

inline LogFormat sacct_json_format() {
  return {.name = "sacct_json",
          .spec = trace_spec("sacct-json"),
          .begin = "{\"jobs\": [\n",
          .row =
              [](const LoggedRow& row) {
                return fmt::format(
                    R"({{"job_id": {}, "user": "{}", "submit_line": "sbatch -d afterok:{}", )"
                    R"("state": {{"current": "COMPLETED"}}, "time": {{"submission": {}, )"
                    R"("start": {}, "end": {}}}, "tres": {{"allocated": [{{"type": "gres", )"
                    R"("name": "gpu", "count": {}}}]}}}})",
                    row.id, row.user, row.after, row.submit, row.start, row.end, row.gpus);
              },
          .between = ",\n",
          .end = "\n]}\n"};
}

inline LogFormat openb_format() {
  return {.name = "openb",
          .spec = trace_spec("openb"),
          .begin =
              "name,cpu_milli,memory_mib,num_gpu,gpu_milli,creation_time,scheduled_time,"
              "deletion_time\n",
          .row =
              [](const LoggedRow& row) {
                return fmt::format("pod-{},0,1,{},1000,{},{},{}", row.id, row.gpus, row.submit,
                                   row.start, row.end);
              },
          .has_users = false,
          .has_dependencies = false};
}

}  // namespace gpuscape
