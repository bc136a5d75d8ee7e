/// What a live study answers and writes is what `gpuscape run` writes, for every shipped scenario.

#include <gtest/gtest.h>

#include <filesystem>

#include "sim/live/whole_result.hpp"
#include "sim/report/folder/write_run.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> shipped_scenarios() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_file("scenarios")))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

/// The text of a file, without what says where it was made.
std::string text_of(const fs::path& file) {
  const std::string text = read_text(file);
  return text.substr(0, text.find("\"provenance\""));
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

class LiveRun : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static std::string file() {
    return source_file("scenarios/" + GetParam() + ".json").string();
  }
  [[nodiscard]] LiveAnswer answer() {
    study_.ask({{.name = "A", .source = {.file = file()}, .design = {}}});
    study_.wait();
    return study_.latest()->designs.at(0);
  }

  ScratchFolder folder_;
  LiveStudy study_{test::builtin_models(), {.threads = 2}};
};

TEST_P(LiveRun, LeavesBehindWhatTheCommandDoes) {
  const LiveAnswer answer = this->answer();
  const fs::path live = folder_.path() / "live";
  const fs::path typed = folder_.path() / "typed";
  run_program({"run", file(), "--loop", "native", "--out", typed});
  if (!fs::exists(typed / "jobs.csv")) {
    EXPECT_EQ(answer.faults.at(0).message, "the scenario has transfers, and no jobs");
    return;
  }
  const StudyResult result = whole_result(answer, test::builtin_models());
  write_run(live, {result, answer.scenario->guesses, file()}, {});
  EXPECT_EQ(names_in(live), names_in(typed));
  for (const std::string& name : names_in(typed))
    EXPECT_TRUE(text_of(live / name) == text_of(typed / name)) << name;
}

INSTANTIATE_TEST_SUITE_P(Shipped, LiveRun, ::testing::ValuesIn(shipped_scenarios()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace gpuscape
