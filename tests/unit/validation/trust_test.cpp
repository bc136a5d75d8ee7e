/// What results say of how far the models are off: validation/summary/trust.json is what
/// `validate --summary` writes, and whether an answer is inside of what figures cover.

#include "sim/validation/trust.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/bill/bill.hpp"
#include "sim/report/trust/result_trust.hpp"
#include "test_paths.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string shipped_file() {
  std::ifstream file(std::string(GPUSCAPE_SOURCE_DIR) + "/validation/summary/trust.json");
  return {std::istreambuf_iterator<char>(file), {}};
}

// gpuscape validate --summary > validation/summary/trust.json
TEST(Trust, WhatShipsIsWhatValidateFinds) {
  std::vector<AreaTrust> all;
  for (const std::string& name : published_areas())
    all.push_back(
        area_trust(published_area(name), test::shipped_area(name), test::builtin_models()));
  EXPECT_EQ(trust_text(all), shipped_file());
}

TEST(Trust, IsReadBackAsItWasWritten) { EXPECT_EQ(trust_text(shipped_trust()), shipped_file()); }

AreaTrust small_area() {
  return {.area = "2-x",
          .about = "Copies.",
          .figures = 12,
          .median = 0.049,
          .p90 = 0.111,
          .gpu_models = {"a100", "v100"},
          .networks = {"infiniband"},
          .gpus_least = 2,
          .gpus_most = 64,
          .bytes_least = 1024.0,
          .bytes_most = 1048576.0};
}

TEST(Trust, HoldsInsideUpToTheEndsOfTheRanges) {
  EXPECT_THAT(outside_by(small_area(), {.gpu_models = {"v100"},
                                        .networks = {"infiniband"},
                                        .gpus_most = 64,
                                        .bytes_least = 1024.0,
                                        .bytes_most = 1048576.0}),
              IsEmpty());
}

TEST(Trust, NamesEachInputThatLiesOutside) {
  EXPECT_THAT(outside_by(small_area(), {.gpu_models = {"v100", "k40m"},
                                        .networks = {"ethernet"},
                                        .gpus_most = 65,
                                        .bytes_least = 512.0,
                                        .bytes_most = 2097152.0}),
              ElementsAre("GPU model k40m", "network ethernet", "65 GPUs (figures: up to 64)",
                          "messages of 2 MiB (figures: up to 1 MiB)",
                          "messages of 512 B (figures: from 1 KiB)"));
}

TEST(Trust, ComparesNothingThatTheFiguresDoNotTell) {
  EXPECT_THAT(outside_by({.area = "7-x", .about = ""},
                         {.gpu_models = {"k40m"}, .networks = {"ethernet"}, .gpus_most = 512}),
              IsEmpty());
}

TEST(Trust, WhereNothingCanBeComparedNothingSaysInside) {
  const AreaTrust bare{.area = "5-x", .about = ""};
  EXPECT_FALSE(can_compare(bare, {.gpu_models = {"k40m"}, .gpus_most = 512}));
  EXPECT_FALSE(can_compare(small_area(), {}));
  EXPECT_TRUE(can_compare(small_area(), {.gpus_most = 8}));
  EXPECT_THAT(trust_sentence({.area = "5-x", .about = "Stores.", .can_compare = false}),
              HasSubstr("; nothing tells whether this answer lies inside what they cover."));
}

TEST(Trust, IsASentence) {
  EXPECT_EQ(
      trust_sentence({.area = "2-x",
                      .about = "Copies.",
                      .figures = 12,
                      .median = 0.049,
                      .p90 = 0.111,
                      .outside_by = {"GPU model k40m"}}),
      "Copies (2-x): off by 4.9 % in the median, and by at most 11.1 % for nine of ten, of 12 "
      "published figures; this answer lies outside: GPU model k40m.");
}

/// Of jobs that shared GPUs of one model by a law.
std::vector<TrustLine> trust_of_sharing(const std::string& law, const std::string& gpu,
                                        std::set<std::string> outside = {}) {
  StudyResult result;
  result.first.sharing = {{.group = "g", .law = law, .outside = std::move(outside)}};
  Bill bill;
  bill.rows = {{.kind = BillKind::gpus, .what = gpu, .of = "g", .vendor = "NVIDIA"}};
  result.bill = std::make_shared<const Bill>(std::move(bill));
  return trust_of(result);
}

TEST(Trust, JobsThatShareGpusByALawHaveALine) {
  const std::vector<TrustLine> lines = trust_of_sharing("mig", "a100-sxm4-80gb");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].area, "4-sharing");
  EXPECT_TRUE(lines[0].can_compare);
  EXPECT_THAT(lines[0].outside_by, IsEmpty());
  EXPECT_THAT(trust_of_sharing("mig", "a30")[0].outside_by, ElementsAre("GPU model a30"));
  EXPECT_THAT(trust_of_sharing("", "a100-sxm4-80gb"), IsEmpty()) << "shares are rules alone";
}

TEST(Trust, LawsOfSharingWithoutFiguresLieOutside) {
  EXPECT_THAT(trust_of_sharing("time-slices", "a30")[0].outside_by,
              ElementsAre("GPU model a30", "time slices"));
  EXPECT_THAT(trust_of_sharing("mps", "a100-sxm4-80gb", {"more than 5 jobs"})[0].outside_by,
              ElementsAre("processes under MPS", "more than 5 jobs"));
}

}  // namespace
}  // namespace gpuscape
