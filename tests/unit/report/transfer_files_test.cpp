#include "sim/report/transfers/transfer_files.hpp"

#include <gmock/gmock.h>

#include <string>

#include "sim/report/folder/result_folder.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

/// A gibibyte in 8 ms among eight GPUs, and one that had not ended.
TransferResult two_collectives() {
  CollectiveRow ended;
  ended.operation = "all-reduce";
  ended.among = "8 GPUs";
  ended.library = "nccl";
  ended.basis = "measured";
  ended.type = "half";
  ended.in_place = true;
  ended.algorithm = "ring";
  ended.protocol = "LL128";
  ended.bytes = Bytes(1'073'741'824.0);
  ended.rounds = 14;
  ended.bus_factor = 1.75;
  ended.start = 2.0_s;
  ended.end = 2.0078125_s;
  ended.latency = 0.0000625_s;
  ended.idle_time = 0.00625_s;
  ended.ended = true;
  ended.bound_by = "a/0: gpu0 → sw, \"x16\"";
  CollectiveRow running = ended;
  running.in_place = false;
  running.protocol = "";
  running.basis = "";
  running.ended = false;
  TransferResult result;
  result.collectives = {ended, running};
  return result;
}

void write_folder(const fs::path& path, const TransferResult& result) {
  ResultFolder folder(path, path.parent_path() / "a.json");
  Provenance provenance;
  provenance.scenario_file = folder.scenario_file();
  folder.prepare_transfers({}, result, provenance);
  folder.put_in_place();
}

TEST(CollectivesCsv, WritesSizesWithAllTheirDigits) {
  TransferResult result = two_collectives();
  result.collectives.front().bytes = Bytes(8e9);
  const ScratchFolder folder;
  write_folder(folder.path() / "out", result);
  EXPECT_NE(read_text(folder.path() / "out/collectives.csv").find(",8000000000,"),
            std::string::npos);
}

TEST(CollectivesCsv, HasALineForEachAndNoTimesOfWhatHasNotEnded) {
  const ScratchFolder folder;
  write_folder(folder.path() / "out", two_collectives());
  EXPECT_EQ(read_text(folder.path() / "out/collectives.csv"),
            "operation,among,library,type,in_place,algorithm,protocol,bytes,rounds,start_s,end_s,"
            "time_s,latency_s,idle_time_s,algorithm_bytes_per_s,bus_bytes_per_s,bound_by,basis\n"
            "all-reduce,8 GPUs,nccl,half,yes,ring,LL128,1073741824,14,2,2.0078125,0.0078125,"
            "6.25e-05,0.00625,137438953472,240518168576,\"a/0: gpu0 → sw, \"\"x16\"\"\",measured\n"
            "all-reduce,8 GPUs,nccl,half,no,ring,,1073741824,14,,,,6.25e-05,0.00625,,,"
            "\"a/0: gpu0 → sw, \"\"x16\"\"\",\n");
}

TEST(CollectivesCsv, GoesWhenTheScenarioHasNoneAnyMore) {
  const ScratchFolder folder;
  write_folder(folder.path() / "out", two_collectives());
  write_folder(folder.path() / "out", {});
  EXPECT_FALSE(fs::exists(folder.path() / "out/transfers.csv")) << "there are none either";
  EXPECT_FALSE(fs::exists(folder.path() / "out/collectives.csv"));
}

}  // namespace
}  // namespace gpuscape
