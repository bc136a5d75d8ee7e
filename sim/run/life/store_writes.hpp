#pragma once
/// What jobs write to storage, whose bandwidth all who write at one date share.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/run/life/life_part.hpp"
#include "sim/run/pace/job_input.hpp"
#include "sim/run/pace/store_copies.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/scenario/failure_spec.hpp"

namespace gpuscape {

/// What jobs may write to, and over which links; no ways: over none that others use.
struct WriteTargets {
  std::vector<StorageSpec> stores;
  std::vector<StoreWay> ways = {};  ///< likewise
};

class StoreWrites final : private StoreWays::Teller {
 public:
  /// `ways` must outlive it; null: no target has one.
  StoreWrites(Simulation& simulation, WriteTargets targets, StoreWays* ways = nullptr);

  /// When the job of that slot, which writes nothing yet, has written it, a completion comes: each
  /// of its nodes writes as much. Slots are small: they index.
  void start(std::uint32_t slot, const Write& write, std::span<const AllocationSpan> spans);
  /// It waits for its write, for so long at most: then a completion comes in any case.
  void wait(std::uint32_t slot, Seconds limit);
  /// It stops before its end, or not at all if it writes nothing.
  void cancel(std::uint32_t slot);
  [[nodiscard]] bool is_writing(std::uint32_t slot) const {
    return slot < under_way_.size() && under_way_[slot].has_value();
  }
  /// Whether that completion is of a write.
  [[nodiscard]] static bool is_own(std::uint32_t token) {
    return token >= kFirstToken && !StoreCopies::is_own(token);
  }
  [[nodiscard]] static std::uint32_t slot_of(std::uint32_t token) {
    return (token - kFirstToken) / 2;
  }
  /// So much of a store is away from now on.
  void change_store(std::size_t store, const StoreState& state);
  /// Those who read share stores with those who write. It must outlive this.
  void meet_reads(const StoreLimits& limits) { limits_ = &limits; }
  /// Jobs that read are told of writes. It must outlive this.
  void tell(JobInput& reads) { reads_ = &reads; }
  /// What all who write there share.
  [[nodiscard]] ResourceId resource(std::size_t store) const { return stores_[store].resource; }
  /// The write is complete: true; or the job has waited for it as long as it may.
  bool end(std::uint32_t token);

  [[nodiscard]] std::vector<StoreUse> uses() const;

 private:
  static constexpr std::uint32_t kFirstToken = std::uint32_t{1} << 31U;

  struct UnderWay {
    ActivityId activity;
    std::optional<ActivityId> limit = {};  // an activity at rate 1 that ends then
    std::size_t to = 0;
    Bytes bytes{0.0};
    std::vector<StoreWays::Part> shared = {};  // with those who exchange data
    double told = 0.0;                         // B/s, to those
  };
  void tell_rates() override;
  struct Store {
    std::size_t number = 0;
    StorageSpec spec;
    StoreWay way = {};
    ResourceId resource = 0;
    StoreUse use;
    std::int64_t writing = 0;  // now
    Seconds since{0.0};        // as many
  };
  void count(Store& store, std::int64_t more);
  void add_way(const StoreWay& way, std::span<const AllocationSpan> spans,
               std::vector<StoreWays::Part>& shared);
  void leave_way(std::uint32_t slot);

  Simulation& simulation_;
  StoreWays* ways_;                      // null: no target has one
  const StoreLimits* limits_ = nullptr;  // null: nobody reads
  JobInput* reads_ = nullptr;            // null: no job reads
  std::vector<Store> stores_;
  std::vector<std::optional<UnderWay>> under_way_;  // by slot
  std::vector<std::uint32_t> over_links_;  // slots that write over links with exchanges, by rising
  std::vector<Use> uses_;                  // scratch
  std::vector<StoreWays::Part> way_;       // scratch
  std::vector<std::uint32_t> nodes_;       // scratch
};

}  // namespace gpuscape
