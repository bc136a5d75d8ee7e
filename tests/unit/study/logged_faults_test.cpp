/// The log of 400 GPU servers: what a replay of it, what `trace info` and what the catalogue say,
/// held against a count that shares no code with them.

#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/logs/fault_info.hpp"
#include "sim/report/logs/fault_info_text.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

constexpr const char* kFaults = "data/traces/failures/gpu_servers_400_faults_days_0_174.csv.gz";
constexpr int kServers = 400;
constexpr double kDays = 174.0;

struct Counted {
  int faults = 0;
  std::map<std::string, int> by_class;
  double days_away = 0.0;  ///< of all servers, within kDays; none counted twice
};

/// Its own reading of a table: cells between commas, by line, without the header.
std::vector<std::vector<std::string>> cells_of(const std::string& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  std::array<char, 4096> part{};
  for (int n = gzread(file, part.data(), part.size()); n > 0;
       n = gzread(file, part.data(), part.size()))
    text.append(part.data(), static_cast<std::size_t>(n));
  gzclose(file);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t at = text.find('\n') + 1; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::vector<std::string> cells(1);
    for (const char c : text.substr(at, end - at))
      c == ',' ? static_cast<void>(cells.emplace_back()) : cells.back().push_back(c);
    at = end + 1;
    rows.push_back(std::move(cells));
  }
  return rows;
}

/// A clock of 8.64 s for each server, the resolution of the dates: nothing is counted twice.
Counted count_faults(const std::string& path) {
  Counted counted;
  std::map<std::string, std::vector<bool>> away;
  constexpr double kTicks = 10'000.0;
  for (const std::vector<std::string>& cells : cells_of(path)) {
    ++counted.faults;
    ++counted.by_class[cells[4]];
    std::vector<bool>& clock = away[cells[0]];
    clock.resize(static_cast<std::size_t>(kDays * kTicks));
    const auto tick_of = [](const std::string& day) {
      return std::lround(std::stod(day) * kTicks);
    };
    const long last = std::min(tick_of(cells[2]), std::lround(kDays * kTicks));
    for (long tick = tick_of(cells[1]); tick < last; ++tick)
      clock[static_cast<std::size_t>(tick)] = true;
  }
  for (const auto& [server, clock] : away)
    counted.days_away += static_cast<double>(std::ranges::count(clock, true)) / kTicks;
  return counted;
}

FaultInfo described(const std::string& path) {
  return describe_faults(path, read_fault_rows(path),
                         {.nodes = kServers, .observed = Seconds(kDays * 86'400.0)});
}

// Two jobs span the days of the log, so that time averages are over all of them.
TEST(LoggedFaults, AReplayHasTheAvailabilityOfTheLog) {
  const auto file = shared_file(kFaults);
  if (!file) return;
  const ScratchFolder folder;
  std::ofstream(folder.path() / "jobs.csv") << "submit,run_time,gpus\n0,1,1\n"
                                            << 86'400.0 * kDays << ",0.01,1\n";
  const StudyResult result = test::study(test::checked(
      R"({"format": 1, "cluster": {"nodes": {"a": {"type": "custom", "count": 400, "gpus": 8}},
          "failures": {"f": {"log": ")" +
          file->string() + R"("}}},
          "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "jobs.csv", "columns":
            {"submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}},
          "scheduler": {"policy": "fifo"}})",
      folder.path() / "test.json"));
  const Counted counted = count_faults(*file);
  EXPECT_NEAR(result.estimates["gpus_up_share"].value, 1.0 - counted.days_away / (kServers * kDays),
              1e-9);
}

TEST(LoggedFaults, TraceInfoCountsWhatIsThere) {
  const auto file = shared_file(kFaults);
  if (!file) return;
  const Counted counted = count_faults(*file);
  const FaultInfo info = described(*file);
  EXPECT_EQ(info.fit.all.faults, counted.faults);
  EXPECT_NEAR(info.fit.availability, 1.0 - counted.days_away / (kServers * kDays), 1e-9);
  ASSERT_GE(info.fit.classes.size(), 6U);
  for (const FaultClass& of : info.fit.classes)
    if (of.name != "other") {
      EXPECT_EQ(of.faults, counted.by_class.at(of.name)) << of.name;
    }
  EXPECT_TRUE(info.fit.all.repair.is_lognormal);
  EXPECT_TRUE(info.fit.all.bad.are_there());
}

// What is fitted goes into a scenario as it is printed, and has the log's rate and its time away.
TEST(LoggedFaults, TheFragmentIsAScenarios) {
  const auto file = shared_file(kFaults);
  if (!file) return;
  const FaultInfo info = described(*file);
  const ScratchFolder folder;
  std::ofstream(folder.path() / "fitted.json") << write_json(failures_fragment(info.fit));
  const CheckedScenario checked = test::checked(
      R"({"format": 1, "extends": "fitted.json",
          "cluster": {"nodes": {"a": {"type": "custom", "count": 400, "gpus": 8}}},
          "workload": {"streams": {"s": {"generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
            "run_time": {"distribution": "constant", "value": "1 h"}}}}}})",
      folder.path() / "test.json");
  ASSERT_EQ(checked.failing.size(), info.fit.classes.size());
  double rate = 0.0;
  double away = 0.0;
  for (const FailingParts& parts : checked.failing) {
    rate += parts.failures_per_second();
    away += parts.failures_per_second() * parts.repair.value();
  }
  EXPECT_NEAR(rate * info.fit.all.mean_time.value(), 1.0, 0.003);
  EXPECT_NEAR(1.0 / (1.0 + away), info.fit.availability, 0.002);
}

