/// Whether spot machines are to be had, over time, read as a log of faults: a replay is up for as
/// long as the published log says.

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

constexpr const char* kSpot = "data/traces/spot_traces_2022_2023/spot_rle.csv.gz";

struct SpotRun {
  double start = 0.0;
  double length = 0.0;
  double up = 0.0;  ///< instances; of launches 1 where one succeeds
};

/// By zone: the runs of a folder of the log, of that kind.
std::map<std::string, std::vector<SpotRun>> spot_runs(const std::string& path,
                                                      const std::string& kind,
                                                      const std::string& folder) {
  std::map<std::string, std::vector<SpotRun>> zones;
  gzFile file = gzopen(path.c_str(), "rb");
  std::array<char, 512> line{};
  while (gzgets(file, line.data(), line.size()) != nullptr) {
    std::vector<std::string> cells(1);
    for (const char c : std::string(line.data()))
      c == ',' ? static_cast<void>(cells.emplace_back()) : cells.back().push_back(c);
    if (cells.size() == 6 && cells[0] == kind && cells[1] == folder)
      zones[cells[2]].push_back({std::stod(cells[3]), std::stod(cells[4]), std::stod(cells[5])});
  }
  gzclose(file);
  return zones;
}

/// Share of the time of so many nodes that they are up, where node k is away whenever no more than
/// k machines are to be had. Dates of the log have six digits, so that runs overlap by seconds.
double up_share(const std::vector<SpotRun>& runs, int nodes) {
  double away = 0.0;
  for (int node = 0; node < nodes; ++node) {
    double until = 0.0;
    for (const SpotRun& run : runs) {
      if (run.up > node) continue;
      away += std::max(0.0, run.start + run.length - std::max(run.start, until));
      until = std::max(until, run.start + run.length);
    }
  }
  return 1.0 - away / nodes / (runs.back().start + runs.back().length);
}

double end_of(const std::vector<SpotRun>& runs) { return runs.back().start + runs.back().length; }

/// Share of the time of so many nodes that they are up in a replay where node k fails whenever no
/// more than k machines are to be had.
double replayed(const std::vector<SpotRun>& runs, int nodes) {
  const ScratchFolder folder;
  std::ofstream faults(folder.path() / "faults.csv");
  faults.precision(12);
  faults << "node,start_s,end_s\n";
  for (const SpotRun& run : runs)
    for (int node = static_cast<int>(run.up); node < nodes; ++node)
      faults << "spot/" << node << "," << run.start << "," << run.start + run.length << "\n";
  faults.close();
  std::ofstream jobs(folder.path() / "jobs.csv");
  jobs.precision(12);
  jobs << "submit,run_time,gpus\n0,1,1\n" << end_of(runs) - 0.001 << ",0.001,1\n";
  jobs.close();
  const StudyResult result = test::study(
      test::checked(R"({"format": 1, "cluster": {"nodes": {"spot": {"type": "custom", "count": )" +
                        std::to_string(nodes) +
                        R"(, "gpus": 1}, "always": {"type": "custom", "count": 1, "gpus": 1}},
          "failures": {"f": {"log": "faults.csv"}}},
          "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "jobs.csv", "columns":
            {"submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}},
          "scheduler": {"policy": "fifo"}})",
                    folder.path() / "test.json"));
  // One node more is always up.
  return ((nodes + 1.0) * result.estimates["gpus_up_share"].value - 1.0) / nodes;
}

struct PublishedZone {
  std::string name;
  double share = 0.0;    ///< of the time, to be had
  double stretch = 0.0;  ///< h without a break, on average
  int stretches = 0;
};

// Zones over 45 days: what was published of each, to the digits printed.
TEST(SpotFaults, ZonesAreUpForAsLongAsPublished) {
  const auto file = shared_file(kSpot);
  if (!file) return;
  const auto zones = spot_runs(file->string(), "availability", "1-node/aws-02-15-2023");
  for (const PublishedZone& zone : {PublishedZone{"us-east-1a", 0.167, 0.72, 253},
                                    {"us-east-1c", 0.467, 1.48, 344},
                                    {"us-east-1d", 0.447, 1.66, 294},
                                    {"us-east-1f", 0.591, 2.26, 286},
                                    {"us-east-2a", 0.759, 5.68, 146},
                                    {"us-east-2b", 0.682, 4.26, 175}}) {
    ASSERT_TRUE(zones.contains(zone.name + "_v100_1")) << zone.name;
    const std::vector<SpotRun>& runs = zones.at(zone.name + "_v100_1");
    double up = 0.0;
    int stretches = 0;
    for (const SpotRun& run : runs) {
      if (!(run.up > 0.0)) continue;
      up += run.length;
      ++stretches;
    }
    EXPECT_NEAR(up / end_of(runs), zone.share, 0.00051) << zone.name;
    EXPECT_EQ(stretches, zone.stretches) << zone.name;
    EXPECT_NEAR(up / stretches / 3600.0, zone.stretch, 0.0051) << zone.name;
    EXPECT_NEAR(replayed(runs, 1), up_share(runs, 1), 1e-8) << zone.name;
  }
}

// Sixteen at once: the mean share that is to be had, and the share of the time with all of them.
TEST(SpotFaults, SixteenMachinesComeAndGoTogether) {
  const auto file = shared_file(kSpot);
  if (!file) return;
  const auto zones = spot_runs(file->string(), "availability", "16-node/aws-08-27-2023");
  struct Published {
    std::string name;
    double mean = 0.0;
    double all = 0.0;
  };
  for (const Published& zone : {Published{"us-east-2b", 0.547, 0.456},
                                {"us-west-2a", 0.431, 0.418},
                                {"us-west-2c", 0.427, 0.415}}) {
    ASSERT_TRUE(zones.contains(zone.name + "_v100_1")) << zone.name;
    const std::vector<SpotRun>& runs = zones.at(zone.name + "_v100_1");
    double machines = 0.0;
    double all = 0.0;
    for (const SpotRun& run : runs) {
      machines += run.up * run.length;
      if (run.up >= 16.0) all += run.length;
    }
    EXPECT_NEAR(machines / 16.0 / end_of(runs), zone.mean, 0.00051) << zone.name;
    EXPECT_NEAR(all / end_of(runs), zone.all, 0.00051) << zone.name;
    EXPECT_NEAR(replayed(runs, 16), up_share(runs, 16), 1e-8) << zone.name;
  }
}

}  // namespace
}  // namespace gpuscape
