#include "sim/report/compare/differing_defaults.hpp"

#include <gmock/gmock.h>

#include "sim/base/json/json.hpp"

namespace gpuscape {
namespace {

using ::testing::IsEmpty;

ScenarioSpec spec(const std::string& resolved, std::vector<std::string> defaulted) {
  ScenarioSpec made;
  made.resolved = parse_json(resolved, "test");
  made.defaulted = std::move(defaulted);
  return made;
}

TEST(DifferingDefaults, AreThoseThatNeitherSideWrote) {
  const std::string routed = R"({"network": {"routing": "hash", "link": 2}, "run": {"seed": 1}})";
  const ScenarioSpec base =
      spec(R"({"network": {"routing": "adaptive", "link": 1}, "run": {"seed": 1}})",
           {"/network/routing", "/run/seed"});
  const auto found = differing_defaults(base, spec(routed, {"/network/routing", "/run/seed"}));
  ASSERT_EQ(found.size(), 1U) << "link is written on both sides";
  EXPECT_EQ(found[0].pointer, "/network/routing");
  EXPECT_EQ(found[0].at_baseline, "\"adaptive\"");
  EXPECT_EQ(found[0].at_variant, "\"hash\"");
  EXPECT_THAT(differing_defaults(base, spec(routed, {"/run/seed"})), IsEmpty())
      << "the variant wrote it";
}

TEST(DifferingDefaults, AreNotOfWhatOneSideAloneHas) {
  EXPECT_THAT(differing_defaults(spec(R"({})", {}), spec(R"({"a": {"b": 1}})", {"/a/b", "/a"})),
              IsEmpty());
}

}  // namespace
}  // namespace gpuscape
