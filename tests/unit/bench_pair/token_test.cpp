#include "pair/token.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";

class PairToken : public testing::Test {
 protected:
  PairToken() { unsetenv("GPUSCAPE_BENCH_TOKEN"); }
  ~PairToken() override { unsetenv("GPUSCAPE_BENCH_TOKEN"); }

  /// A file with the token and the mode; --token-file names it.
  Options with_file(const std::string& text, mode_t mode) {
    const std::string path = folder_.path() / "token";
    write_text(path, text);
    chmod(path.c_str(), mode);
    Options options;
    options.token_file = path;
    return options;
  }
  static std::string refusal_of(const Options& options) {
    try {
      pair_token(options);
    } catch (const UsageFault& fault) {
      return fault.message;
    }
    return "";
  }

  ScratchFolder folder_;
};

TEST_F(PairToken, IsReadFromAFileOfMode600WithoutItsLineEnd) {
  EXPECT_EQ(pair_token(with_file(std::string(kToken) + "\n", 0600)), kToken);
  EXPECT_EQ(pair_token(with_file(std::string(kToken) + "\n", 0400)), kToken);
}

TEST_F(PairToken, AFileThatOthersMayReadIsRefusedWithTheRemedy) {
  for (const mode_t mode : {0640U, 0604U, 0620U, 0601U})
    EXPECT_THAT(refusal_of(with_file(kToken, mode)), HasSubstr("run chmod 600 on it")) << mode;
}

TEST_F(PairToken, AFileOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const Options options = with_file(kToken, 0600);
  ASSERT_EQ(chown(options.token_file.c_str(), 12345, 12345), 0);
  EXPECT_THAT(refusal_of(options), HasSubstr("belongs to another user (12345)"));
}

TEST_F(PairToken, WhatIsNotARegularFileIsRefused) {
  Options options = with_file(kToken, 0600);
  const std::string link = folder_.path() / "link";
  ASSERT_EQ(symlink(options.token_file.c_str(), link.c_str()), 0);
  options.token_file = link;
  EXPECT_THAT(refusal_of(options), HasSubstr("symbolic link"));
  options.token_file = folder_.path();
  EXPECT_THAT(refusal_of(options), HasSubstr("not a regular file"));
  options.token_file = folder_.path() / "absent";
  EXPECT_THAT(refusal_of(options), HasSubstr("No such file"));
}

// Who stands in for the listening end gets an HMAC to try tokens against: 16 random hexadecimal
// digits are not enough.
TEST_F(PairToken, ThirtyOneCharactersAreTooFew) {
  const std::string text(kToken, 31);
  EXPECT_THAT(refusal_of(with_file(text + "\n", 0600)), HasSubstr("32 to 4096"));
}

TEST_F(PairToken, OfFewDifferentCharactersCanBeGuessed) {
  const std::string seven = "abcdefgabcdefgabcdefgabcdefgabcdefg";
  EXPECT_THAT(refusal_of(with_file(seven, 0600)), HasSubstr("this token can be guessed"));
  EXPECT_EQ(pair_token(with_file(seven + "h", 0600)), seven + "h");
}

// 4090 characters and then line ends, up to where a reader of 4096 stops.
TEST_F(PairToken, OfAFileThatIsTooLongIsNotCut) {
  const std::string text = std::string(4090, 'a') + std::string(20, '\n') + "more";
  EXPECT_THAT(refusal_of(with_file(text, 0600)), HasSubstr("more than 4096 characters"));
  const std::string longest = kToken + std::string(4096 - 32, 'a');
  EXPECT_EQ(pair_token(with_file(longest + "\r\n", 0600)), longest);
}

TEST_F(PairToken, ComesFromTheEnvironmentWhereNoFileIsNamed) {
  setenv("GPUSCAPE_BENCH_TOKEN", kToken, 1);
  EXPECT_EQ(pair_token(Options{}), kToken);
}

TEST_F(PairToken, WithoutAnySaysWhatToExport) {
  Options options;
  options.pair = true;
  EXPECT_THAT(refusal_of(options), HasSubstr("before srun, which passes it on: export"));
  EXPECT_THAT(refusal_of(Options{}), HasSubstr("--token-file FILE (mode 600) at both ends"));
}

}  // namespace
}  // namespace gpuscape::bench
