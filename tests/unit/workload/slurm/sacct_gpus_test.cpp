/// GPUs and parts of GPUs wherever Slurm's accounting has them.

#include <gmock/gmock.h>

#include "sim/base/units/gpu_instance.hpp"
#include "sim/workload/text/slurm_gpus.hpp"
#include "tests/unit/workload/sacct_rows.hpp"

namespace gpuscape {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// The demand of a job with these resources, on so many nodes.
Demand demand_of(const std::string& resources) {
  return read_sacct_rows({{.allocated = resources, .requested = ""}}).table.job(0).demand;
}

TEST(SacctParts, AShardIsAPartOfOneGpu) {
  const Demand demand = demand_of("cpu=10,gres/shard:a40=4,gres/shard=4,node=1");
  EXPECT_EQ(demand.gpus, 1);
  EXPECT_EQ(demand.gpu_milli, 4);  // the size of a shard is not in the log: a thousandth each
  EXPECT_THAT(sacct_reason({.allocated = "cpu=1,gres/shard=4,node=1"}),
              HasSubstr("asks for shards"));
}

TEST(SacctParts, AShardIsAsLargeAsTheSiteSays) {
  TraceSpec spec = trace_spec("sacct");
  spec.shards_per_gpu = 8;
  const auto read = [&](const char* resources) {
    return read_text(spec, sacct_text({{.allocated = resources, .requested = ""}}));
  };
  EXPECT_EQ(read("cpu=10,gres/shard=4,node=1").table.job(0).demand.gpu_milli, 500);
  EXPECT_EQ(read("cpu=10,gres/shard=4,node=1").report.reasons.at(0).reason,
            "asks for shards: a part of a GPU, of which there are 8");
  EXPECT_EQ(read("cpu=10,gres/shard=8,node=1").table.job(0).demand, (Demand{1, 10000, 0}));
  EXPECT_EQ(read("cpu=10,gres/shard=12,node=1").table.job(0).demand.gpus, 2);
  EXPECT_EQ(read("cpu=1,gres/shard=9000000000000000000,node=1").table.size(), 1U);
}

TEST(SacctParts, MpsIsCountedByHundredsOfAGpu) {
  EXPECT_EQ(demand_of("cpu=1,gres/mps=50,node=1").gpu_milli, 500);
  EXPECT_EQ(demand_of("cpu=1,gres/mps=100,node=1").gpu_milli, 0);
  EXPECT_EQ(demand_of("cpu=1,gres/mps=100,node=1").gpus, 1);
  EXPECT_EQ(demand_of("cpu=1,gres/mps=250,node=1").gpus, 3);  // of several: whole ones
}

TEST(SacctParts, AnInstanceIsSomeSeventhsOfAGpu) {
  // 3/7 = 428.57
  EXPECT_EQ(demand_of("cpu=1,gres/gpu:a100_3g.20gb=1,gres/gpu=1,node=1").gpu_milli, 429);
  // 2 + 10/7: three and a bit, whole ones
  EXPECT_EQ(demand_of("cpu=1,gres/gpu:a100=2,gres/gpu:1g.5gb=10,gres/gpu=12,node=1").gpus, 4);
}

TEST(SacctParts, SlicesOfAnInstanceAreOfSevenAndOfFourOnAnA30) {
  EXPECT_EQ(gpu_instance_thousandths("nvidia_b200_3g.90gb"), 429);
  EXPECT_EQ(gpu_instance_thousandths("1g.5gb"), 143);
  EXPECT_EQ(gpu_instance_thousandths("7g.80gb"), 1000);
  EXPECT_EQ(gpu_instance_thousandths("a30_2g.12gb"), 500);
  EXPECT_EQ(gpu_instance_thousandths("1c.3g.40gb"), 429);
  for (const char* type : {"a100", "", "g.5gb", "9g.5gb", "3g.5", "v100-32gb"})
    EXPECT_FALSE(gpu_instance_thousandths(type)) << type;
}

TEST(GresLists, EntriesHaveTypesCountsAndPlaces) {
  EXPECT_EQ(gres_list("gpu:1").gpus, 1);
  EXPECT_EQ(gres_list("gpu").gpus, 1);
  EXPECT_EQ(gres_list("gpu:tesla:2(IDX:0-1)").gpus, 2);
  EXPECT_EQ(gres_list("gpu:tesla:2(IDX:0,3),craynetwork:1").gpu_type, "tesla");
  EXPECT_EQ(gres_list("gres:gpu:h100:2").gpus, 2);
  EXPECT_EQ(gres_list("shard:4").shards, 4);
  EXPECT_FALSE(gres_list("craynetwork:1,nic:2").asks_for_gpus());
}

TEST(SubmitLines, GpusAreOfTheJobOfEachNodeOrOfEachTask) {
  const auto gpus = [](const std::string& line, std::int64_t nodes) {
    return submitted_gpus(line, nodes).gpus.value_or(0);
  };
  EXPECT_EQ(gpus("sbatch --gres=gpu:h100:1 train.sh", 1), 1);
  EXPECT_EQ(gpus("sbatch --gres gpu:2 train.sh", 3), 6);
  EXPECT_EQ(gpus("sbatch -N2 --gpus-per-node=4 train.sh", 2), 8);
  EXPECT_EQ(gpus("sbatch -N2 --gpus-per-node=h100:4 train.sh", 2), 8);
  EXPECT_EQ(gpus("sbatch -G 5 train.sh", 2), 5);
  EXPECT_EQ(gpus("sbatch --gpus=a100:3 train.sh", 2), 3);
  EXPECT_EQ(gpus("sbatch -n 6 --gpus-per-task=2 train.sh", 2), 12);
  EXPECT_EQ(gpus("sbatch --ntasks-per-node=4 --gpus-per-task=1 train.sh", 2), 8);
  EXPECT_EQ(gpus("sbatch --tres-per-node=gres/gpu:2 train.sh", 2), 4);
  EXPECT_EQ(gpus("sbatch train.sh", 2), 0);
  EXPECT_EQ(gpus("sbatch --sockets-per-node=2 --gpus-per-socket 2 train.sh", 3), 12);
  EXPECT_EQ(gpus("sbatch --gpus-per-socket=2 train.sh", 1), 0);  // of how many is not said
}

// What comes behind the script is the script's.
TEST(SubmitLines, ArgumentsOfTheScriptAskForNothing) {
  const auto gpus = [](const std::string& line) {
    return submitted_gpus(line, 1).gpus.value_or(0);
  };
  EXPECT_EQ(gpus("sbatch train.sh --gpus=7"), 0);
  EXPECT_EQ(gpus("sbatch -p long train.sh --gpus=7"), 0);
  EXPECT_EQ(gpus("sbatch --partition long --gpus=2 train.sh --gpus 7"), 2);
  EXPECT_EQ(gpus("srun -n 8 --gpus-per-task=1 python t.py -G 4"), 8);
}

std::string table(const std::string& columns, const std::string& values) {
  return "JobID|State|Submit|Start|End|" + columns +
         "\n1|COMPLETED|2026-07-29T09:00:00|2026-07-29T09:00:10|2026-07-29T11:00:10|" + values +
         "\n";
}

TEST(SacctGres, GpusThatNoListOfResourcesHasAreTakenFromElsewhere) {
  const auto read = [](const std::string& columns, const std::string& values) {
    return read_text(trace_spec("sacct"), table(columns, values));
  };
  EXPECT_EQ(read("AllocGRES|AllocTRES", "gpu:tesla:2|cpu=8,node=1").table.job(0).demand.gpus, 2);
  EXPECT_EQ(read("ReqGRES|AllocTRES", "gpu:2|cpu=8,node=3").table.job(0).demand.gpus, 6);
  const auto submitted =
      read("AllocTRES|SubmitLine", "cpu=8,node=2|sbatch -N2 --gpus-per-node=4 t.sh");
  EXPECT_EQ(submitted.table.job(0).demand.gpus, 8);
  EXPECT_THAT(submitted.report.reasons.at(0).reason,
              HasSubstr("those of the submit line are taken"));
  // What is tracked is right.
  EXPECT_EQ(read("AllocGRES|AllocTRES", "gpu:2|cpu=8,gres/gpu=1,node=1").table.job(0).demand.gpus,
            1);
}

TEST(SacctGres, ALogInWhichNobodyAsksForAGpuSaysSo) {
  const auto read = read_text(trace_spec("sacct"), table("AllocTRES", "cpu=8,node=1"));
  EXPECT_THAT(read.report.assumptions, Contains(HasSubstr("does the site track gres/gpu")));
}

}  // namespace
}  // namespace gpuscape
