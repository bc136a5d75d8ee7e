/// Trees whose priorities a real Slurm printed.

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "sim/scheduling/fair_share.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

/// One row of `sshare -a -l -P`.
struct Row {
  std::size_t level = 0;  // blanks before the account
  std::string account, user;
  double share = 0.0, usage = 0.0, fair_share = 0.0, level_share = 0.0;
};
struct Tree {
  std::string title;
  std::vector<Row> rows;
};

double number(const std::string& text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Account|User|RawShares|NormShares|RawUsage|NormUsage|EffectvUsage|FairShare|LevelFS
Row row_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == '|')
      cells.emplace_back();
    else
      cells.back() += c;
  }
  cells.resize(9);
  const std::size_t level = cells[0].find_first_not_of(' ');
  return {.level = level,
          .account = cells[0].substr(level),
          .user = cells[1],
          .share = number(cells[2]),
          .usage = number(cells[4]),
          .fair_share = number(cells[7]),
          .level_share = number(cells[8])};
}

std::vector<Tree> trees_of(const std::string& file) {
  std::ifstream in(source_file("tests/fixtures/slurm/trees/" + file));
  std::vector<Tree> trees;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# "))
      trees.push_back({line.substr(2), {}});
    else if (!line.empty() && !line.starts_with("Account|"))
      trees.back().rows.push_back(row_of(line));
  }
  return trees;
}

/// The tree with the usage of its rows, and what became of each row.
struct Grown {
  explicit Grown(const Tree& tree) {
    std::vector<std::size_t> above = {FairShare::kRoot};  // by level; the root's own row is 0
    for (const Row& row : tree.rows) {
      number_of.push_back(0);
      if (row.level == 0) continue;
      above.resize(row.level);
      if (row.user.empty()) {
        number_of.back() = shares.add_account(row.share, above.back());
        above.push_back(number_of.back());
        continue;
      }
      number_of.back() = shares.add_user(above.back(), row.share);
      shares.hold(number_of.back(), Charge(row.usage), 0_s);
      shares.hold(number_of.back(), Charge(0.0), 1_s);
    }
    shares.update(1_s);
  }
  FairShare shares{kForever};
  std::vector<std::size_t> number_of;  // of each row
};

/// Users whose factor is another than Slurm's to the six digits that it prints.
std::size_t users_that_differ(const Tree& tree) {
  const Grown grown(tree);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < tree.rows.size(); ++i) {
    const Row& row = tree.rows[i];
    if (!row.user.empty() &&
        std::abs(grown.shares.factor(grown.number_of[i]) - row.fair_share) > 1e-6)
      ++differ;
  }
  return differ;
}

TEST(FairShareOfSlurm, TwentyTreesHaveThePrioritiesThatSsharePrints) {
  const std::vector<Tree> trees = trees_of("share.txt");
  ASSERT_EQ(trees.size(), 20U);
  for (const Tree& tree : trees) EXPECT_EQ(users_that_differ(tree), 0U) << tree.title;
}

TEST(FairShareOfSlurm, LevelsAreThoseThatSsharePrints) {
  for (const Tree& tree : trees_of("share.txt")) {
    const Grown grown(tree);
    for (std::size_t i = 1; i < tree.rows.size(); ++i) {
      const Row& row = tree.rows[i];
      const double level = row.user.empty() ? grown.shares.account_level(grown.number_of[i])
                                            : grown.shares.level(grown.number_of[i]);
      if (std::isinf(row.level_share))
        EXPECT_TRUE(std::isinf(level)) << tree.title << ": " << row.account << ' ' << row.user;
      else
        EXPECT_NEAR(level, row.level_share, 1e-6)
            << tree.title << ": " << row.account << ' ' << row.user;
    }
  }
}

/// Its manual says that what lies below accounts that tie is ordered together; the program goes
/// through one after the other. FairShare does what the manual says.
TEST(FairShareOfSlurm, AccountsThatTieAreMergedAsItsManualSays) {
  const std::vector<Tree> trees = trees_of("share-ties.txt");
  ASSERT_EQ(trees.size(), 4U);
  std::vector<std::size_t> differ;
  for (const Tree& tree : trees) differ.push_back(users_that_differ(tree));
  // Root, then u2 at 2; u3 and u4 at 1; u1 at 2/3.
  const Grown first(trees[0]);
  std::vector<double> places;
  for (std::size_t i = 0; i < trees[0].rows.size(); ++i)
    if (!trees[0].rows[i].user.empty())
      places.push_back(5.0 * first.shares.factor(first.number_of[i]));
  EXPECT_EQ(places, (std::vector<double>{5, 1, 4, 3, 3}));  // root, u1, u2, u3, u4
  EXPECT_EQ(differ[3], 0U) << "where all tie, both say the same";
}

}  // namespace
}  // namespace gpuscape
