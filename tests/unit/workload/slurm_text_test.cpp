#include "sim/workload/text/slurm_text.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(SlurmText, ReadsDurations) {
  EXPECT_EQ(slurm_duration("00:01:15"), Seconds(75.0));
  EXPECT_EQ(slurm_duration("1-02:03:04"), Seconds(86400.0 + 2 * 3600 + 3 * 60 + 4));
  EXPECT_EQ(slurm_duration("03:04.250"), Seconds(3 * 60 + 4.25));
  EXPECT_EQ(slurm_duration("365-00:00:00"), Seconds(365 * 86400.0));
}

TEST(SlurmText, RefusesWhatIsNoDuration) {
  for (const char* text : {"", "UNLIMITED", "Partition_Limit", "5", "1:2:3:4", "-1:00",
                           "a-00:01:00", "1-2-03:00", "00:-1:00", "00:0.5:00", "00:nan", "00:1e99"})
    EXPECT_FALSE(slurm_duration(text)) << text;
}

TEST(SlurmText, ReadsMemoryInEveryUnit) {
  EXPECT_EQ(slurm_memory("8000M"), 8000);
  EXPECT_EQ(slurm_memory("4G"), 4096);
  EXPECT_EQ(slurm_memory("1.5T"), 1572864);  // 1.5 × 2^20
  EXPECT_EQ(slurm_memory("1025K"), 2);
  EXPECT_EQ(slurm_memory("512"), 512);
  for (const char* text : {"", "M", "x", "-1G", "4Gc", "1e99T", "nanM"})
    EXPECT_FALSE(slurm_memory(text)) << text;
}

TEST(SlurmText, ReadsRequestedMemoryByCoreAndByNode) {
  EXPECT_EQ(slurm_requested_memory("4Gc", 16, 2), 16 * 4096);
  EXPECT_EQ(slurm_requested_memory("2Gn", 16, 2), 2 * 2048);
  EXPECT_EQ(slurm_requested_memory("4000M", 16, 2), 4000);
  EXPECT_FALSE(slurm_requested_memory("manyn", 16, 2));
}

TEST(SlurmText, ReadsResources) {
  const SlurmResources found = slurm_resources("billing=16,cpu=16,gres/gpu=8,mem=64G,node=2");
  EXPECT_EQ(found.gpus, 8);
  EXPECT_EQ(found.cores, 16);
  EXPECT_EQ(found.memory_mib, 65536);
  EXPECT_EQ(found.nodes, 2);
  EXPECT_FALSE(found.broken);
}

TEST(SlurmText, TakesTypedGpusWhereNoEntryTellsOfAll) {
  EXPECT_EQ(slurm_resources("cpu=1,gres/gpu:a100=8").gpus, 8);
  EXPECT_EQ(slurm_resources("gres/gpu:a100=4,gres/gpu:v100=2").gpus, 6);
  EXPECT_EQ(slurm_resources("gres/gpu=6,gres/gpu:a100=4,gres/gpu:v100=2").gpus, 6);
  EXPECT_EQ(slurm_resources("gres/gpu:a100=4,gres/gpu=6,gres/gpu:v100=2").gpus, 6);
  EXPECT_EQ(slurm_resources("cpu=1,gres/gpumem=4").gpus, std::nullopt);
  EXPECT_EQ(slurm_resources("").gpus, std::nullopt);
}

TEST(SlurmText, MarksAmountsThatAreNone) {
  for (const char* text : {"cpu=x", "gres/gpu=", "mem=?", "cpu=-1", "gres/gpu:a100=two"})
    EXPECT_TRUE(slurm_resources(text).broken) << text;
  EXPECT_FALSE(slurm_resources("license/matlab=x").broken);
}

using Jobs = std::vector<NamedDependency>;

TEST(SlurmText, FindsTheJobsToWaitForHoweverTheOptionIsWritten) {
  const Jobs one{{28, DependsOn::success}};
  for (const char* line : {"sbatch --dependency=afterok:28 job.sh", "sbatch -d afterok:28 job.sh",
                           "sbatch --dependency afterok:28", "sbatch -dafterok:28",
                           "sbatch --depend=afterok:28 job.sh", "sbatch -d 28"})
    EXPECT_EQ(slurm_dependency(line).jobs, one) << line;
  EXPECT_TRUE(slurm_dependency("sbatch --deadline=now job.sh").jobs.empty());
}

TEST(SlurmText, FindsAllJobsToWaitForAndTellsSuccessFromAnyEnd) {
  const Jobs both{{28, DependsOn::success}, {29, DependsOn::success}};
  EXPECT_EQ(slurm_dependency("sbatch -d afterok:28:29").jobs, both);
  EXPECT_EQ(slurm_dependency("sbatch -d afterok:28,afterok:29").jobs, both);
  EXPECT_EQ(slurm_dependency("sbatch -d afterany:28").jobs, (Jobs{{28, DependsOn::end}}));
  EXPECT_EQ(slurm_dependency("sbatch -d afterok:28,afterany:29").jobs,
            (Jobs{{28, DependsOn::success}, {29, DependsOn::end}}));
  EXPECT_EQ(slurm_dependency("sbatch -d afterok:28_4").jobs.size(), 1U);
}

TEST(SlurmText, SaysWhereADependencyIsOfAnotherKind) {
  for (const char* line : {"sbatch -d singleton", "sbatch -d afternotok:28", "sbatch -d after:28+5",
                           "sbatch -d afterok:28?afterok:29"}) {
    EXPECT_TRUE(slurm_dependency(line).others) << line;
    EXPECT_TRUE(slurm_dependency(line).jobs.empty()) << line;
  }
  EXPECT_EQ(slurm_dependency("sbatch -d afterok:28,singleton").jobs.size(), 1U);
}

TEST(SlurmText, TakesNothingForADependencyThatIsNone) {
  for (const char* line : {"", "sbatch job.sh", "sbatch -d", "sbatch -d afterok:x"}) {
    EXPECT_TRUE(slurm_dependency(line).jobs.empty()) << line;
    EXPECT_FALSE(slurm_dependency(line).others) << line;
  }
}

}  // namespace
}  // namespace gpuscape
