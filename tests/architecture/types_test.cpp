/// Dates, durations and rates are quantities, and numbers of things are ids: no header offers a
/// bare `double` under a name that says a date or a rate, and no number stands for "none".

#include <gmock/gmock.h>

#include <concepts>
#include <optional>
#include <regex>
#include <type_traits>

#include "sim/base/id.hpp"
#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A place that may do what a rule forbids.
struct Exception {
  const char* file;  ///< or folder
  const char* text;  ///< that the rule finds there
  const char* why;
};

const std::vector<Exception>& bare_dates_allowed() {
  static const std::vector<Exception> allowed{
      {"sim/base/time_zone.hpp", "date", "base/ lies below base/units/"},
      {"sim/calibration/fit_law.hpp", "seconds", "a sample, which resampling takes as numbers"},
      {"sim/calibration/fit_regimes.hpp", "at", "of a law, whose dimension is that of its points"},
      {"sim/engine/fluid_state.hpp", "since", "raw state of the solver's loops, in s"},
      {"sim/logs/trace_info.hpp", "rate", "jobs an hour: arrivals have no quantity"},
      {"sim/report/format/svg_panel.hpp", "end", "drawing: an axis of any dimension"},
      {"sim/report/format/svg_panel.hpp", "until", "drawing: a place on the axis"},
      {"sim/report/format/time_ticks.hpp", "at", "drawing: a mark on an axis"},
      {"sim/report/format/time_ticks.hpp", "end", "drawing: the end of an axis"},
  };
  return allowed;
}

const std::vector<Exception>& sentinels_allowed() {
  static const std::vector<Exception> allowed{
      {"sim/engine/fluid_state.hpp", "0xFFFFFFFFU", "three marks in one word of the solver's line"},
      {"sim/engine/fluid_state.hpp", "0xFFFFFFFEU", "likewise"},
      {"sim/engine/fluid_state.hpp", "0xFFFFFFFDU", "likewise"},
  };
  return allowed;
}

/// What the pattern's first group matches in the line, comments aside.
std::vector<std::string> matches(const std::string& line, const std::regex& pattern) {
  const std::string code = line.substr(0, line.find("//"));
  std::vector<std::string> found;
  for (std::sregex_iterator at(code.begin(), code.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

/// Members, parameters and functions; private members end in `_` and are not looked at.
std::vector<std::string> bare_dates(const std::string& line) {
  static const std::regex pattern(
      R"(\bdouble>?\s*[&*]?\s+(date|now|at|start|end|from|to|since|until|begin|expected_end|release|)"
      R"(seconds|rate|span)\b)");
  return matches(line, pattern);
}

std::vector<std::string> sentinels(const std::string& line) {
  static const std::regex pattern(R"(\b(0x(?:f{4}|f{7}[d-f]|f{15}[d-f])[ul]*)\b)",
                                  std::regex::icase);
  return matches(line, pattern);
}

/// That `find` finds nothing in the files but the exceptions, and each of those.
template <class Find>
void expect_only(const std::vector<SourceFile>& files, const std::vector<Exception>& allowed,
                 const Find& find) {
  ASSERT_FALSE(files.empty());
  std::vector<bool> is_used(allowed.size(), false);
  for (const SourceFile& file : files) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      for (const std::string& text : find(file.lines[i])) {
        bool is_allowed = false;
        for (std::size_t k = 0; k < allowed.size(); ++k) {
          if (!is_below(file.path, allowed[k].file) || text != allowed[k].text) continue;
          is_used[k] = is_allowed = true;
        }
        EXPECT_TRUE(is_allowed) << file.path << ":" << i + 1 << ": " << file.lines[i];
      }
    }
  }
  for (std::size_t k = 0; k < allowed.size(); ++k)
    EXPECT_TRUE(is_used[k]) << "an exception that nobody needs: " << allowed[k].file << ": "
                            << allowed[k].text;
}

TEST(Types, NoHeaderOffersADateOrARateAsABareNumber) {
  expect_only(source_files({"sim", "models", "gui/view"}, {".hpp"}), bare_dates_allowed(),
              bare_dates);
}

TEST(Types, NoNumberStandsForNone) {
  expect_only(source_files({"sim", "models", "cli", "gui"}, {".hpp", ".cpp"}), sentinels_allowed(),
              sentinels);
}

TEST(Types, TheSearchFindsFieldsParametersAndFunctions) {
  EXPECT_THAT(bare_dates("  double date = 0.0;  // double now"), ElementsAre("date"));
  EXPECT_THAT(bare_dates("void plan(double from, const double& to);"), ElementsAre("from", "to"));
  EXPECT_THAT(bare_dates("[[nodiscard]] double begin(std::size_t day) const;"),
              ElementsAre("begin"));
  EXPECT_THAT(bare_dates("std::optional<double> end;"), ElementsAre("end"));
  EXPECT_THAT(bare_dates("  double since_ = 0.0; double rating; Seconds now;"), IsEmpty());
  EXPECT_THAT(sentinels("constexpr std::uint32_t kNone = 0xffffffffU;"),
              ElementsAre("0xffffffffU"));
  EXPECT_THAT(sentinels("if (of == 0xFFFF) return;"), ElementsAre("0xFFFF"));
  EXPECT_THAT(sentinels("mask = 0xfffU & 0xff00ffffU;  // 0xffffffff"), IsEmpty());
}

using Apple = Id<struct AppleTag>;
using Pear = Id<struct PearTag>;

TEST(Ids, OneKindIsNotTakenForAnotherNorForANumber) {
  static_assert(!std::equality_comparable_with<Apple, Pear>);
  static_assert(!std::convertible_to<std::uint32_t, Apple>);
  static_assert(!std::convertible_to<Apple, std::uint32_t> && !std::convertible_to<Apple, bool>);
}

TEST(Ids, TakeNoMoreRoomThanTheirNumber) {
  static_assert(sizeof(Apple) == 4 && sizeof(Id<struct SmallTag, std::uint16_t>) == 2);
  static_assert(std::is_trivially_copyable_v<Apple>);
}

TEST(Ids, NoneIsTheDefaultAndComesLast) {
  EXPECT_TRUE(Apple().is_none());
  EXPECT_EQ(Apple(), Apple::none());
  EXPECT_FALSE(Apple(7).is_none());
  EXPECT_EQ(Apple(7).index(), 7U);
  EXPECT_LT(Apple(7), Apple(8));
  EXPECT_LT(Apple(4000000000U), Apple::none());
}

}  // namespace
}  // namespace gpuscape
