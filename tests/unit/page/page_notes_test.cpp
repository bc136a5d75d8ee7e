#include "sim/report/page/page_notes.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(WithoutPaths, KeepsTheLastNameOfAPath) {
  EXPECT_EQ(without_paths("gpuscape run /srv/a/s.json --out=/srv/x.out ../up/t.json"),
            "gpuscape run …/s.json --out=…/x.out …/t.json");
  EXPECT_EQ(without_paths("/usr/bin/gpuscape run ~/b/s.json"), "…/gpuscape run …/s.json");
}

TEST(WithoutPaths, KeepsPointersAndRelativeNames) {
  EXPECT_EQ(without_paths("gpuscape run scenarios/s.json --set /run/seed=3 --set=/run/seed=4"),
            "gpuscape run scenarios/s.json --set /run/seed=3 --set=/run/seed=4");
}

TEST(SharedTexts, NamesTheDesignsOfWhichItIsSaid) {
  SharedTexts texts;
  texts.add("one", "a");
  texts.add("one", "b");
  texts.add("two", "b");
  EXPECT_THAT(texts.html(2), ElementsAre("one", "<bdi>b</bdi>: two"));
}

TEST(Reproduction, HasNeitherHostNorFolder) {
  Provenance provenance;
  provenance.host = "node17";
  provenance.scenario_file = "/secret/place/s.json";
  provenance.command = "gpuscape run /secret/place/s.json";
  const std::string html = reproduction_html(provenance, nullptr);
  EXPECT_THAT(html, HasSubstr("s.json"));
  EXPECT_THAT(html, Not(HasSubstr("node17")));
  EXPECT_THAT(html, Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace gpuscape
