#pragma once
/// How much of each store is read, over time.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/record/input_result.hpp"

namespace gpuscape {

class StoreMeter {
 public:
  /// A store counts as nearly full above this used share of its tightest limit.
  static constexpr double kNearlyFull = 0.9;

  void add(std::string name) { stores_.push_back({.reads = {.name = std::move(name)}}); }

  /// So much was read from it, and so much processor time that took of its servers (below 0: not
  /// known).
  void read(std::size_t store, Bytes bytes, double core_s) {
    Store& of = stores_[store];
    of.reads.read += bytes;
    of.core_s = core_s < 0.0 || of.core_s < 0.0 ? -1.0 : of.core_s + core_s;
  }
  /// From `now` on that share of its tightest limit is used, by so many jobs.
  void use(std::size_t store, Seconds now, double share, std::int64_t jobs) {
    Store& of = stores_[store];
    hold(of, now);
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
        store.reads.target_cores = store.core_s < 0.0 ? -1.0 : store.core_s / end.value();
      }
      all.push_back(std::move(store.reads));
    }
    return all;
  }

 private:
  struct Store {
    StoreReads reads;
    double share = 0.0;     // now
    Seconds since{0.0};     // it holds from here on
    double integral = 0.0;  // share × s until then
    Seconds full{0.0};      // above kNearlyFull until then
    double core_s = 0.0;    // below 0: not known
  };
  static void hold(Store& of, Seconds until) {
    of.integral += of.share * (until - of.since).value();
    if (of.share > kNearlyFull) of.full += until - of.since;
    of.since = until;
  }

  std::vector<Store> stores_;
};

}  // namespace gpuscape
