#include "pair/message.hpp"

#include <gtest/gtest.h>

namespace gpuscape::bench {
namespace {

TEST(Message, ComesBackAsItWent) {
  const Message message{"verb", {{"a", "1"}, {"text", "two\nlines \\n = end"}, {"empty", ""}}};
  const Message back = decoded(encoded(message));
  EXPECT_EQ(back.verb, "verb");
  EXPECT_EQ(back.values, message.values);
}

TEST(Message, NumbersOutsideTheirRangeAreTheEndOfThePeer) {
  const Message message{"verb", {{"n", "7"}, {"minus", "-1"}, {"word", "x"}, {"tail", "7 "}}};
  EXPECT_EQ(message.number("n", 7), 7);
  EXPECT_THROW((void)message.number("n", 6), Lost);
  for (const char* name : {"minus", "word", "tail", "absent"})
    EXPECT_THROW((void)message.number(name), Lost) << name;
}

TEST(Message, QuotesNoControlCharactersOfAStranger) {
  for (const Message& message : {Message{"\x1b[2J", {}}, Message{"verb", {{"n", "\x1b[2J"}}}}) try {
      (void)message.number("n");
      ADD_FAILURE() << "no number, and it was taken";
    } catch (const Lost& fault) {
      EXPECT_EQ(std::string(fault.what()).find('\x1b'), std::string::npos) << fault.what();
    }
}

TEST(Message, AListHasExactlyAsManyNumbersAsAreAskedFor) {
  const Message message{
      "verb", {{"three", "7,0,255"}, {"range", "0-2147483647"}, {"tail", "1,"}, {"no", ""}}};
  EXPECT_EQ(message.numbers("three", 3, 255), (std::vector<std::int64_t>{7, 0, 255}));
  for (const std::size_t count : {0U, 2U, 4U})
    EXPECT_THROW((void)message.numbers("three", count, 255), Nonsense) << count;
  EXPECT_THROW((void)message.numbers("three", 3, 254), Nonsense);
  for (const char* name : {"range", "tail", "no", "absent"})
    EXPECT_THROW((void)message.numbers(name, 2, 255), Nonsense) << name;
}

TEST(Message, WhatNoOneEncodedIsRefused) {
  for (const char* text : {"", "\n", "verb\nno-equals\n", "verb\n=value\n", "verb\na=\\"})
    EXPECT_THROW(decoded(text), Lost) << text;
}

}  // namespace
}  // namespace gpuscape::bench
