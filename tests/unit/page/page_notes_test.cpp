#include "sim/report/page/page_notes.hpp"

#include <gmock/gmock.h>

#include <memory>

#include "sim/report/page/page_verdict.hpp"

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

PageComparison two_designs(std::vector<PageTrial> trials) {
  PageComparison of;
  of.designs = {{.name = "base"}, {.name = "two"}};
  of.verdict = PageVerdict{.by = "metrics", .winner = "base"};
  of.trials = std::move(trials);
  return of;
}

TEST(PageVerdict, SaysWhichGuessesTurnIt) {
  const std::string html = verdict_html(
      two_designs({{.name = "links/a latency", .value = "75 ns", .at = "50 ns"},
                   {.name = "links/<b> lanes",
                    .value = "4",
                    .at = "8",
                    .keeps_verdict = false,
                    .winner = "two"},
                   {.name = "links/c lanes", .value = "4", .at = "0", .was_made = false}}));
  EXPECT_THAT(html, HasSubstr("1 of 2 other values of the catalogue's guesses keep"));
  EXPECT_THAT(html, HasSubstr("with <bdi>links/&lt;b&gt; lanes</bdi> at 8 instead of 4: "
                              "<bdi>two</bdi>"));
}

TEST(PageVerdict, SaysThatItsGuessesWereNotVaried) {
  PageComparison of = two_designs({});
  EXPECT_THAT(verdict_html(of), Not(HasSubstr("--guesses")));
  of.designs[1].result = PageResult{.run = std::make_shared<const SavedRun>(),
                                    .guesses = {{.name = "links/a latency", .value = "75 ns"}}};
  EXPECT_THAT(verdict_html(of), HasSubstr("none of which was varied"));
}

}  // namespace
}  // namespace gpuscape
