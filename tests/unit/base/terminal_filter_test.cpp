#include "sim/base/terminal_filter.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/json/json.hpp"

namespace gpuscape {
namespace {

const std::string kReplaced = "\xEF\xBF\xBD";

/// Everything that a terminal obeys, one character each.
std::vector<std::string> steering() {
  std::vector<std::string> all = {"\x7F", "\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\x8F"};
  for (int c = 0; c < 0x20; ++c) all.emplace_back(1, static_cast<char>(c));
  for (int c = 0x80; c <= 0x9F; ++c) all.push_back({'\xC2', static_cast<char>(c)});
  for (int c = 0xAA; c <= 0xAE; ++c) all.push_back({'\xE2', '\x80', static_cast<char>(c)});
  for (int c = 0xA6; c <= 0xA9; ++c) all.push_back({'\xE2', '\x81', static_cast<char>(c)});
  return all;
}

std::string filtered(const std::vector<std::string>& pieces) {
  std::ostringstream target;
  {
    TerminalFilter filter(target);
    std::ostream out(&filter);
    for (const std::string& piece : pieces) out << piece;
  }
  return target.str();
}

TEST(TerminalFilter, ReplacesWhatSteersATerminalAndKeepsLinesAndTabs) {
  for (const std::string& character : steering()) {
    const bool line = character == "\n" || character == "\t";
    EXPECT_EQ(filtered({"a" + character + "b"}), "a" + (line ? character : kReplaced) + "b");
  }
}

TEST(TerminalFilter, KeepsOtherText) {
  const std::string text = "über 10 µs · 中文 · 🙂 · \xC2\xA0 · \xE2\x80\x93 \xE2\x81\xAA";
  EXPECT_EQ(filtered({text}), text);
}

TEST(TerminalFilter, SeesCharactersThatComeInPieces) {
  EXPECT_EQ(filtered({"a\xC2", "\x9B", "31m"}), "a" + kReplaced + "31m");
  EXPECT_EQ(filtered({"\xE2", "\x80", "\xAE", "x"}), kReplaced + "x");
  EXPECT_EQ(filtered({"\xE2", "\x82", "\xAC"}), "€");
  EXPECT_EQ(filtered({"\xE2\x82"}), kReplaced);
  EXPECT_EQ(filtered({"\xE2", "x"}), kReplaced + "x");
}

TEST(TerminalFilter, LetsOurOwnEscapesPass) {
  std::ostringstream target;
  TerminalFilter filter(target);
  std::ostream out(&filter);
  write_with_escapes(out, "\x1b[1mbold\x1b[0m");
  EXPECT_EQ(target.str(), "\x1b[1mbold\x1b[0m");
}

TEST(TerminalFilter, PassesOnThatTheTargetIsFull) {
  std::ostringstream target;
  target.setstate(std::ios::badbit);
  TerminalFilter filter(target);
  std::ostream out(&filter);
  EXPECT_FALSE(out << "text");
}

TEST(Excerpt, ShowsNothingThatSteersATerminal) {
  for (const std::string& character : steering()) EXPECT_EQ(excerpt(character), kReplaced);
}

TEST(JsonWrite, EscapesWhatSteersATerminalAndReadsItBack) {
  EXPECT_EQ(json_quoted("a\xC2\x9B\xE2\x80\xAE\xD8\x9C\x7Fz"), R"("a\u009b\u202e\u061c\u007fz")");
  for (const std::string& character : steering())
    EXPECT_EQ(parse_json(json_quoted(character), "x").text(), character);
}

}  // namespace
}  // namespace gpuscape
