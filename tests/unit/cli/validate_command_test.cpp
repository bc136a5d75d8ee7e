/// What `gpuscape validate` ends with.

#include "cli/commands/validate.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Validated {
  int exit_code = 0;
  std::string text;
};

Validated validated(const std::string& figure) {
  Registry registry;
  register_builtin_models(registry);
  std::ostringstream out;
  const int exit_code = validate_command({.area = "", .figure = figure}, registry, out);
  return {exit_code, out.str()};
}

/// 10 GB between two hosts on a link of 10 GB/s: 1 s, and hardly a start. A second number is left
/// out.
constexpr const char* kOwn = R"({"area": "mine", "about": "One of ours.",
  "goals": {"class": "point-to-point", "median": 0.1, "expressible": 0.5},
  "figures": {"copy": {"system": "two hosts", "metric": "time", "kind": "measured", "verified": true,
    "source": {"title": "notes", "by": "us", "year": "2026", "where": "page 1"},
    "class": "point-to-point", "used_for": "test", "tolerance": 0.1, "mechanism": "the link",
    "left_out": "the other direction", "left_out_values": 1,
    "cluster": {"nodes": {"n": {"type": "dgx-h100", "count": 2}},
      "networks": {"compute": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"}}},
    "experiments": {"copy": {"transfers": [{"from": "n/0", "to": "n/1", "bytes": "10 GB"}],
      "time": ["1.02 s"]}}}}})";

Validated validated_file(const std::string& path, const std::string& area = "") {
  Registry registry;
  register_builtin_models(registry);
  std::ostringstream out;
  const int exit_code = validate_command({.file = path, .area = area, .figure = {}}, registry, out);
  return {exit_code, out.str()};
}

TEST(ValidateCommand, TakesFiguresOfOnesOwn) {
  const ScratchFolder folder;
  write_text(folder.path() / "own.json", kOwn);
  const Validated own = validated_file((folder.path() / "own.json").string());
  EXPECT_EQ(own.exit_code, 0);
  EXPECT_THAT(own.text, HasSubstr("mine · 1 measured point-to-point figure"));
  EXPECT_THAT(own.text, HasSubstr("0.5 of 1 (50.0 %"));  // half of its two numbers
  EXPECT_THROW(validated_file((folder.path() / "none.json").string()), ScenarioError);
  EXPECT_THROW(validated_file((folder.path() / "own.json").string(), "2"), ScenarioError);
}

// 10 GB over 10 GB/s is 1 s; with a start of 20 ms the baseline is right, so nobody is better.
TEST(ValidateCommand, SaysWhatOneStartAndBytesOverLineRateWouldGive) {
  const ScratchFolder folder;
  write_text(folder.path() / "own.json", kOwn);
  const std::string text = validated_file((folder.path() / "own.json").string()).text;
  EXPECT_THAT(text, HasSubstr("against the baseline"));
  EXPECT_THAT(text, HasSubstr("messages between nodes 2e+04 us"));
  EXPECT_THAT(text, HasSubstr("from 16 MiB on"));
}

TEST(ValidateCommand, EndsWithOneWhereAFigureMissesAGoal) {
  const Validated alone = validated("fab-ault-roce");
  EXPECT_THAT(alone.text, HasSubstr("MISSED"));
  EXPECT_EQ(alone.exit_code, 1);
}

TEST(ValidateCommand, EndsWithZeroWhereAFigureMissesNone) {
  for (const char* figure : {"fab-ib-100g-write", "fab-pcie5-h200-h2d"}) {  // scored, fitted
    const Validated alone = validated(figure);
    EXPECT_THAT(alone.text, Not(HasSubstr("MISSED")));
    EXPECT_EQ(alone.exit_code, 0) << figure;
  }
}

TEST(ValidateCommand, EndsWithOneAndTheReasonWhereAFigureCannotBeRun) {
  for (const char* figure : {"fab-mooncake-te", "fab-nccl-4x8v100-edr"}) {  // scored, collective
    const Validated alone = validated(figure);
    EXPECT_THAT(alone.text, HasSubstr(std::string("not expressible\n  ") + figure));
    EXPECT_EQ(alone.exit_code, 1) << figure;
  }
}

TEST(ValidateCommand, HoldsOneFigureAgainstItsOwnToleranceAndNoGoalOfAll) {
  for (const char* figure : {"cdi-rn50-a", "horovod-vgg-16", "fab-ib-100g-write"}) {
    const Validated alone = validated(figure);
    EXPECT_THAT(alone.text, HasSubstr(std::string(figure) + " alone\n"));
    EXPECT_THAT(alone.text, HasSubstr("(tolerance "));
    for (const char* of_many : {"all but one", "at most", "at least", "90th"})
      EXPECT_THAT(alone.text, Not(HasSubstr(of_many))) << figure;
  }
}

}  // namespace
}  // namespace gpuscape
