#include <gmock/gmock.h>

#include <cmath>

#include "core/build_parts.hpp"
#include "core/machine.hpp"
#include "core/options.hpp"
#include "core/rows.hpp"
#include "core/session.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Options options_of(std::vector<std::string> words) {
  std::vector<char*> arguments;
  words.insert(words.begin(), "gpuscape-bench");
  for (std::string& word : words) arguments.push_back(word.data());
  return read_options(static_cast<int>(arguments.size()), arguments.data());
}

std::string fault_of(const std::vector<std::string>& words) {
  try {
    options_of(words);
  } catch (const UsageFault& fault) {
    return fault.message;
  }
  return "";
}

// "…; install PACKAGE (…) and build again": a fresh machine gets that package from setup.sh.
TEST(BuildParts, EachIsBuiltFromAPackageThatSetupInstalls) {
  const std::string setup = read_text(source_file("scripts/setup.sh"));
  EXPECT_GE(build_parts().size(), 2U);
  for (const BuildPart& part : build_parts()) {
    const std::string remedy = part.remedy;
    const std::size_t begin = remedy.find("install ") + 8;
    const std::string package = remedy.substr(begin, remedy.find(' ', begin) - begin);
    EXPECT_THAT(setup, HasSubstr(" " + package)) << part.name;
    EXPECT_TRUE(part.built) << remedy;
  }
}

TEST(BuildParts, AreNamedByTheVersion) {
  EXPECT_EQ(build_parts_text(), "built with: RDMA, io_uring\n");
}

TEST(BenchOptions, AreReadInBothForms) {
  const Options options =
      options_of({"--dir", "/x", "--max-bytes=2GiB", "--only=host,tcp", "--quick"});
  EXPECT_EQ(options.dir, "/x");
  EXPECT_EQ(options.max_bytes, std::int64_t{2} << 30);
  EXPECT_THAT(options.only, ElementsAre("host", "tcp"));
  EXPECT_TRUE(options.wants("tcp"));
  EXPECT_FALSE(options.wants("cuda"));
}

TEST(BenchOptions, ThatAreWrongAreNamedWithWhatIsExpected) {
  EXPECT_THAT(fault_of({"--quik"}), HasSubstr("\"--quik\" is not an option"));
  EXPECT_THAT(fault_of({"--only", "gpu"}), HasSubstr("known: host, tcp"));
  EXPECT_THAT(fault_of({"--repetitions", "0"}), HasSubstr("from 1 to 1000"));
  EXPECT_THAT(fault_of({"--min-time", "nan"}), HasSubstr("seconds above 0"));
  EXPECT_THAT(fault_of({"--max-bytes", "8 gb"}), HasSubstr("bytes such as"));
  EXPECT_THAT(fault_of({"--dir"}), HasSubstr("--dir needs a value"));
  EXPECT_THAT(fault_of({"-o", ""}), HasSubstr("the name of a new file"));
  EXPECT_THAT(fault_of({"--composites", "--only", "host"}), HasSubstr("leave out --only"));
  EXPECT_THAT(fault_of({"--listen", "a:1", "--connect", "b:2"}), HasSubstr("one of them"));
}

TEST(BenchJson, EscapesWhatJsonMustAndReplacesWhatIsNoUtf8) {
  EXPECT_EQ(quoted("a\"\\\n\x01"), "\"a\\\"\\\\\\u000a\\u0001\"");
  EXPECT_EQ(quoted("µ\xff"
                   "b"),
            "\"µ?b\"");
  EXPECT_EQ(quoted("\xe2\x82"), "\"??\"");
}

TEST(BenchJson, WritesNumbersShortAndWhatIsNoneAsNull) {
  Json json = Json::array();
  json.push(0.1).push(3.0).push(std::nan("")).push(std::int64_t{1} << 40);
  EXPECT_EQ(json.text(), "[\n  0.1,\n  3,\n  null,\n  1099511627776\n]\n");
}

TEST(BenchMachine, ReadsTheKernelsLists) {
  EXPECT_THAT(numbers_of_list("0-2,7"), ElementsAre(0, 1, 2, 7));
  EXPECT_THAT(numbers_of_list(""), ElementsAre());
  EXPECT_FALSE(allowed_cpus().empty());
}

// A peer's "0-2147483647" took all memory.
TEST(BenchMachine, ReadsNoMoreNumbersThanAMachineHas) {
  EXPECT_EQ(numbers_of_list("0-2147483647").size(), 8192U);
  EXPECT_EQ(numbers_of_list("0-9000,2147483647-2147483647").size(), 8192U);
}

// Of 1, 2, 9 the median is 2 and the distances from it 1, 0, 7.
TEST(BenchSpread, IsTheMedianDeviationOverTheMedian) {
  const Spread spread = spread_of({9.0, 1.0, 2.0});
  EXPECT_DOUBLE_EQ(spread.median, 2.0);
  EXPECT_DOUBLE_EQ(spread.deviation, 1.4826 / 2.0);
}

TEST(BenchTexts, KeepThreeDigits) {
  EXPECT_EQ(time_text(12.3456e-6), "12.3 us");
  EXPECT_EQ(rate_text(25.31e9), "25.3 GB/s");
  EXPECT_EQ(size_text(65536.0), "64 KiB");
  EXPECT_EQ(flops_text(7.894e14), "789 TFLOP/s");
}

}  // namespace
}  // namespace gpuscape::bench
