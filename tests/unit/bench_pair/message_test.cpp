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

TEST(Message, WhatNoOneEncodedIsRefused) {
  for (const char* text : {"", "\n", "verb\nno-equals\n", "verb\n=value\n", "verb\na=\\"})
    EXPECT_THROW(decoded(text), Lost) << text;
}

}  // namespace
}  // namespace gpuscape::bench
