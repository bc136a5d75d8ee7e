#include "sim/report/html/html_text.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(HtmlText, EscapesWhatHtmlGivesAMeaning) {
  EXPECT_EQ(html_text("<b>\"x\"&'y',z"), "&lt;b&gt;&quot;x&quot;&amp;&#39;y&#39;,z");
}

TEST(HtmlText, DropsControlsAndMarksOfDirection) {
  EXPECT_EQ(html_text("a\x01\x1b[31m\x7f\xC2\x85z"), "a[31mz");
  EXPECT_EQ(html_text("a\xE2\x80\xAEz\xE2\x81\xA6"), "az") << "U+202E and U+2066";
  EXPECT_EQ(html_text("a\nb\tc"), "a b c");
}

TEST(HtmlText, KeepsOtherScriptsAndReplacesBrokenBytes) {
  EXPECT_EQ(html_text("שלום"), "שלום");
  EXPECT_EQ(html_text("a\xFFz"), "a\xEF\xBF\xBDz");
}

TEST(HtmlText, ANameKeepsItsDirectionToItself) { EXPECT_EQ(html_name("a<"), "<bdi>a&lt;</bdi>"); }

TEST(HtmlTable, HasACaptionAndScopes) {
  EXPECT_EQ(html_table({.caption = "c", .head = {"h", "i"}, .rows = {{"r", "1"}}}),
            "<div class=\"wide\"><table>\n<caption>c</caption>\n"
            "<thead><tr><th scope=\"col\">h</th><th scope=\"col\">i</th></tr>\n</thead>\n"
            "<tbody>\n<tr><th scope=\"row\">r</th><td>1</td></tr>\n</tbody></table></div>\n");
}

TEST(HtmlTable, IsNothingWithoutRows) {
  EXPECT_EQ(html_table({.caption = "c", .head = {"h"}}), "");
}

}  // namespace
}  // namespace gpuscape
