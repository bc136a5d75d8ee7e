/// Accounts and QOS as sacctmgr prints them.

#include <gmock/gmock.h>

#include "tests/support/slurm_texts.hpp"

namespace gpuscape {
namespace {

using test::policy_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Levels are indentation in `sacctmgr show assoc tree`, and ParentName in `show assoc`.
TEST(Sacctmgr, AccountsLieBelowOthersByIndentation) {
  const test::SlurmRead tree =
      test::read_slurm({"Cluster|Account|User|Share|GrpTRES\nlab|root||1|\nlab| root|root|1|\n"
                        "lab| phys||10|gres/gpu=4\nlab|  phys-a||1|\nlab|   phys-a|u1|1|\n"
                        "lab|  phys-b||3|\nlab|   deep||1|\nlab|   phys-b|u2|1|\nlab| chem||1|\n"});
  EXPECT_THAT(tree.faults, IsEmpty());
  EXPECT_EQ(policy_of(tree, "accounts"),
            R"({"root":{"shares":1,"users":{"root":1}},"phys":{"shares":10,"max_gpus":4},)"
            R"("phys-a":{"parent":"phys","shares":1,"users":{"u1":1}},)"
            R"("phys-b":{"parent":"phys","shares":3,"users":{"u2":1}},)"
            R"("deep":{"parent":"phys-b","shares":1},"chem":{"shares":1}})");
  EXPECT_THAT(tree.settings.notes, IsEmpty());
}

TEST(Sacctmgr, AccountsLieBelowOthersByTheNameOfTheParent) {
  for (const std::string column : {"ParentName", "Par Name"}) {
    const test::SlurmRead named =
        test::read_slurm({"Cluster|Account|" + column +
                          "|User|Share\nlab|phys-a|phys||1\nlab|phys-a||u1|2\n"
                          "lab|phys|root||10\nlab|chem|root||1\n"});
    EXPECT_EQ(policy_of(named, "accounts"),
              R"({"phys-a":{"parent":"phys","shares":1,"users":{"u1":2}},)"
              R"("phys":{"shares":10},"chem":{"shares":1}})")
        << column;
    EXPECT_THAT(named.settings.notes, IsEmpty());
  }
}

/// The output of sacctmgr 22.05, which repeats in a user's row what the user inherits from its
/// account.
TEST(Sacctmgr, LimitsOfAccountsAreReadAndUsersInheritThem) {
  const test::SlurmRead tree = test::read_slurm(
      {"Cluster|Account|User|Share|GrpJobs|GrpTRES|GrpTRESMins|MaxJobs|MaxTRES\n"
       "lab|root||1||cpu=9|||\nlab| phys||10|7|gres/gpu=4|gres/gpu=600|3|gres/gpu=2\n"
       "lab|  phys-a||parent||||3|gres/gpu=2\nlab|   phys-a|u1|1||||3|gres/gpu=2\n"
       "lab|   phys-a|u2|parent||||1|gres/gpu=2\n"});
  EXPECT_EQ(policy_of(tree, "accounts"),
            R"({"phys":{"shares":10,"max_gpus":4,"max_jobs":7,"max_jobs_per_user":3,)"
            R"("max_gpus_per_job":2,"max_gpu_minutes":600},)"
            R"("phys-a":{"parent":"phys","shares_as_parent":true,"max_jobs_per_user":3,)"
            R"("max_gpus_per_job":2,"users":{"u1":1,"u2":1}}})");
  EXPECT_THAT(tree.settings.notes,
              ElementsAre(testing::AllOf(HasSubstr("account root GrpTRES=cpu=9"),
                                         HasSubstr("Share=parent of users"),
                                         HasSubstr("user u2 MaxJobs=1"), Not(HasSubstr("u1")))));
}

TEST(Sacctmgr, AQosHasABudgetAFactorAndLimitsPerJobAndAccount) {
  const test::SlurmRead read_qos =
      test::read_slurm({"Name|Priority|UsageFactor|GrpTRESMins|MaxTRES|MaxTRESPA|MaxJobsPA\n"
                        "normal|0|1.000000||||\n"
                        "half|5|0.500000|gres/gpu=90000000000,cpu=5|gres/gpu=8|gres/gpu=16|4\n"});
  EXPECT_EQ(policy_of(read_qos, "qos"),
            R"({"normal":{"priority":0},"half":{"priority":5,"usage_factor":0.5,)"
            R"("max_gpus_per_account":16,"max_jobs_per_account":4,"max_gpus_per_job":8,)"
            R"("max_gpu_minutes":90000000000}})");
  EXPECT_THAT(read_qos.settings.notes, ElementsAre(HasSubstr("GrpTRESMins of cpu")));
}

TEST(Sacctmgr, LimitsOnCoresAreReadBesideThoseOnGpus) {
  const test::SlurmRead tree =
      test::read_slurm({"Cluster|Account|User|Share|GrpTRES|MaxTRES\n"
                        "lab|a||1|cpu=64,gres/gpu=4,mem=1T|cpu=16\n",
                        "Name|Priority|GrpTRES|MaxTRES|MaxTRESPU|MaxTRESPA\n"
                        "q|0|cpu=8|gres/gpu=2|cpu=4|gres/gpu=1,cpu=2\n"});
  EXPECT_EQ(policy_of(tree, "accounts"),
            R"({"a":{"shares":1,"max_gpus":4,"max_cores":64,"max_cores_per_job":16}})");
  EXPECT_EQ(policy_of(tree, "qos"),
            R"({"q":{"priority":0,"max_cores":8,"max_cores_per_user":4,)"
            R"("max_gpus_per_account":1,"max_cores_per_account":2,"max_gpus_per_job":2}})");
  EXPECT_THAT(tree.settings.notes, ElementsAre(HasSubstr("GrpTRES of mem")));
  EXPECT_THAT(test::read_slurm({"Name|Priority|GrpTRES\nq|0|cpu=many\n"}).faults,
              ElementsAre("text0:2: GrpTRES is not an amount: \"cpu=many\""));
}

TEST(Sacctmgr, AQosMayKeepWhatWasUsedOfItsBudget) {
  const test::SlurmRead flags = test::read_slurm(
      {"Name|Priority|Flags|GrpTRESMins\ngrant|0|DenyOnLimit,NoDecay|gres/gpu=600\n"
       "free|0|NoDecay|\n"});
  EXPECT_EQ(policy_of(flags, "qos"),
            R"({"grant":{"priority":0,"max_gpu_minutes":600,"no_decay":true},)"
            R"("free":{"priority":0}})");
  EXPECT_THAT(flags.settings.notes,
              ElementsAre(testing::AllOf(HasSubstr("QOS grant Flags=DenyOnLimit"),
                                         Not(HasSubstr("NoDecay")))));
}

/// What sshare prints beside it names accounts and users, too.
TEST(Sacctmgr, SshareTellsOfNoAssociations) {
  const test::SlurmRead both =
      test::read_slurm({"Cluster|Account|User|Share\nlab|a||1\nlab|a|u1|2\n",
                        "Account|User|RawShares|NormShares|RawUsage|FairShare\n"
                        "a||1|0.5|100|\n a|u1|2|1.0|100|0.25\n"});
  EXPECT_EQ(policy_of(both, "accounts"), R"({"a":{"shares":1,"users":{"u1":2}}})");
}

TEST(Sacctmgr, ATreeThatCannotBeIsAFaultAtItsLine) {
  EXPECT_THAT(test::read_slurm({"Account|ParentName|User|Share\nphys|root||1\nphys-a|phys||1\n"
                                "phys-a|root||1\n"})
                  .faults,
              ElementsAre("text0:4: account \"phys-a\" has two parents: \"phys\" and \"root\""));
  EXPECT_THAT(test::read_slurm({"Account|ParentName|User|Share\nphys-a|phys||1\n"}).faults,
              ElementsAre("text0:2: account \"phys-a\" lies below \"phys\", which is not listed"));
  EXPECT_THAT(test::read_slurm({"Account|User|Share\na||-1\n"}).faults,
              ElementsAre("text0:2: Share is not a non-negative number: \"-1\""));
}

}  // namespace
}  // namespace gpuscape
