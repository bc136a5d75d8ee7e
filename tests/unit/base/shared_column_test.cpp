#include "sim/base/shared_column.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpuscape {
namespace {

using testing::ElementsAre;

SharedColumn<int> one_to_three() {
  SharedColumn<int> column;
  column.reserve(8);
  column.push_back(1);
  constexpr int kMore[] = {2, 3};
  column.append(kMore);
  return column;
}

TEST(SharedColumn, ACopyTakesUpNoMemoryOfItsOwn) {
  const SharedColumn<int> column = one_to_three();
  const SharedColumn<int> copy = column;
  EXPECT_EQ(copy.values().data(), column.values().data());
  EXPECT_THAT(copy.values(), ElementsAre(1, 2, 3));
}

TEST(SharedColumn, WhatIsWrittenToACopyStaysThere) {
  const SharedColumn<int> column = one_to_three();
  SharedColumn<int> copy = column;
  copy.writable(0) = 7;
  copy.push_back(8);
  EXPECT_THAT(copy.values(), ElementsAre(7, 2, 3, 8));
  EXPECT_THAT(column.values(), ElementsAre(1, 2, 3));
  EXPECT_EQ(copy[3], 8);
}

TEST(SharedColumn, WhatIsWrittenToTheOriginalIsNotInTheCopy) {
  SharedColumn<int> column = one_to_three();
  const SharedColumn<int> copy = column;
  column.writable(2) = 9;
  EXPECT_THAT(column.values(), ElementsAre(1, 2, 9));
  EXPECT_THAT(copy.values(), ElementsAre(1, 2, 3));
}

TEST(SharedColumn, OneThatWasMovedFromIsEmptyAndCanBeFilledAgain) {
  SharedColumn<int> column = one_to_three();
  SharedColumn<int> other;
  other.push_back(4);
  other = std::move(column);
  EXPECT_THAT(other.values(), ElementsAre(1, 2, 3));
  EXPECT_EQ(column.size(), 0U);  // NOLINT(bugprone-use-after-move): what this test is about
  column.push_back(5);
  EXPECT_THAT(column.values(), ElementsAre(5));
  EXPECT_THAT(other.values(), ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace gpuscape
