#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/session.hpp"
#include "tests/support/bench_program.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::HasSubstr;

/// Takes 1 ms each, for ever or until it fails.
class Sleepless final : public Probe {
 public:
  explicit Sleepless(int good) : good_(good) {}
  double run(std::int64_t operations) override {
    if (good_-- == 0) throw Lost("the device is gone");
    return 1e-3 * static_cast<double>(operations);
  }

 private:
  int good_;
};

Measure measure(const std::string& family, const std::string& path, int good) {
  Measure measure;
  measure.facts.family = family;
  measure.facts.operation = "copy";
  measure.facts.path = path;
  measure.facts.bytes = 1000;
  measure.prepare = [good] { return std::make_unique<Sleepless>(good); };
  return measure;
}

struct Outcome {
  int exit_code;
  nlohmann::json file;
};

Outcome outcome_of(std::vector<Measure> measures, double min_time = 1e-3) {
  const ScratchFolder folder;
  Options options;
  options.output = folder.path() / "out.json";
  options.min_time = min_time;
  options.repetitions = 3;
  Record record;
  record.measures = std::move(measures);
  const int exit_code = Session(options, std::move(record)).run();
  return {exit_code, nlohmann::json::parse(read_text(options.output))};
}

TEST(BenchResult, HoldsEveryRepetitionAndTheirMedian) {
  const Outcome outcome = outcome_of({measure("host", "a", -1)});
  EXPECT_EQ(outcome.exit_code, kDone);
  const auto& rows = outcome.file["benchmarks"];
  ASSERT_EQ(rows.size(), 5U);  // three repetitions, median and deviation
  EXPECT_EQ(rows[2]["repetition_index"], 2);
  EXPECT_DOUBLE_EQ(rows[0]["real_time"], 1e6);
  EXPECT_DOUBLE_EQ(rows[0]["bytes_per_second"], 1e6);
  EXPECT_EQ(rows[3]["aggregate_name"], "median");
  EXPECT_TRUE(outcome.file["context"]["gpuscape"]["complete"]);
}

TEST(BenchResult, HasAsManyOperationsInEveryRepetition) {
  const Outcome outcome = outcome_of({measure("host", "a", -1)}, 10e-3);
  const auto& rows = outcome.file["benchmarks"];
  EXPECT_GE(rows[0]["iterations"].get<int>(), 10);  // of 1 ms each
  EXPECT_EQ(rows[2]["iterations"], rows[0]["iterations"]);
}

TEST(BenchResult, OfALostDeviceKeepsWhatWasMeasuredAndIsMarked) {
  const Outcome outcome =
      outcome_of({measure("host", "a", -1), measure("cuda", "b", 1), measure("cuda", "c", -1)});
  EXPECT_EQ(outcome.exit_code, kLost);
  EXPECT_FALSE(outcome.file["context"]["gpuscape"]["complete"]);
  const auto& rows = outcome.file["benchmarks"];
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[5]["error_message"], "the device is gone");
  EXPECT_EQ(rows[6]["error_message"], "not measured: cuda was lost before");
}

/// One call of run before the first repetition and one in each: it fails in the third.
TEST(BenchResult, OfAMeasureThatFailsLateKeepsTheRepetitionsBefore) {
  const Outcome outcome = outcome_of({measure("host", "a", 3)});
  const auto& rows = outcome.file["benchmarks"];
  const auto of_a = [](const auto& row) {
    return row["path"] == "a" && row.contains("repetition_index");
  };
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(), of_a), 2);
  EXPECT_EQ(rows.back()["error_message"], "the device is gone");
}

TEST(BenchResult, IsNeverWrittenOverWhatExists) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  write_text(path, "mine");
  const auto output = test::run_bench("--only host --filter '/64' --quick -o " + path);
  EXPECT_EQ(output.exit_code, kWrongCommand);
  EXPECT_THAT(output.text, HasSubstr("it exists"));
  EXPECT_EQ(read_text(path), "mine");
}

/// What replace says; empty where it wrote.
std::string refusal_of(const std::string& path, const char* state) {
  try {
    ResultFile::replace(path, Json::object().set("state", state));
  } catch (const Failure& fault) {
    return fault.what();
  }
  return "";
}

TEST(BenchResult, IsNotWrittenOverWhatAppearsBeforeTheFirstRow) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  write_text(path, "theirs");
  EXPECT_THAT(refusal_of(path, "one"), HasSubstr("another program made it"));
  EXPECT_THAT(refusal_of(path, "two"), HasSubstr(".part-" + std::to_string(getpid())));
  EXPECT_EQ(read_text(path), "theirs");
  EXPECT_THAT(read_text(path + ".part-" + std::to_string(getpid())), HasSubstr("two"));
}

TEST(BenchResult, IsNotWrittenOverWhatTookItsPlaceDuringTheRun) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  EXPECT_EQ(refusal_of(path, "one"), "");
  EXPECT_EQ(refusal_of(path, "two"), "");
  EXPECT_THAT(read_text(path), HasSubstr("two"));
  write_text(path + ".theirs", "theirs");
  std::filesystem::rename(path + ".theirs", path);
  EXPECT_THAT(refusal_of(path, "three"), HasSubstr("another program made it"));
  EXPECT_EQ(read_text(path), "theirs");
}

TEST(BenchResult, LeavesThePartOfAProcessOfTheSameNumberAlone) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  const std::string part = path + ".part-" + std::to_string(getpid());
  write_text(part, "theirs");
  EXPECT_EQ(refusal_of(path, "one"), "");
  EXPECT_EQ(read_text(part), "theirs");
  EXPECT_THAT(read_text(path), HasSubstr("one"));
}

/// Stopped as soon as the file holds a row.
class BenchSignal : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(BenchSignal, LeavesAFileWithWhatWasMeasuredAndIsMarked) {
  const auto& [signal, exit_code] = GetParam();
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  const auto output = test::run_bench(
      "--only host,tcp --repetitions 1 -o " + path + " & until grep -qs real_time " + path +
      "; do sleep 0.05; done; kill -" + signal + " $!; wait $!; echo exit $?");
  EXPECT_THAT(output.text, HasSubstr("exit " + std::to_string(exit_code)));
  const auto file = nlohmann::json::parse(read_text(path));
  EXPECT_EQ(file["context"]["gpuscape"]["incomplete"], "stopped by a signal");
  EXPECT_FALSE(file["context"]["gpuscape"]["complete"]);
  EXPECT_FALSE(file["benchmarks"].empty());
}

INSTANTIATE_TEST_SUITE_P(Both, BenchSignal,
                         ::testing::Values(std::pair("INT", 130), std::pair("TERM", 143)));

TEST(BenchResult, HasNoNamesOfFoldersAndHosts) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  test::run_bench("--only host --quick --filter host/64 -o " + path);
  EXPECT_THAT(read_text(path), ::testing::Not(HasSubstr(folder.path().string())));
  const auto file = nlohmann::json::parse(read_text(path));
  EXPECT_THAT(file["context"]["host_name"], ::testing::StartsWith("host-"));
}

}  // namespace
}  // namespace gpuscape::bench
