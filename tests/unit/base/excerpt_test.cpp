#include "sim/base/excerpt.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(Excerpt, KeepsShortTextAsItIs) { EXPECT_EQ(excerpt("count"), "count"); }

TEST(Excerpt, CutsAfterTheCharactersAskedFor) {
  EXPECT_EQ(excerpt("abcd", 4), "abcd");
  EXPECT_EQ(excerpt("abcde", 4), "abcd…");
}

TEST(Excerpt, CountsCharactersAndNotBytes) { EXPECT_EQ(excerpt("äöü", 3), "äöü"); }

TEST(Excerpt, ShowsControlCharactersAndBrokenUtf8AsReplacement) {
  EXPECT_EQ(excerpt("a\nb\xFFz"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBDz");
}

TEST(Utf8, AcceptsTheBordersOfEachLength) {
  EXPECT_EQ(utf8_character_size("\x7F"), 1U);
  EXPECT_EQ(utf8_character_size("\xC2\x80"), 2U);
  EXPECT_EQ(utf8_character_size("\xE0\xA0\x80"), 3U);
  EXPECT_EQ(utf8_character_size("\xF4\x8F\xBF\xBF"), 4U);
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndWhatLiesAboveUnicode) {
  EXPECT_EQ(utf8_character_size("\xC1\xBF"), 0U);
  EXPECT_EQ(utf8_character_size("\xE0\x9F\xBF"), 0U);
  EXPECT_EQ(utf8_character_size("\xED\xA0\x80"), 0U);
  EXPECT_EQ(utf8_character_size("\xF4\x90\x80\x80"), 0U);
  EXPECT_EQ(utf8_character_size("\xE2\x82"), 0U);
}

}  // namespace
}  // namespace gpuscape
