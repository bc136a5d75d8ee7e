/// Settings of a Slurm cluster as its commands print them.

#include "sim/scenario/slurm/slurm_settings.hpp"

#include <gmock/gmock.h>

#include "sim/scenario/load/loader.hpp"
#include "sim/scenario/slurm/node_list_file.hpp"
#include "sim/scenario/slurm/slurm_hostlist.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/slurm_texts.hpp"

namespace gpuscape {
namespace {

using test::policy_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string kNodes =
    "NodeName=n1 Arch=x86_64\n   CPUTot=16 Gres=gpu:4\n   RealMemory=4000 State=IDLE\n\n"
    "NodeName=n2 Arch=x86_64\n   CPUTot=16 Gres=gpu:4\n   RealMemory=4000 State=IDLE\n";

TEST(SlurmHostlist, ExpandsRangesListsAndLeadingZeros) {
  EXPECT_THAT(*expand_hostlist("n[1-3,7],gpu-[09-10]"),
              ElementsAre("n1", "n2", "n3", "n7", "gpu-09", "gpu-10"));
  EXPECT_THAT(*expand_hostlist("r[1-2]n[1-2]"), ElementsAre("r1n1", "r1n2", "r2n1", "r2n2"));
}

TEST(SlurmHostlist, RefusesWhatIsNoListAndMoreThanAMillionNodes) {
  for (const char* text : {"", "n[1-", "n[2-1]", "n]1[", "a,,b", "n[]", "n[1-999999999]",
                           "n[1-2000]m[1-2000]", "n[99999999999999999999]"})
    EXPECT_FALSE(expand_hostlist(text)) << text;
  EXPECT_THAT(*expand_hostlist("n[1-1000000]"), SizeIs(1'000'000));
}

TEST(SlurmSettings, EqualNodesAreAGroupNamedByWhatTheyShare) {
  const test::SlurmRead result =
      test::read_slurm({kNodes + "\nNodeName=big1\n   CPUTot=64 Gres=gpu:a100:8(S:0-1),nic:2"
                                 "\n   RealMemory=512000 State=MIXED\n"});
  EXPECT_THAT(result.faults, IsEmpty());
  const JsonValue& nodes = *result.settings.cluster.find("nodes");
  EXPECT_EQ(write_json(*nodes.find("n"), -1),
            R"({"type":"custom","count":2,"gpus":4,"cores":16,"memory":"4000 MiB"})");
  EXPECT_EQ(nodes.find("big")->find("gpus")->integer(), 8);
  EXPECT_THAT(result.settings.notes, ElementsAre(HasSubstr("Gres nic")));
}

TEST(SlurmSettings, NodesOfOtherGpuTypesOrFeaturesAreGroupsOfTheirOwn) {
  const test::SlurmRead result = test::read_slurm(
      {"NodeName=g1 CPUTot=64 Gres=gpu:a100:4(S:0-1) ActiveFeatures=ib,nvlink State=IDLE\n\n"
       "NodeName=g2 CPUTot=64 Gres=gpu:h100:4 ActiveFeatures=ib,nvlink State=IDLE\n\n"
       "NodeName=g3 CPUTot=64 Gres=gpu:h100:4 ActiveFeatures=(null) State=IDLE\n"});
  EXPECT_THAT(result.faults, IsEmpty());
  const JsonValue& nodes = *result.settings.cluster.find("nodes");
  ASSERT_THAT(nodes.members(), SizeIs(3));
  EXPECT_EQ(nodes.find("g1")->find("gpu_model")->text(), "a100");
  EXPECT_EQ(write_json(*nodes.find("g2")->find("features"), -1), R"(["ib","nvlink"])");
  EXPECT_EQ(nodes.find("g3")->find("features"), nullptr);
}

TEST(SlurmSettings, SeveralGpuTypesInANodeAreLeftOutAndNamed) {
  const test::SlurmRead result =
      test::read_slurm({"NodeName=g1 CPUTot=64 Gres=gpu:a100:2,gpu:h100:2 State=IDLE\n"});
  const JsonValue& node = *result.settings.cluster.find("nodes")->find("g");
  EXPECT_EQ(node.find("gpus")->integer(), 4);
  EXPECT_EQ(node.find("gpu_model"), nullptr);
  EXPECT_THAT(result.settings.notes, ElementsAre(HasSubstr("types of GPUs")));
}

TEST(SlurmSettings, NodesThatAreDownAreLeftOutAndNamed) {
  const test::SlurmRead result =
      test::read_slurm({kNodes + "\nNodeName=n3 CPUTot=16 Gres=gpu:4 State=IDLE+DRAIN\n",
                        "PartitionName=main\n   Nodes=n[1-3] Default=YES\n"});
  EXPECT_EQ(result.settings.cluster.find("nodes")->find("n")->find("count")->integer(), 2);
  EXPECT_THAT(result.settings.notes, Contains(HasSubstr("left out: n3")));
  EXPECT_EQ(policy_of(result, "partitions"), R"({"main":{"nodes":"n","default":true}})");
}

TEST(SlurmSettings, PartitionsNameNodesByTheirPlaceInTheGroup) {
  const test::SlurmRead result =
      test::read_slurm({kNodes,
                        "PartitionName=a Nodes=n2 MaxTime=1-12:00:00 PriorityTier=3 "
                        "PriorityJobFactor=10 MaxNodes=UNLIMITED LLN=YES\n"});
  EXPECT_EQ(policy_of(result, "partitions"),
            R"({"a":{"nodes":"n/1","tier":3,"factor":10,"max_time":"36 h"}})");
  EXPECT_THAT(result.settings.notes, ElementsAre(HasSubstr("partition a LLN=YES")));
}

TEST(SlurmSettings, LimitsAndSharesComeFromTables) {
  const test::SlurmRead result = test::read_slurm(
      {"Name|Priority|Preempt|GrpTRES|GrpJobs|MaxTRESPU|MaxJobsPU|MaxWall\n"
       "low|0||gres/gpu=12,cpu=64|5|gres/gpu:a100=2|3|01:00:00\n",
       "Cluster|Account|User|Share|GrpTRES\nlab|root||1|\nlab| team||4|gres/gpu=8\n"
       "lab|  team|user1|2|\n"});
  EXPECT_EQ(policy_of(result, "qos"),
            R"({"low":{"priority":0,"max_gpus":12,"max_cores":64,"max_jobs":5,)"
            R"("max_gpus_per_user":2,"max_jobs_per_user":3}})");
  EXPECT_EQ(policy_of(result, "accounts"),
            R"({"team":{"shares":4,"max_gpus":8,"users":{"user1":2}}})");
  EXPECT_THAT(
      result.settings.notes,
      ElementsAre(testing::AllOf(HasSubstr("MaxWall"), testing::Not(HasSubstr("GrpTRES")))));
}

TEST(SlurmSettings, AQosThatMakesRoomHasItsGraceTime) {
  const std::string qos =
      "Name|Priority|GraceTime|Preempt\nspare|0|00:02:00|\nurgent|9|00:00:00|spare\n";
  EXPECT_EQ(policy_of(test::read_slurm({kNodes, qos,
                                        "Configuration data as of today\nPreemptType = "
                                        "preempt/qos\nPreemptMode = REQUEUE\n"}),
                      "qos"),
            R"({"spare":{"priority":0,"grace_time":"2 min"},)"
            R"("urgent":{"priority":9,"preempts":"spare"}})");
  EXPECT_THAT(
      policy_of(test::read_slurm(
                    {kNodes, qos, "Configuration data as of today\nPreemptType = preempt/none\n"}),
                "qos"),
      Not(HasSubstr("grace_time")));
}

/// Slurm's default where slurm.conf says nothing.
TEST(SlurmSettings, AMegabyteOfMemoryIsNoMemory) {
  const test::SlurmRead result =
      test::read_slurm({"NodeName=n1 CPUTot=16 Gres=gpu:4\n   RealMemory=1 State=IDLE\n"});
  EXPECT_THAT(result.faults, IsEmpty());
  EXPECT_EQ(result.settings.cluster.find("nodes")->find("n")->find("memory")->text(),
            "1 PiB");  // more than any job asks for
  EXPECT_THAT(result.settings.notes,
              ElementsAre(HasSubstr("RealMemory=1 of n1 says that it is not configured")));
}

TEST(SlurmSettings, PriorityBasicIsTheOrderOfSubmission) {
  const test::SlurmRead result =
      test::read_slurm({"Configuration data as of today\nPriorityType = priority/basic\n"
                        "PriorityWeightAge = 5\nSchedulerType = sched/builtin\n"});
  EXPECT_EQ(policy_of(result, "weights"),
            R"({"age":0,"fair_share":0,"job_size":0,"partition":0,"qos":0})");
  EXPECT_EQ(result.settings.scheduler.find("backfill")->find("type")->text(), "none");
}

TEST(SlurmSettings, WhatCannotBeReadIsAFaultAtItsLine) {
  EXPECT_THAT(
      test::read_slurm({"Configuration data as of today\nPriorityMaxAge = 7 fortnights\n"}).faults,
      ElementsAre("text0:2: PriorityMaxAge is not a time: \"7 fortnights\""));
  EXPECT_THAT(test::read_slurm({kNodes, "PartitionName=a\n   Nodes=n[1-9]\n"}).faults,
              ElementsAre("text1:2: unknown node \"n3\""));
  EXPECT_THAT(test::read_slurm({kNodes, "PartitionName=a\n   Nodes=n[1-999999999]\n"}).faults,
              SizeIs(1));
  EXPECT_THAT(test::read_slurm({"NodeName=n1 Arch=x86_64\n"}).faults,
              ElementsAre(HasSubstr("text0:1: node \"n1\" has no CPUTot")));
  EXPECT_THAT(test::read_slurm({"Name|Priority\nlow|0|1|2\n"}).faults,
              ElementsAre("text0:2: has 4 fields, its header has 2"));
  EXPECT_THAT(test::read_slurm({kNodes + std::string("a\0b", 3)}).faults,
              ElementsAre(HasSubstr("contains a NUL byte")));
}

TEST(SlurmSettings, LinesMayEndInCrLfAndFilesMayHoldAByteOrderMark) {
  std::string crlf = "\xEF\xBB\xBF";
  for (const char c : kNodes) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_THAT(test::read_slurm({crlf}).faults, IsEmpty());
  EXPECT_EQ(write_json(test::read_slurm({crlf}).settings.cluster),
            write_json(test::read_slurm({kNodes}).settings.cluster));
}

TEST(SlurmSettings, CutOffAnywhereTheTextsAreReadOrRefused) {
  std::string text = "Configuration data as of today\nPriorityMaxAge = 7-00:00:00\n\n" + kNodes +
                     "\nPartitionName=a Nodes=n[1-2]\n\nName|Priority\nlow|0\n";
  const std::size_t first_node = text.find("NodeName=") + std::string("NodeName=").size();
  std::size_t refused = 0;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const test::SlurmRead result = test::read_slurm({text.substr(0, size)});
    EXPECT_LE(result.faults.size(), 2U) << size;
    EXPECT_THAT(result.faults, testing::Each(testing::StartsWith("text0:"))) << size;
    if (result.faults.empty()) {
      EXPECT_EQ(result.settings.cluster.is_null(), size < first_node) << size;
    }
    refused += result.faults.empty() ? 0U : 1U;
  }
  EXPECT_GE(refused, 125U);
  EXPECT_GE(text.size() - refused, 125U);
  EXPECT_THAT(test::read_slurm({text}).faults, IsEmpty());
}

std::vector<std::string> faults_from(const std::string& folder, const std::string& more = "") {
  const LoadedScenario loaded = load_scenario_text(R"({"format": 1, "cluster": {"from": ")" +
                                                       folder + R"("}, "workload": {"streams": {"j":
          {"trace": {"format": "swf", "file": "a"}}}}, "scheduler": {"from": ")" +
                                                       folder + "\"" + more + "}}",
                                                   "s.json");
  std::vector<std::string> faults;
  for (const Issue& issue : loaded.context.sorted_issues())
    faults.push_back(issue.pointer + ": " + issue.message);
  return faults;
}

