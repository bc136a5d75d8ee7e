/// Designs that differ in one number, and the slider over them.

#include "sim/report/page/page_axis.hpp"

#include <gmock/gmock.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <array>
#include <string>
#include <utility>

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PageDesign design(const std::string& name, const std::string& resolved) {
  auto run = std::make_shared<SavedRun>();
  run->outcome.result.scenario.resolved = parse_json(resolved, name);
  PageDesign one{.name = name};
  one.result.emplace();
  one.result->run = std::move(run);
  return one;
}

PageComparison comparison(const std::vector<std::string>& resolved) {
  PageComparison of;
  for (const std::string& text : resolved)
    of.designs.push_back(design(std::to_string(of.designs.size()), text));
  return of;
}

TEST(PageAxis, IsTheOneNumberThatDiffersByRisingValue) {
  const DesignAxis axis =
      design_axis(comparison({R"({"n": 8, "x": "a", "title": "1"})", R"({"n": 32, "x": "a"})",
                              R"({"n": 16, "x": "a"})", R"({"n": 64, "x": "b"})"}));
  EXPECT_EQ(axis.pointer, "/n");
  EXPECT_THAT(axis.designs, ElementsAre(0, 2, 1));
  EXPECT_THAT(axis.values, ElementsAre("8", "16", "32"));
}

TEST(PageAxis, QuantitiesHaveOneUnit) {
  EXPECT_THAT(
      design_axis(comparison({R"({"b": "9 GB/s"})", R"({"b": "25 GB/s"})", R"({"b": "10 GB/s"})"}))
          .values,
      ElementsAre("9 GB/s", "10 GB/s", "25 GB/s"));
  EXPECT_THAT(
      design_axis(comparison({R"({"b": "9 GB/s"})", R"({"b": "25 MB/s"})", R"({"b": "10 GB/s"})"}))
          .designs,
      IsEmpty());
}

TEST(PageAxis, TwoDesignsOrNamesHaveNone) {
  EXPECT_THAT(design_axis(comparison({R"({"n": 8})", R"({"n": 9})"})).designs, IsEmpty());
  EXPECT_THAT(design_axis(comparison({R"({"n": "a"})", R"({"n": "b"})", R"({"n": "c"})"})).designs,
              IsEmpty());
  EXPECT_EQ(axis_html(comparison({R"({"n": 8})"}), "id"), "");
}

TEST(PageAxis, NamesThatBeginLikeInfinityAreNames) {
  EXPECT_THAT(design_axis(comparison({R"({"n": "infiniband"})", R"({"n": "infiniband"})",
                                      R"({"n": "nan-1"})", R"({"n": "inf"})"}))
                  .designs,
              IsEmpty());
}

TEST(PageAxis, TextsAreEscapedAndTheSliderIsHiddenUntilAScriptRuns) {
  const std::string html = axis_html(
      comparison({R"({"<b>": "1 <i>|"})", R"({"<b>": "2 <i>|"})", R"({"<b>": "3 <i>|"})"}), "id");
  EXPECT_THAT(html, HasSubstr("class=\"by-design\" hidden"));
  EXPECT_THAT(html, HasSubstr("data-values=\"1 &lt;i&gt; |2 &lt;i&gt; |3 &lt;i&gt; \""));
  EXPECT_THAT(html, HasSubstr("<code>/&lt;b&gt;</code>"));
}

// What the page's policy names is what the page has.
TEST(PageAxis, TheDigestIsTheScripts) {
  const std::string_view script = axis_script();
  sha256_ctx state;
  sha256_init(&state);
  sha256_update(&state, script.size(), reinterpret_cast<const std::uint8_t*>(script.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&state, digest.size(), digest.data());
  std::array<char, BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE)> text{};
  base64_encode_raw(text.data(), digest.size(), digest.data());
  EXPECT_EQ(std::string_view(text.data(), text.size()), axis_script_digest());
}

}  // namespace
}  // namespace gpuscape
