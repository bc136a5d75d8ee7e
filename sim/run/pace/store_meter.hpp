#pragma once
/// How much of each store is read, over time.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/record/input_result.hpp"
#include "sim/run/record/series.hpp"
#include "sim/run/record/timeline_recorder.hpp"

namespace gpuscape {

/// Series of each store that is read: a column is named after one and the store.
struct StoreSeries {
  std::string_view name;
  std::string_view about;
};
inline constexpr std::array<StoreSeries, 4> kStoreSeries = {
    {{"storage_read_gb_s", "what is read from that storage, in 10⁹ B/s"},
     {"storage_reads_s", "reads in a second"},
     {"storage_used_share", "used share of its tightest limit; of one in the nodes 0"},
     {"storage_machines",
      "its machines in service, each of which serves the same part; none for a storage that is a "
      "single unit"}}};

class StoreMeter {
  static constexpr std::size_t kMachinesRow = 3;

 public:
  /// What is read of one store.
  struct Rates {
    double bytes = 0.0;  ///< B/s
    double reads = 0.0;  ///< in a second
  };

  /// A store counts as nearly full above this used share of its tightest limit.
  static constexpr double kNearlyFull = 0.9;

  /// With so many machines in service, by that name; empty: it is one whole.
  void add(std::string name, std::string machine, std::int64_t machines) {
    stores_.push_back({.reads = {.name = std::move(name), .machine = std::move(machine)},
                       .machines = static_cast<double>(machines)});
  }
  /// From `now` on so many of its machines are in service.
  void serve(std::size_t store, Seconds now, std::int64_t machines) {
    hold(stores_[store], now);
    stores_[store].machines = static_cast<double>(machines);
  }

  /// So much was read from it, and so much processor time that took of its servers (below 0: not
  /// known).
  void read(std::size_t store, Bytes bytes, double core_s, bool through_host) {
    Store& of = stores_[store];
    of.reads.read += bytes;
    if (through_host) of.reads.through_host += bytes;
    of.core_s = core_s < 0.0 || of.core_s < 0.0 ? -1.0 : of.core_s + core_s;
  }
  /// From `now` on that share of its tightest limit is used, by so many jobs.
  void use(std::size_t store, Seconds now, double share, std::int64_t jobs, const Rates& rates) {
    Store& of = stores_[store];
    hold(of, now);
    of.rates = rates;
    of.share = share;
    of.reads.peak = std::max(of.reads.peak, share);
    of.reads.most = std::max(of.reads.most, jobs);
  }
  /// Over 0 to `end`.
  [[nodiscard]] std::vector<StoreReads> reads(Seconds end) const {
    std::vector<StoreReads> all;
    all.reserve(stores_.size());
    for (Store store : stores_) {
      hold(store, end);
      if (end > Seconds(0.0)) {
        store.reads.mean_use = store.integral / end.value();
        store.reads.nearly_full = store.full / end;
        store.reads.machines = store.machine_seconds / end.value();
        store.reads.target_cores = store.core_s < 0.0 ? -1.0 : store.core_s / end.value();
      }
      all.push_back(std::move(store.reads));
    }
    return all;
  }
  /// Over 0 to `end`; of stores that nobody read from, none.
  void add_to(Timeline& timeline, Seconds end) const {
    const std::size_t size = timeline.size();
    for (Store store : stores_) {
      if (!(store.reads.read > Bytes(0.0))) continue;
      hold(store, end);
      for (std::size_t row = 0; row < kStoreSeries.size(); ++row) {
        if (row == kMachinesRow && store.reads.machine.empty()) continue;
        std::vector<double>& means =
            timeline.add(std::string(kStoreSeries[row].name) + " " + store.reads.name);
        store.recorder.add_row(row, means);
        means.resize(size, 0.0);
      }
    }
  }

 private:
  struct Store {
    StoreReads reads;
    TimelineRecorder recorder = {};
    Rates rates = {};              // now
    double share = 0.0;            // now
    double machines = 0.0;         // now
    double machine_seconds = 0.0;  // until `since`
    Seconds since{0.0};            // it holds from here on
    double integral = 0.0;         // share × s until then
    Seconds full{0.0};             // above kNearlyFull until then
    double core_s = 0.0;           // below 0: not known
  };
  static void hold(Store& of, Seconds until) {
    constexpr double kGiga = 1e9;
    of.recorder.hold(until,
                     std::array{of.rates.bytes / kGiga, of.rates.reads, of.share, of.machines});
    of.machine_seconds += of.machines * (until - of.since).value();
    of.integral += of.share * (until - of.since).value();
    if (of.share > kNearlyFull) of.full += until - of.since;
    of.since = until;
  }

  std::vector<Store> stores_;
};

}  // namespace gpuscape