TEST(SlurmSettings, AFolderThatIsMissingOrHoldsNothingIsAFault) {
  EXPECT_THAT(faults_from("nowhere"), Contains("/cluster/from: no such folder: nowhere"));
  const ScratchFolder empty;
  EXPECT_THAT(faults_from(empty.path().string()),
              Contains(HasSubstr("tells of a node that is up")));
}

TEST(SlurmSettings, KeysOfTheScenarioLieOverWhatWasRead) {
  const std::string folder = source_file("tests/fixtures/slurm/settings").string();
  const LoadedScenario loaded = load_scenario_text(
      R"({"format": 1, "cluster": {"from": ")" + folder + R"("}, "workload": {"streams": {"j":
          {"trace": {"format": "swf", "file": "a"}}}}, "scheduler": {"from": ")" +
          folder + R"(", "policy": {"max_age": "1 d", "reservations": null}}})",
      "s.json");
  EXPECT_THAT(loaded.context.sorted_issues(), IsEmpty());
  const JsonValue& policy = loaded.spec.scheduler.policy.parameters;
  EXPECT_EQ(policy.find("max_age")->text(), "1 d");
  EXPECT_EQ(policy.find("reservations"), nullptr);
  EXPECT_EQ(policy.find("weights")->find("fair_share")->number(), 4000.0);
}

