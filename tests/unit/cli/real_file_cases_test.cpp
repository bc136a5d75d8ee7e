/// Small files made after real ones, each of which was misread once, with what is known of them.

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

/// A command, in whose words "@" stands for the case's folder and "%" for a new one, and what its
/// answer must and must not hold.
struct Case {
  std::string folder;
  std::vector<std::string> words;
  std::vector<std::string> holds;
  std::vector<std::string> lacks = {};
};

const std::vector<Case>& calibrations() {
  static const std::vector<Case> kCases{
      {"nccl-blank-column", {"@/alltoall_perf.txt"}, {"all-to-all/8 gpus", "250 GB/s"}, {"TB/s"}},
      {"nccl-types-merged",
       {"@/all_reduce_perf.txt"},
       {"250 us", "500 us", "type:uint8"},
       {"375 us"}},
      {"nccl-ranks-elided", {"@/all_reduce_perf.txt"}, {"all-reduce/16 gpus"}, {"/4 gpus"}},
      {"launcher-prefix", {"@/mpirun-tag-output.txt"}, {"250 us", "21 GB/s"}},
      {"fio-group", {"@/numjobs-in-global.json"}, {"jobs of the group not known"}, {"streams:1"}},
      {"fio-group", {"@/group-of-two.json"}, {"jobs of the group not known"}, {"streams:1"}},
      {"fio-client", {"@/client.json"}, {"2.15 GB/s"}},
      {"fio-dup", {"@/two-files.json"}, {"2.15 GB/s"}},
      {"osu-device", {"@/host.txt", "@/device.txt"}, {"pair mpi/device"}},
      {"nvband-local", {"@/local.txt"}, {"gpu0>gpu0", "gpu3>gpu3", "1.52 TB/s"}},
      {"nvband-local", {"@/local.json"}, {"gpu1>gpu1", "1.38 TB/s"}},
      {"nvband-bidirectional",
       {"@/node.txt"},
       {"host>gpu0/host-to-device/pinned/test:host_to_device_bidirectional_memcpy_ce",
        "host>gpu0/host-to-device/pinned/test:host_to_all_bidirectional_memcpy_ce",
        "gpu0>host/device-to-host/pinned/test:device_to_host_bidirectional_memcpy_ce"}}};
  return kCases;
}

const std::vector<Case>& logs() {
  static const std::vector<Case> kCases{
      {"json-not-detected", {"trace", "info", "@/sacct.json"}, {"2 GPU-hours"}},
      {"sacct-gres-untracked", {"trace", "info", "@/allocgres.psv"}, {"8 GPU-hours", "AllocGRES"}},
      {"sacct-gres-untracked", {"trace", "info", "@/submitline.psv"}, {"18 GPU-hours"}},
      {"sacct-newline", {"trace", "info", "@/newline.psv"}, {"6 GPU-hours", "line break"}},
      {"sacct-noheader", {"trace", "info", "@/nohead.psv"}, {"without its header"}},
      {"sacct-noheader",
       {"trace", "info", "--format", "sacct", "@/nohead.psv"},
       {"without its header"}},
      {"sacct-shard", {"trace", "info", "@/shard.psv"}, {"shards", "MPS"}},
      {"node-mig", {"check", "@/check.json", "--resolved"}, {"12 of the 16 GPUs"}},
      {"qos-typed", {"check", "@/scenario.json"}, {"gres/gpu:a100=2"}}};
  return kCases;
}

void put_places(std::vector<std::string>& words, const std::string& folder,
                const std::string& scratch) {
  for (std::string& word : words) {
    if (word.starts_with("@")) word.replace(0, 1, folder);
    if (word.starts_with("%")) word.replace(0, 1, scratch);
  }
}

/// What of a case is not as expected; empty where all is.
std::string fault_of(const Case& one, const std::vector<std::string>& before,
                     const std::vector<std::string>& after) {
  const ScratchFolder scratch;
  const auto folder = std::filesystem::path(GPUSCAPE_SHARED_DIR) / "data" / "cases" / one.folder;
  std::vector<std::string> words = before;
  words.insert(words.end(), one.words.begin(), one.words.end());
  words.insert(words.end(), after.begin(), after.end());
  put_places(words, folder, scratch.path());
  const Outcome outcome = run_program(words);
  const std::string answer = outcome.out + outcome.err;
  for (const std::string& part : one.holds)
    if (answer.find(part) == std::string::npos)
      return one.folder + " lacks \"" + part + "\":\n" + answer;
  for (const std::string& part : one.lacks)
    if (answer.find(part) != std::string::npos)
      return one.folder + " has \"" + part + "\":\n" + answer;
  return "";
}

TEST(RealFileCases, MeasurementsOfToolsAreReadAsTheyAre) {
  if (!shared_file("data/cases")) return;
  for (const Case& one : calibrations())
    EXPECT_EQ(fault_of(one, {"calibrate"}, {"-o", "%/x.profile.json"}), "");
}

TEST(RealFileCases, LogsAndSettingsOfSlurmAreReadAsTheyAre) {
  if (!shared_file("data/cases")) return;
  for (const Case& one : logs()) EXPECT_EQ(fault_of(one, {}, {}), "");
}

TEST(RealFileCases, MachinesAreImportedAsTheyAre) {
  if (!shared_file("data/cases")) return;
  const auto import = [](const char* folder, const char* how, const char* file, Case expected) {
    expected.folder = folder;
    expected.words = {"catalog", "import", how, std::string("@/") + file, "--name", "m"};
    EXPECT_EQ(fault_of(expected, {}, {}), "");
  };
  import("matrix-partial-nvswitch", "--nvidia-smi-topo", "topo.txt",
         {"", {}, {"nvswitch", "gpu7"}});
  import("matrix-partial-nvswitch", "--nvidia-smi-topo", "two-mig.txt", {"", {}, {"nvswitch"}});
  import("matrix-grace", "--nvidia-smi-topo", "topo.txt", {"", {}, {"450 GB/s"}});
  import("hwloc-vf", "--hwloc", "vf.xml", {"", {}, {"mlx5_0"}, {"mlx5_1"}});
  import("hwloc-nvlink", "--hwloc", "nvlink.xml", {"", {}, {"nvlink-1"}});
}

}  // namespace
}  // namespace gpuscape
