#include "sim/workload/stream_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gpuscape {
namespace {

using ::testing::ElementsAre;

/// Two applications and sessions: classes 0 and 2, cut short 1 and 3, and 4.
StreamSpec stream_of(std::vector<ApplicationRuleSpec> rules) {
  StreamSpec stream;
  stream.name = "log";
  stream.trace = TraceSpec{};
  for (const char* name : {"a", "b"}) {
    stream.classes.push_back({.name = name, .application = ApplicationSpec{}});
    stream.classes.push_back({.name = name, .cut_short = true});
  }
  stream.classes.push_back({.name = "interactive", .interactive = true});
  stream.rules = std::move(rules);
  return stream;
}

ApplicationRuleSpec rule(std::int64_t gpus, std::vector<ApplicationRuleSpec::Share> mix) {
  ApplicationRuleSpec made;
  if (gpus > 0) made.where.gpus = {{gpus, gpus}};
  made.mix = std::move(mix);
  return made;
}

LoggedJob row(std::int64_t id, std::int32_t gpus) {
  LoggedJob made;
  made.id = id;
  made.demand.gpus = gpus;
  return made;
}

TEST(StreamRules, TheFirstMatchWins) {
  const StreamSpec stream = stream_of({rule(1, {{0, 1.0}}), rule(0, {{2, 1.0}})});
  const StreamRules rules(stream, 1);
  EXPECT_EQ(rules.application_of(row(1, 1)), ClassId(0));
  EXPECT_EQ(rules.application_of(row(1, 2)), ClassId(2));
}

TEST(StreamRules, WhatNoneMatchesHasNoApplication) {
  const StreamSpec stream = stream_of({rule(1, {{0, 1.0}}), rule(2, {{std::nullopt, 1.0}})});
  const StreamRules rules(stream, 1);
  EXPECT_EQ(rules.application_of(row(1, 2)), ClassId::none());
  EXPECT_EQ(rules.application_of(row(1, 3)), ClassId::none());
}

TEST(StreamRules, JobsThatDidNotCompleteAreOfTheClassBehind) {
  const StreamSpec stream = stream_of({rule(1, {{2, 1.0}}), rule(0, {{4, 1.0}})});
  const StreamRules rules(stream, 1);
  LoggedJob job = row(1, 1);
  for (const LoggedState state : {LoggedState::failed, LoggedState::cancelled,
                                  LoggedState::timed_out, LoggedState::running}) {
    job.state = state;
    EXPECT_EQ(rules.application_of(job), ClassId(3));
  }
  job.state = LoggedState::completed;
  EXPECT_EQ(rules.application_of(job), ClassId(2));
  job.demand.gpus = 2;
  job.state = LoggedState::failed;
  EXPECT_EQ(rules.application_of(job), ClassId(4)) << "a session keeps its duration anyway";
}

TEST(StreamRules, AMixIsDrawnByWeight) {
  const StreamSpec stream = stream_of({rule(0, {{0, 1.0}, {2, 3.0}})});
  const StreamRules rules(stream, 1);
  constexpr int kJobs = 10000;
  int first = 0;
  for (int id = 0; id < kJobs; ++id)
    first += rules.application_of(row(id, 1)) == ClassId(0) ? 1 : 0;
  // Five standard deviations of a binomial with p = 1/4.
  EXPECT_NEAR(first, kJobs / 4.0, 5.0 * std::sqrt(kJobs * 0.25 * 0.75));
}

TEST(StreamRules, ADrawDependsOnTheJobAloneNotOnTheOthers) {
  const StreamSpec stream = stream_of({rule(1, {{0, 1.0}, {2, 1.0}})});
  const StreamRules one(stream, 5);
  const StreamRules other(stream, 5);
  for (std::int64_t id = 99; id > 0; --id)
    EXPECT_EQ(one.application_of(row(id, 1)), other.application_of(row(id, 1)));
  const StreamRules seeded(stream, 6);
  bool differs = false;
  for (std::int64_t id = 0; id < 99; ++id)
    differs = differs || one.application_of(row(id, 1)) != seeded.application_of(row(id, 1));
  EXPECT_TRUE(differs);
}

TEST(StreamRules, NamesRulesThatNoKeptRowMeets) {
  StreamSpec stream = stream_of({rule(1, {{0, 1.0}}), rule(2, {{0, 1.0}})});
  stream.trace->where = SelectorSpec{};
  stream.trace->where->gpus = {{1, 1}};
  StreamRules rules(stream, 1);
  LoggedJob kept = row(1, 1);
  LoggedJob left_out = row(2, 2);
  EXPECT_TRUE(rules.mark(kept).kept);
  EXPECT_FALSE(rules.mark(left_out).kept);
  EXPECT_THAT(rules.unmet(),
              ElementsAre("rule 2 of stream log is met by no job that earlier rules leave"));
}

TEST(StreamRules, AWhereMaySelectByTheKindThatRulesGive) {
  StreamSpec stream = stream_of({rule(1, {{4, 1.0}})});
  stream.trace->where = SelectorSpec{};
  stream.trace->where->interactive = true;
  StreamRules rules(stream, 1);
  LoggedJob session = row(1, 1);
  LoggedJob batch = row(2, 2);
  EXPECT_TRUE(rules.mark(session).kept);
  EXPECT_FALSE(rules.mark(batch).kept);
}

}  // namespace
}  // namespace gpuscape
