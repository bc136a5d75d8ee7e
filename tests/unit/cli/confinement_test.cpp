/// What a scenario may read, and what of it comes back.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <iostream>
#include <sstream>

#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kCluster =
    R"("cluster": {"nodes": {"gpu": {"type": "custom", "count": 2, "gpus": 4, "cores": 8, "memory": "64 GiB"}}})";
constexpr const char* kJobs =
    R"("workload": {"streams": {"jobs": {"generate": {"duration": "1 d", "load": 0.5, "gpus": {"1": 1},
        "run_time": {"distribution": "exponential", "mean": "1 h"}}}}})";
constexpr const char* kTransfers =
    R"("cluster": {"nodes": {"gpu": {"type": "dgx1-v100", "count": 1}}},
      "workload": {"streams": {"t": {"transfers": [{"from": "gpu/0/gpu0", "to": "gpu/0/gpu1",
      "bytes": "1 MB"}]}}}, "run": {"detail": "step"})";
/// Neither JSON nor a log, and nobody else's business.
constexpr const char* kSecret = "machine example.org login me password hunter2\n";

class Reading : public ::testing::Test {
 protected:
  Reading() {
    fs::create_directory(folder_.path() / "mail");
    write_text(folder_.path() / "secret", kSecret);
    write_text(folder_.path() / "base.json",
               std::string("{\"format\": 1, ") + kCluster + ", " + kJobs + "}");
    fs::create_directory(folder_.path() / "parts");
    write_text(folder_.path() / "parts/own.json", R"({"gpus": {}})");
  }
  /// `check` of a scenario in the folder "mail" with these members.
  Outcome check(const std::string& members, std::vector<std::string> words = {}) const {
    write_text(folder_.path() / "mail/s.json", "{\"format\": 1, " + members + "}");
    words.insert(words.begin(), {"check", (folder_.path() / "mail/s.json").string()});
    return run_program(words);
  }
  static std::string with_log(const std::string& trace) {
    return std::string(kCluster) + R"(, "workload": {"streams": {"l": {"trace": )" + trace + "}}}";
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }

  ScratchFolder folder_;
};

TEST_F(Reading, ShowsNothingOfAFileThatIsNotWhatItIsNamedAs) {
  const std::vector<std::string> scenarios = {
      R"("extends": "../secret")",
      std::string(kTransfers) + R"(, "calibration": "../secret")",
      with_log(R"({"format": "swf", "file": "../secret"})"),
      with_log(R"({"format": "sacct", "file": "../secret"})"),
      with_log(R"({"format": "sacct-json", "file": "../secret"})"),
      with_log(R"({"format": "openb", "file": "../secret"})"),
      with_log(R"({"format": "philly-csv", "file": "../secret"})"),
      with_log(
          R"({"format": "csv", "file": "../secret", "columns": {"submit": "a", "run_time": "b"}})"),
      std::string(kJobs) + R"(, "cluster": {"from": "../secret"})",
      std::string(kJobs) + R"(, "cluster": {"from": ".."})"};
  for (const std::string& scenario : scenarios) {
    const Outcome outcome = check(scenario);
    EXPECT_EQ(outcome.code, 2) << scenario << outcome.out;
    for (const char* word : {"hunter2", "password", "example.org"})
      EXPECT_THAT(outcome.err, Not(HasSubstr(word))) << scenario;
  }
}

TEST_F(Reading, RefusesPipesAndDevices) {
  ASSERT_EQ(mkfifo(path("mail/pipe").c_str(), 0600), 0);
  for (const std::string file : {"pipe", "/dev/zero"}) {
    const std::vector<std::string> scenarios = {
        R"("extends": ")" + file + "\"",
        std::string(kTransfers) + R"(, "calibration": ")" + file + "\"",
        with_log(R"({"format": "swf", "file": ")" + file + "\"}"),
        with_log(R"({"format": "csv", "file": "s.json", "columns": ")" + file + ".json\"}")};
    for (const std::string& scenario : scenarios) EXPECT_EQ(check(scenario).code, 2) << scenario;
    EXPECT_EQ(run_program({"trace", "info", file == "pipe" ? path("mail/pipe") : file}).code, 2);
    EXPECT_EQ(run_program({"calibrate", file == "pipe" ? path("mail/pipe") : file}).code, 2);
    EXPECT_EQ(run_program({"check", file == "pipe" ? path("mail/pipe") : file}).code, 2);
  }
}

