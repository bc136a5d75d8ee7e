/// Files of the project's own forms: bounded values, faults and copies, and what is linear in them.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/base/json/json.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/nearest.hpp"
#include "sim/calibration/measurement.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/scenario/load/loader.hpp"
#include "sim/scenario/slurm/node_list_file.hpp"
#include "sim/scenario/slurm/slurm_hostlist.hpp"
#include "sim/scenario/slurm/slurm_settings.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string members(std::string_view prefix, int count, std::string_view value) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format("{}\"{}{}\":{}", i == 0 ? "" : ",", prefix, i, value);
  return text;
}

std::vector<Issue> faults_of_json(const std::string& text) {
  try {
    parse_json(text, "f.json");
  } catch (const ScenarioError& error) {
    return error.issues();
  }
  return {};
}

TEST(JsonLimits, NinetyNineDuplicatesAreNamedAndTheOthersCounted) {
  std::string text = "{\"a\":1";
  for (int i = 0; i < 250; ++i) text += ",\"a\":1";
  const std::vector<Issue> issues = faults_of_json(text + "}");
  ASSERT_EQ(issues.size(), 100U);
  EXPECT_EQ(issues.front().line, 1);
  EXPECT_EQ(issues.back().message, "151 more keys are duplicated in their objects");
}

TEST(JsonLimits, ADocumentHasFourMillionValues) {
  std::string text = "[0";
  for (std::size_t i = 2; i < kMostJsonValues; ++i) text += ",0";
  EXPECT_TRUE(faults_of_json(text + "]").empty());
  const std::vector<Issue> issues = faults_of_json(text + ",\n0]");
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues.front().message, "more than 4 000 000 values in one document");
  EXPECT_EQ(issues.front().line, 2);
}

TEST(FaultLimits, TenThousandAreTold) {
  ReadingContext context;
  for (int i = 0; i < 20'000; ++i) context.add({{}, i, 1}, "", "wrong");
  EXPECT_EQ(context.issue_count(), 10'000U);
  EXPECT_EQ(context.sorted_issues().back().message, "9900 or more further faults, not shown");
}

TEST(HintLimits, LongListsAreComparedAtTheirBeginning) {
  std::vector<std::string> names(100'000, "aab");
  for (std::size_t i = 0; i < names.size(); ++i) names[i] += std::to_string(i);
  names[3] = "gpus";
  EXPECT_EQ(nearest("gpu5", names), "gpus");
  EXPECT_THAT(nearest_hint("aa", names), HasSubstr("996 more"));
}

TEST(VariantLimits, AllTogetherHaveTwentyMillionValues) {
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "gpus": 1}}},)"
      R"( "workload": {"streams": {"j": {"trace": {"format": "swf", "file": "f"}}}}, "x-n": {)" +
      members("x", 30'000, "1") + R"(}, "variants": {)" + members("v", 1000, "{}") + "}}";
  const LoadedScenario loaded = load_scenario_text(text, "s.json");
  ASSERT_TRUE(loaded.context.has_issues());
  EXPECT_THAT(
      loaded.context.sorted_issues().front().message,
      AllOf(HasSubstr("1000 variants of a scenario of 30 0"), HasSubstr("20 000 000 values")));
}

TEST(CatalogLimits, WhatEntriesInheritIsBounded) {
  ReadingContext context;
  Catalog catalog = Catalog::shipped();
  catalog.overlay_text(R"({"nodes": {"base": {)" + members("x-a", 10'000, "1") + "}," +
                           members("n", 1000, R"({"inherits": "base"})") + "}}",
                       "own.json", context);
  ASSERT_EQ(context.issue_count(), 1U);
  const Issue issue = context.sorted_issues().front();
  EXPECT_THAT(issue.message, HasSubstr("hold more than 4 000 000 values"));
  EXPECT_EQ(issue.line, 1);
}

std::vector<std::string> names_in(const JsonValue& object) {
  std::vector<std::string> names;
  for (const JsonMember& member : object.members()) names.push_back(member.key);
  return names;
}

TEST(CatalogLimits, LayingOverKeepsOrderAndRemoves) {
  for (const int others : {1, 400}) {  // below and above where a table of names is made
    const std::string more = members("m", others, "1") + ",";
    JsonValue base = parse_json("{" + more + R"("a": 1, "b": {"c": 1, "d": 2}, "e": null, "f": 3})",
                                "base.json");
    const JsonValue over =
        parse_json("{" + more + R"("f": null, "b": {"d": 5}, "g": 6, "none": null})", "over.json");
    lay_over(base, over);
    std::vector<std::string> expected;
    for (int i = 0; i < others; ++i) expected.push_back(fmt::format("m{}", i));
    for (const char* name : {"a", "b", "e", "g"}) expected.emplace_back(name);
    EXPECT_EQ(names_in(base), expected);
    EXPECT_EQ(base.find("b")->find("c")->integer(), 1);
    EXPECT_EQ(base.find("b")->find("d")->integer(), 5);
  }
}

TEST(NodeLists, KindsOfOneNameAreNumberedAsTheyCome) {
  ReadingContext context;
  const JsonValue cluster = read_node_list(
      "gpu,cpu_milli,memory_mib,model\n1,1,1,a\n1,2,1,a\n1,1,1,a-1-kind2\n1,1,1,a\n1,3,1,a\n1,9,1,"
      "a-1-kind2\n",
      "n.csv", context);
  EXPECT_THAT(
      names_in(*cluster.find("nodes")),
      testing::ElementsAre("a-1", "a-1-kind2", "a-1-kind2-1", "a-1-kind3", "a-1-kind2-1-kind2"));
  EXPECT_EQ(cluster.find("nodes")->members().front().value.find("count")->integer(), 2);
}

TEST(SlurmLimits, NamesOfNodesAreBoundedInNumberAndLength) {
  EXPECT_EQ(expand_hostlist("n[1-1000000]")->size(), 1'000'000U);
  EXPECT_FALSE(expand_hostlist("n[0-1000000]"));
  EXPECT_FALSE(expand_hostlist(std::string(1000, 'n') + "[1-999999]"));
  std::string text;
  for (int i = 0; i < 11; ++i) text += fmt::format("PartitionName=p{} Nodes=n[1-999999]\n\n", i);
  ReadingContext context;
  read_slurm_settings({{"partitions.txt", text}}, context);
  ASSERT_TRUE(context.has_issues());
  const Issue last = context.sorted_issues().back();
  EXPECT_THAT(last.message, HasSubstr("the lists of nodes hold more than 10 000 000 names"));
  EXPECT_EQ(last.line, 21);
}

TEST(SlurmLimits, AClusterHasAMillionNodesAtMost) {
  ReadingContext context;
  read_slurm_settings(
      {{"nodes.txt", "NodeName=n[1-600000] CPUTot=1\n\nNodeName=m[1-600000] CPUTot=1\n"}}, context);
  ASSERT_EQ(context.issue_count(), 1U);
  EXPECT_THAT(context.sorted_issues().front().message, HasSubstr("more than 1 000 000 nodes"));
  EXPECT_EQ(context.sorted_issues().front().line, 3);
}

}  // namespace
}  // namespace gpuscape
