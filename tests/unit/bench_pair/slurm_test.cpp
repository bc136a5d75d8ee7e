#include "pair/slurm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/options.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Variables two_tasks() {
  return {{"SLURM_JOB_ID", "4711"},
          {"SLURM_PROCID", "0"},
          {"SLURM_NTASKS", "2"},
          {"SLURM_JOB_NODELIST", "gpu[07-08]"}};
}

Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  };
}

std::string refusal_of(const Variables& variables) {
  try {
    slurm_place(environment_of(variables));
  } catch (const UsageFault& fault) {
    return fault.message;
  }
  return "";
}

TEST(SlurmPlace, BothRanksAgreeThatTheSecondNodeListens) {
  Variables variables = two_tasks();
  const SlurmPlace first = slurm_place(environment_of(variables));
  variables["SLURM_PROCID"] = "1";
  const SlurmPlace second = slurm_place(environment_of(variables));
  EXPECT_EQ(first.rank, 0);
  EXPECT_EQ(second.rank, 1);
  EXPECT_EQ(first.listens, "gpu08");
  EXPECT_EQ(second.listens, "gpu08");
  EXPECT_EQ(first.first_port, second.first_port);
}

TEST(SlurmPlace, TheStepsOwnListAndTasksGoBeforeTheJobs) {
  Variables variables = two_tasks();
  variables["SLURM_NTASKS"] = "8";
  variables["SLURM_STEP_NUM_TASKS"] = "2";
  variables["SLURM_STEP_NODELIST"] = "gpu[03,05]";
  EXPECT_EQ(slurm_place(environment_of(variables)).listens, "gpu05");
}

TEST(SlurmPlace, OtherThanTwoTasksOnTwoNodesIsRefusedWithTheCommand) {
  for (const auto& [name, value] :
       std::multimap<std::string, std::string>{{"SLURM_NTASKS", "3"},
                                               {"SLURM_NTASKS", ""},
                                               {"SLURM_PROCID", "2"},
                                               {"SLURM_PROCID", ""},
                                               {"SLURM_JOB_ID", ""},
                                               {"SLURM_JOB_NODELIST", ""},
                                               {"SLURM_JOB_NODELIST", "n[1-3]"}}) {
    Variables variables = two_tasks();
    variables[name] = value;
    EXPECT_THAT(refusal_of(variables), HasSubstr("srun -N2 --ntasks-per-node=1")) << name;
  }
}

TEST(PortOfJob, LiesBetween20000And60000WithItsNeighboursFree) {
  for (int job = 1; job < 100000; job += 37) {
    const int port = port_of_job(std::to_string(job));
    EXPECT_GE(port, 20000);
    EXPECT_LE(port + kSlurmPorts, 60000);
    EXPECT_GE(std::abs(port - port_of_job(std::to_string(job + 1))), kSlurmPorts);
  }
}

TEST(NodeAddress, IsFoundInWhatScontrolPrints) {
  EXPECT_EQ(node_address_in("NodeName=n2 Arch=x86_64 NodeAddr=10.0.0.7 NodeHostName=n2\n"),
            "10.0.0.7");
  EXPECT_EQ(node_address_in("NodeName=n2 NodeAddr=(null) State=DOWN"), "");
  EXPECT_EQ(node_address_in("Node n2 not found"), "");
}

}  // namespace
}  // namespace gpuscape::bench
