#include "sim/fields/json_pointer.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using ::testing::ElementsAre;

TEST(JsonPointer, EscapesSlashAndTilde) { EXPECT_EQ(child_pointer("/a", "b/c~d"), "/a/b~1c~0d"); }

TEST(JsonPointer, UnescapesWhatItEscaped) {
  EXPECT_THAT(pointer_names(child_pointer("/a", "~1/~0")), ElementsAre("a", "~1/~0"));
}

TEST(JsonPointer, KeepsEmptyNames) {
  EXPECT_THAT(pointer_names(""), ElementsAre());
  EXPECT_THAT(pointer_names("/"), ElementsAre(""));
  EXPECT_THAT(pointer_names("/a//b"), ElementsAre("a", "", "b"));
}

}  // namespace
}  // namespace gpuscape
