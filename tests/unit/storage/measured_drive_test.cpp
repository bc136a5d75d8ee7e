/// Drives as calibration profiles measured them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using testing::AllOf;
using testing::HasSubstr;

std::string law(const std::string& operation, const std::string& direction, int depth,
                const std::string& latency, const std::string& rate,
                const std::string& marks = "") {
  return R"({"key": {"family": "storage", "operation": ")" + operation +
         R"(", "path": "dir", "direction": ")" + direction + R"(", "depth": )" +
         std::to_string(depth) +
         R"(}, "range": {"least": 4096, "most": 1e6, "unit": "B"}, "regimes": [{"latency":
         {"value": )" +
         latency + R"(, "unit": "s"}, "rate": {"value": )" + rate + R"(, "unit": "B/s"}}])" +
         marks + "}";
}

// One read alone 100 us and 4 096 B at 1 GB/s; of sixteen, 25 us each: 1 MB in 1.025 ms, 975.6
// MB/s, and 34 369 small ones in a second. Large sequential ones 400 MB/s at 0, which is less.
// Writes 250.
const std::string kProfile = R"({"format": "gpuscape-profile", "version": 1, "laws": [)" +
                             law("random", "read", 1, "100e-6", "1e9") + ", " +
                             law("random", "read", 16, "25e-6", "1e9") + ", " +
                             law("sequential", "read", 1, "0", "400e6") + ", " +
                             law("sequential", "write", 1, "0", "250e6") + "]}";

class MeasuredDrive : public testing::Test {
 protected:
  CheckedScenario scenario(const std::string& profile, const std::string& drive = "measured") {
    write_text(folder_.path() / "p.json", profile);
    std::string text = test::input_scenario(
        {.storage = R"({"type": "volumes", "servers": 1, "drives": 1, "drive": ")" + drive + "\"}"},
        {{}});
    text.replace(0, 1, R"({"calibration": "p.json", )");
    return test::checked(text, (folder_.path() / "s.json").string());
  }
  std::string fault(const std::string& profile) {
    try {
      scenario(profile);
    } catch (const ScenarioError& error) {
      return error.what();
    }
    return "";
  }

 private:
  ScratchFolder folder_;
};

TEST_F(MeasuredDrive, SaysWhatProfilesSay) {
  const CheckedScenario of = scenario(kProfile);
  ASSERT_NE(of.input, nullptr);
  const StoreFacts& facts = of.input->stores.at(0).facts;
  EXPECT_NEAR(facts.limits.at(0).capacity, 1e6 / 1.025e-3, 1e-3);
  EXPECT_EQ(facts.limits.at(1).what, "operations");
  EXPECT_NEAR(facts.limits[1].capacity, 1.0 / (25e-6 + 4096e-9), 1e-3);
  EXPECT_NEAR(facts.write_bandwidth.value(), 250e6, 1e-3);
  EXPECT_NEAR(facts.latency.value(), 15e-6 + 100e-6 + 4096e-9, 1e-12) << "with that of RDMA";
  EXPECT_THAT(of.spec.notes,
              testing::Contains(AllOf(HasSubstr("a drive as profile \"p.json\" measured it"),
                                      HasSubstr("writes 250 MB/s"),
                                      HasSubstr("3.44e+04 small reads in a second"))));
}

// As fio is read: the direction says what is random.
TEST_F(MeasuredDrive, OfFioLikewise) {
  const CheckedScenario of = scenario(R"({"format": "gpuscape-profile", "version": 1, "laws": [)" +
                                      law("bandwidth", "random read", 1, "50e-6", "1e9",
                                          R"(, "marks": ["through the page cache"])") +
                                      "]}");
  EXPECT_NEAR(of.input->stores.at(0).facts.limits.at(1).capacity, 1.0 / (50e-6 + 4096e-9), 1e-3);
  EXPECT_THAT(of.spec.notes, testing::Contains(AllOf(HasSubstr("writes not measured"),
                                                     HasSubstr("memory in part"))));
}

// What calibrate keeps as a table: of one size, and of one size at several depths.
TEST_F(MeasuredDrive, OfTablesLikewise) {
  const auto table = [](const std::string& direction, const std::string& more,
                        const std::string& size_of, const std::string& points) {
    return R"({"key": {"family": "storage", "operation": "bandwidth", "path": "file", "direction": ")" +
           direction + R"(", "streams": 1)" + more + R"(}, "size_of": ")" + size_of +
           R"(", "table": [)" + points + "]}";
  };
  const CheckedScenario of = scenario(
      R"({"format": "gpuscape-profile", "version": 1, "rates": [)" +
      table("sequential read", R"(, "depth": 32)", "bytes",
            R"({"size": 1048576, "rate": {"value": 3e9}})") +
      ", " +
      table("sequential write", R"(, "depth": 32)", "bytes",
            R"({"size": 1048576, "rate": {"value": 1.5e9}})") +
      ", " +
      table(
          "random read", R"(, "more": {"bytes": "4096"})", "depth",
          R"({"size": 1, "rate": {"value": 40.96e6}}, {"size": 64, "rate": {"value": 819.2e6}})") +
      "]}");
  const StoreFacts& facts = of.input->stores.at(0).facts;
  EXPECT_NEAR(facts.limits.at(0).capacity, 3e9, 1e-3);
  EXPECT_NEAR(facts.limits.at(1).capacity, 200'000.0, 1e-6);
  EXPECT_NEAR(facts.write_bandwidth.value(), 1.5e9, 1e-3);
  EXPECT_NEAR(facts.latency.value(), 15e-6 + 100e-6, 1e-12);
}

TEST_F(MeasuredDrive, WithoutLawsOfReadsIsAFault) {
  EXPECT_THAT(fault(R"({"format": "gpuscape-profile", "version": 1, "laws": [)" +
                    law("sequential", "write", 1, "0", "250e6") + "]}"),
              AllOf(HasSubstr("/cluster/storage/store/drive"),
                    HasSubstr("no profile of \"calibration\" says how fast a drive reads")));
}

}  // namespace
}  // namespace gpuscape