TEST(NodeList, EqualNodesOfATableAreAGroup) {
  ReadingContext context;
  const JsonValue cluster = read_node_list(
      "sn,cpu_milli,memory_mib,gpu,model\r\na,64000,262144,2,P100\r\nb,64000,262144,2,P100\n"
      "c,96000,262144,2,P100\nd,32000,1024,0,\n",
      "nodes.csv", context);
  EXPECT_EQ(context.issue_count(), 0U);
  const JsonValue& nodes = *cluster.find("nodes");
  ASSERT_THAT(nodes.members(), SizeIs(3));
  EXPECT_EQ(
      write_json(*nodes.find("P100-2"), -1),
      R"({"type":"custom","count":2,"gpus":2,"cores":64,"gpu_model":"P100","memory":"262144 MiB"})");
  EXPECT_EQ(write_json(*nodes.find("P100-2-kind2")->find("cores"), -1), "96");
  EXPECT_NE(nodes.find("cpu-0"), nullptr);
}

TEST(NodeList, SaysWhatItCannotRead) {
  for (const char* text : {"", "sn,model\na,b\n", "gpu\n", "gpu\nx\n", "gpu\n1,2\n", "gpu\n-1\n",
                           "gpu\n99999999999999999999\n"}) {
    ReadingContext context;
    EXPECT_TRUE(read_node_list(text, "nodes.csv", context).is_null()) << text;
    EXPECT_EQ(context.issue_count(), 1U) << text;
  }
}

}  // namespace
}  // namespace gpuscape