/// "440.7 d" of an entry, in days.
double days_of(const JsonValue& entry, std::string_view key) {
  const JsonValue plain = plain_entry(entry);
  return std::stod(plain.find(key)->text());
}

// Entries are the fit to four digits; those of causes leave bad nodes out.
TEST(LoggedFaults, TheCatalogueHasWhatTraceInfoFits) {
  const auto file = shared_file(kFaults);
  if (!file) return;
  const FaultInfo info = described(*file);
  const Catalog catalog = Catalog::shipped();
  const std::map<std::string, std::string> ids{{"Unknown Error", "infinitehbd-unknown"},
                                               {"GPU", "infinitehbd-gpu"},
                                               {"NIC", "infinitehbd-nic"},
                                               {"Stress Test Failure", "infinitehbd-stress-test"},
                                               {"Power Supply", "infinitehbd-power-supply"},
                                               {"Parameter Plane Cable", "infinitehbd-cable"}};
  std::size_t found = 0;
  for (const FaultClass& of : info.fit.classes) {
    if (!ids.contains(of.name)) continue;
    ++found;
    const JsonValue* entry = catalog.find("failures", ids.at(of.name));
    ASSERT_NE(entry, nullptr) << of.name;
    EXPECT_EQ(entry->find("failures")->integer(), of.faults) << of.name;
    EXPECT_NEAR(days_of(*entry, "mean_time") * 86'400.0 / of.mean_time.value(), 1.0, 6e-4);
    const JsonValue repair = plain_entry(*entry->find("repair"));
    EXPECT_NEAR(std::stod(repair.find("time")->text()) * 86'400.0 / of.repair.mean, 1.0, 6e-4);
    EXPECT_EQ(repair.find("distribution")->text(),
              of.repair.is_lognormal ? "lognormal" : "exponential")
        << of.name;
    if (of.repair.is_lognormal) {
      EXPECT_NEAR(repair.find("sigma")->number(), of.repair.sigma, 0.006);
    }
  }
  EXPECT_EQ(found, ids.size());
  const JsonValue all = plain_entry(*catalog.find("failures", "infinitehbd"));
  const BadNodes& bad = info.fit.all.bad;
  EXPECT_NEAR(all.find("bad_share")->number(), bad.share, 6e-4);
  EXPECT_NEAR(all.find("bad_factor")->number(), bad.factor, 6e-3);
  EXPECT_NEAR(days_of(all, "mean_time") * 86'400.0,
              info.fit.all.mean_time.value() * (1.0 + bad.share * (bad.factor - 1.0)), 86'400.0);
}

// The last third is judged by a fit that has not seen it. In this log the causes change and repairs
// become shorter: the number of faults is told, their causes are not.
TEST(LoggedFaults, TheLastThirdIsHeldOut) {
  const auto file = shared_file(kFaults);
  if (!file) return;
  const FaultInfo info = described(*file);
  ASSERT_TRUE(info.held_out);
  const HeldOut held = info.held_out.value_or(HeldOut{});
  EXPECT_EQ(held.fitted.all.faults + held.seen.all.faults, info.fit.all.faults);
  EXPECT_DOUBLE_EQ(held.predicted, 0.5 * static_cast<double>(held.fitted.all.faults));
  EXPECT_GT(held.score, held.score_without);
  EXPECT_GT(held.class_error, 0.5);
}

// 5 027 of 18 837 original boards failed in 75 694 years of theirs, and 62 new ones in 25 127: the
// counts and the shape that the catalogue has.
TEST(LoggedFaults, TheCatalogueHasTheLivesOfTitansBoards) {
  const auto file = shared_file("data/traces/failures/titan_gpu_lifetimes.csv.gz");
  if (!file) return;
  std::map<std::string, std::vector<Life>> lives;
  std::map<std::string, double> days;
  for (const std::vector<std::string>& cells : cells_of(*file)) {
    const double time = std::stod(cells[1]) / 86'400.0;
    lives[cells[17]].push_back({time, cells[19] == "True"});
    days[cells[17]] += time;
  }
  const Catalog catalog = Catalog::shipped();
  for (const auto& [batch, id] :
       {std::pair("old", "titan-k20x"), {"old", "titan-k20x-mean"}, {"new", "titan-k20x-new"}}) {
    const JsonValue entry = plain_entry(*catalog.find("failures", id));
    const auto fit = fit_weibull(lives[batch]);
    ASSERT_TRUE(fit);
    EXPECT_EQ(entry.find("failures")->integer(), fit->failed) << id;
    EXPECT_NEAR(entry.find("node_days")->number(), days[batch], 1.0) << id;
    const bool wears = entry.find("shape") != nullptr;
    const double mean = wears ? fit->mean : days[batch] / static_cast<double>(fit->failed);
    EXPECT_NEAR(std::stod(entry.find("mean_time")->text()) / mean, 1.0, 1e-3) << id;
    if (wears) {
      EXPECT_NEAR(entry.find("shape")->number(), fit->shape, 0.005);
    }
    if (std::string(batch) == "new") {
      EXPECT_NEAR(fit->shape, 1.02, 0.005);
    }
  }
}

}  // namespace
}  // namespace gpuscape
