/// What is wrong in logs of every format alike: counted and reported, or refused with a clear
/// error.

#include <gmock/gmock.h>

#include "tests/unit/workload/log_formats.hpp"

namespace gpuscape {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class EveryFormat : public testing::TestWithParam<LogFormat> {
 protected:
  /// A good row and then `text`.
  static ReadTrace read_behind_a_good_row(const std::string& text) {
    const LogFormat& format = GetParam();
    ReadTrace read = read_text(format.spec, format.text({format.row({}), text}));
    EXPECT_EQ(read.report.rows, read.report.jobs + read.report.dropped());
    EXPECT_EQ(read.report.jobs, static_cast<std::int64_t>(read.table.size()));
    return read;
  }
  static std::string reason_for(const LoggedRow& row) {
    const ReadTrace read = read_behind_a_good_row(GetParam().row(row));
    return read.report.reasons.empty() ? "" : read.report.reasons[0].reason;
  }
};

INSTANTIATE_TEST_SUITE_P(Logs, EveryFormat,
                         testing::Values(csv_format(), philly_format(), swf_format(),
                                         sacct_format(), sacct_json_format(), openb_format()),
                         [](const auto& format) { return format.param.name; });

TEST_P(EveryFormat, ReadsGoodRows) {
  const ReadTrace read = GetParam().read({{.id = 1}, {.id = 2, .submit = 150, .start = 160}});
  EXPECT_EQ(read.table.size(), 2U);
  EXPECT_EQ(read.table.job(1).submit, 50_s);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST_P(EveryFormat, DropsARowThatIsCutOff) {
  const std::string row = GetParam().row({.id = 2});
  ASSERT_GE(row.size(), 10U);
  for (std::size_t length = 1; length < row.size() / 2; ++length) {
    const ReadTrace read = read_behind_a_good_row(row.substr(0, length));
    ASSERT_EQ(read.report.jobs, 1) << row.substr(0, length);
    ASSERT_EQ(read.report.dropped(), 1) << row.substr(0, length);
  }
}

TEST_P(EveryFormat, SortsRowsThatAreOutOfOrder) {
  const ReadTrace read =
      GetParam().read({{.id = 1, .submit = 100}, {.id = 2, .submit = 50}, {.id = 3, .submit = 70}});
  EXPECT_EQ(read.table.job(0).id, 2);
  EXPECT_EQ(read.table.job(1).id, 3);
  EXPECT_EQ(read.table.job(2).submit, 50_s);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST_P(EveryFormat, DropsAJobThatEndsBeforeItStarts) {
  EXPECT_THAT(reason_for({.start = 161, .end = 160}),
              AnyOf("ends before it starts", StartsWith("run time is negative")));
}

TEST_P(EveryFormat, DropsAJobThatAsksForNothing) {
  EXPECT_THAT(reason_for({.gpus = "0"}),
              AnyOf("asks for no GPU", "asks for no processor", "asks for neither GPUs nor cores"));
}

TEST_P(EveryFormat, KeepsAJobOfAMillionGpus) {
  const ReadTrace read = GetParam().read({{.gpus = "1000000"}});
  EXPECT_EQ(read.table.job(0).demand.gpus, 1'000'000);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST_P(EveryFormat, DropsMoreGpusThanNumbersHold) {
  EXPECT_THAT(reason_for({.gpus = "2147483648"}), HasSubstr("count is out of range"));
  EXPECT_NE(reason_for({.gpus = "99999999999999999999"}), "");
  EXPECT_NE(reason_for({.gpus = "-1"}), "");
}

TEST_P(EveryFormat, KeepsJobsOfOneIdAndCountsThem) {
  const ReadTrace read = GetParam().read({{.id = 5}, {.id = 6}, {.id = 5}, {.id = 6}, {.id = 4}});
  EXPECT_EQ(read.table.size(), 5U);
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_FALSE(read.report.reasons[0].dropped);
  EXPECT_EQ(read.report.reasons[0].rows, 2);
  EXPECT_THAT(read.report.reasons[0].reason, HasSubstr("a job of its own"));
}

TEST_P(EveryFormat, NotesADependencyOnItselfOrOnNothing) {
  if (!GetParam().has_dependencies) return;
  EXPECT_EQ(reason_for({.id = 2, .after = "2"}), "depends on itself: dependency ignored");
  EXPECT_EQ(reason_for({.id = 2, .after = "77"}),
            "depends on no job of the log: dependency ignored");
  EXPECT_EQ(reason_for({.id = 2, .after = "1"}), "");
}

TEST_P(EveryFormat, TakesAUserNamedLikeAPathForAName) {
  if (!GetParam().has_users) return;
  const ReadTrace read = GetParam().read({{.user = "../../etc/passwd"}});
  EXPECT_EQ(read.table.origins()[read.table.job(0).origin].user, "../../etc/passwd");
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST_P(EveryFormat, PassesOverAByteOrderMark) {
  const ReadTrace read =
      read_text(GetParam().spec, "\xEF\xBB\xBF" + GetParam().text(std::vector<LoggedRow>{{}}));
  EXPECT_EQ(read.report.jobs, 1);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST_P(EveryFormat, AcceptsLinesThatEndInCarriageReturnAndLineFeed) {
  std::string text;
  for (const char c : GetParam().text({{.id = 1}, {.id = 2}}))
    text += c == '\n' ? "\r\n" : std::string(1, c);
  const ReadTrace read = read_text(GetParam().spec, text);
  EXPECT_EQ(read.report.jobs, 2);
  EXPECT_THAT(read.report.reasons, IsEmpty());
}

TEST_P(EveryFormat, DropsARowWithANulByte) {
  std::string row = GetParam().row({.id = 2});
  row.insert(row.size() / 2, 1, '\0');
  const ReadTrace read = read_behind_a_good_row(row);
  EXPECT_EQ(read.report.reasons.at(0).reason, "line holds a NUL byte");
}

TEST_P(EveryFormat, RefusesAFileOfNulBytes) {
  EXPECT_NE(message_of<ScenarioError>([] {
              read_text(GetParam().spec, std::string(100, '\0') + "\n" + std::string(9, '\0'));
            }),
            "");
}

}  // namespace
}  // namespace gpuscape
