/// What `gpuscape validate` ends with.

#include "cli/commands/validate.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "models/builtin_models.hpp"

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
