#include "sim/report/measured/law_svg.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <set>

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// 1 µs + n / 1 GB/s up to 4 KiB, then another; three sizes of two repetitions.
PathLaw law() {
  PathLaw law;
  law.key = {.family = "rdma", .operation = "latency", .path = "a>b"};
  law.regimes.push_back({.up_to = Bytes(4096),
                         .latency = {Seconds(1e-6), Seconds(1e-6), Seconds(1e-6)},
                         .rate = {BytesPerSecond(1e9), BytesPerSecond(1e9), BytesPerSecond(1e9)}});
  law.regimes.push_back(law.regimes[0]);
  law.regimes[1].up_to = Bytes(std::numeric_limits<double>::infinity());
  return law;
}

std::string picture() {
  std::vector<FitPoint> points;
  for (const double size : {64.0, 4096.0, 65536.0})
    points.push_back({.size = size, .seconds = {1e-6, 9e-5}, .median = 1.1e-6 + size / 1e9});
  return law_svg(law(), points, "node <17>");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(LawSvg, ShowsEveryMedianRepetitionAndResidual) {
  const std::string svg = picture();
  EXPECT_EQ(count(svg, "r=\"4\""), 4U);    // three medians and the key's
  EXPECT_EQ(count(svg, "r=\"2.5\""), 7U);  // six repetitions and the key's
  EXPECT_EQ(count(svg, "r=\"3.5\""), 3U);
  EXPECT_EQ(count(svg, "class=\"level\""), 1U);  // where the regimes meet
}

TEST(LawSvg, NamesLawRegimesAndMachine) {
  const std::string svg = picture();
  EXPECT_THAT(svg, HasSubstr("rdma/latency/a&gt;b"));
  EXPECT_THAT(svg, HasSubstr("node &lt;17&gt;"));
  EXPECT_THAT(svg, HasSubstr("to 4 KiB: 1 us + n / 1 GB/s"));
  EXPECT_THAT(svg, testing::Not(HasSubstr("nan")));
}

TEST(LawSvg, FilesAreNamedAfterTheirLaws) {
  EXPECT_THAT(law_file_name(law().key),
              testing::MatchesRegex("rdma-latency-a-b-[0-9a-f]{8}\\.svg"));
}

TEST(LawSvg, NoTwoLawsShareAFile) {
  std::set<std::string> names;
  for (const char* path : {"a>b", "a-b", "a b", "a/b"})
    names.insert(law_file_name({.family = "rdma", .operation = "latency", .path = path}));
  names.insert(
      law_file_name({.family = "rdma", .operation = "latency", .path = "a", .direction = "b"}));
  EXPECT_EQ(names.size(), 5U);
}

TEST(LawSvg, ALongNameIsCutAndStillItsOwn) {
  const std::string path(300, 'x');
  const std::string one = law_file_name({.family = "tcp", .operation = "send", .path = path + "1"});
  EXPECT_EQ(one.size(), 120U);
  EXPECT_NE(one, law_file_name({.family = "tcp", .operation = "send", .path = path + "2"}));
}

}  // namespace
}  // namespace gpuscape
