/// Small files made after real ones, each of which was misread once, with what is known of them.

#include <gmock/gmock.h>

#include <sstream>

#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;
using testing::Not;

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
      {"json-not-detected", {"trace", "info", "@/sacct.json"}, {"GPU-hours        2;"}},
      {"sacct-gres-untracked",
       {"trace", "info", "@/allocgres.psv"},
       {"GPU-hours        8;", "AllocGRES"}},
      {"sacct-gres-untracked", {"trace", "info", "@/submitline.psv"}, {"GPU-hours        18;"}},
      {"sacct-newline", {"trace", "info", "@/newline.psv"}, {"GPU-hours        6;", "line break"}},
      {"sacct-noheader", {"trace", "info", "@/nohead.psv"}, {"without its header"}},
      {"sacct-noheader",
       {"trace", "info", "--format", "sacct", "@/nohead.psv"},
       {"without its header"}},
      {"sacct-shard", {"trace", "info", "@/shard.psv"}, {"shards", "MPS"}},
      {"node-mig", {"check", "@/check.json", "--resolved"}, {"\"gpus\": 4,"}},
      {"node-mig", {"check", "@/check.json"}, {"12 of the 16 GPUs"}},
      {"qos-typed", {"check", "@/scenario.json"}, {"gres/gpu:a100=2"}},
      {"pai-percent",
       {"trace", "info", "@/pai.csv"},
       {"by the map 'pai'", "GPUs             0.5 "}},
      {"check-against-run", {"check", "@/scenario.json"}, {"no faults"}},
      {"check-against-run",
       {"run", "@/scenario.json", "--out", "%/out"},
       {"3 jobs for GPU model v100"},
       {"NO JOB"}}};
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

/// The columns `job` and `start_s` of jobs.csv, after a run of the case's scenario.
std::string jobs_of(const std::string& folder, const std::string& scenario) {
  const ScratchFolder scratch;
  std::vector<std::string> words{"run", "@/" + scenario, "--out", "%/out", "--loop", "native"};
  put_places(words, std::filesystem::path(GPUSCAPE_SHARED_DIR) / "data" / "cases" / folder,
             scratch.path());
  static_cast<void>(run_program(words));
  std::istringstream lines(read_text(scratch.path() / "out" / "jobs.csv"));
  std::string dates;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string job;
    std::string start;
    std::getline(fields, job, ',');
    for (int skipped = 0; skipped < 3; ++skipped) std::getline(fields, start, ',');
    dates += job + " " + start + " \n";
  }
  return dates;
}

TEST(RealFileCases, ADependencyOnAnArrayIsOnAllOfItsTasks) {
  if (!shared_file("data/cases")) return;
  const std::string dates = jobs_of("dep-array", "arr.json");
  EXPECT_THAT(dates, HasSubstr("\n103 7200 "));  // after the last task, which ran for 2 h
  EXPECT_THAT(dates, HasSubstr("\n105 3600 "));  // after task 1
}

TEST(RealFileCases, ALimitOfOneModelBindsNoOther) {
  if (!shared_file("data/cases")) return;
  const std::string dates = jobs_of("qos-typed", "scenario.json");
  for (const char* job : {"\n1 0 ", "\n2 0 ", "\n3 0 "}) EXPECT_THAT(dates, HasSubstr(job));
}

TEST(RealFileCases, AJobForAWholeGpuRunsBesideNoPart) {
  if (!shared_file("data/cases")) return;
  const std::string dates = jobs_of("sacct-shard", "shard.json");
  EXPECT_THAT(dates, Not(HasSubstr("\n23 0 ")));
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
