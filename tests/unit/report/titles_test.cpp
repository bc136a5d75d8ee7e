#include "sim/report/format/titles.hpp"

#include <gtest/gtest.h>

#include "sim/report/format/text_table.hpp"

namespace gpuscape {
namespace {

TEST(TextReport, TakesTheFilesNameForAMissingTitle) {
  ScenarioSpec scenario;
  scenario.file = "folder/my.run.json";
  EXPECT_EQ(title_of(scenario), "my.run");
}

TEST(DisplayWidth, CountsCodePoints) {
  EXPECT_EQ(display_width("≤ 30 min"), 8U);
  EXPECT_EQ(display_width(""), 0U);
}

}  // namespace
}  // namespace gpuscape