TEST_F(Reading, RefusesFoldersAsInput) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"check", path("mail")},
           {"run", path("mail")},
           {"compare", path("mail")},
           {"trace", "info", path("mail")},
           {"trace", "generate", path("mail"), "-o", path("x.csv")},
           {"calibrate", path("mail")},
           {"calibrate", "--verify", path("mail")},
           {"catalog", "import", "--hwloc", path("mail")},
           {"catalog", "import", "--nvidia-smi-topo", path("mail")},
           {"trace", "info", path("secret"), "--columns", path("mail")},
           {"topo", path("mail")}}) {
    const Outcome outcome = run_program(words);
    EXPECT_TRUE(outcome.code == 2 || outcome.code == 3) << words[0] << outcome.code << outcome.err;
    EXPECT_NE(outcome.err, "") << words[0];
  }
}

TEST_F(Reading, StaysBelowTheScenariosFolderWhenConfined) {
  write_text(folder_.path() / "log.swf", "1 0 0 60 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n");
  fs::create_symlink("../log.swf", folder_.path() / "mail/link.swf");
  write_text(folder_.path() / "map.json", R"({"columns": {"submit": "a", "run_time": "b"}})");
  write_text(folder_.path() / "mail/t.csv", "a,b\n1,2\n");
  const std::string whole = std::string(kCluster) + ", " + kJobs;
  const std::vector<std::string> scenarios = {
      R"("extends": "../base.json")", with_log(R"({"format": "swf", "file": "../log.swf"})"),
      with_log(R"({"format": "swf", "file": "link.swf"})"),
      with_log(R"({"format": "csv", "file": "t.csv", "columns": "../map.json"})"),
      whole + R"(, "catalog": "../parts")"};
  for (const std::string& scenario : scenarios) {
    EXPECT_EQ(check(scenario).code, 0) << scenario << check(scenario).err;
    const Outcome outcome = check(scenario, {"--confine"});
    EXPECT_EQ(outcome.code, 2) << scenario;
    EXPECT_THAT(outcome.err, HasSubstr("is outside the scenario's folder")) << scenario;
  }
  EXPECT_EQ(check(whole, {"--confine"}).code, 0);
}

TEST_F(Reading, OfAProfileIsConfinedToo) {
  write_text(folder_.path() / "p.json", R"({"format": "gpuscape-profile"})");
  const Outcome outcome =
      check(std::string(kTransfers) + R"(, "calibration": "../p.json")", {"--confine"});
  EXPECT_THAT(outcome.err, HasSubstr("/calibration"));
  EXPECT_THAT(outcome.err, HasSubstr("is outside the scenario's folder"));
}

TEST_F(Reading, IsConfinedByDefaultWhereTheScenarioIsStandardInput) {
  std::istringstream scenario(R"({"format": 1, "extends": ")" + path("base.json") + "\"}");
  std::streambuf* const before = std::cin.rdbuf(scenario.rdbuf());
  const Outcome confined = run_program({"check", "-"});
  EXPECT_EQ(confined.code, 2);
  EXPECT_THAT(confined.err, HasSubstr("is outside the scenario's folder"));
  const Outcome free = run_program({"check", "-", "--no-confine"});
  EXPECT_EQ(free.code, 0) << free.err;
  EXPECT_THAT(free.out, HasSubstr("-: no faults"));
  std::cin.rdbuf(before);
}

TEST_F(Reading, EndsWithTheCommand) {
  EXPECT_EQ(check(R"("extends": "../base.json")", {"--confine"}).code, 2);
  EXPECT_EQ(check(R"("extends": "../base.json")").code, 0);
}

}  // namespace
}  // namespace gpuscape
