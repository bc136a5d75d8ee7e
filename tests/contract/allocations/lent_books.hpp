#pragma once
/// Books on clients and lent GPUs, kept apart from the program's own. What could start, and when,
/// is found by trying every island, every model and every client.

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sim/run/record/observer.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

/// Objects, as a failure of the test, to shares that are not the job's, to a node that is given
/// more than it has, and to a head that waits although it fits.
class LentBooks final : public RunObserver {
 public:
  LentBooks(const std::vector<NodeGroup>& groups, const Lending& lending,
            const std::vector<Job>& jobs);

  void job_submitted(std::uint32_t job, Seconds date) override;
  void job_started(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) override;
  void job_ended(std::uint32_t job, Seconds date) override;
  void head_waits(std::uint32_t job, Seconds date, std::optional<Seconds> promise) override;
  [[nodiscard]] bool wants_promises() const override { return true; }

  [[nodiscard]] bool could_ever_start(std::uint32_t job) const;
  /// True when everything is free.
  [[nodiscard]] bool all_free() const;

  bool keeps_nothing_back = false;  ///< no reservation bars nodes: the best ones are to be taken
  bool promises_bind = false;       ///< no job starts after the first date promised to it
  std::size_t heads = 0;            ///< that were looked at
  std::size_t promises = 0;
  std::size_t lent = 0;   ///< jobs on lent GPUs
  std::size_t local = 0;  ///< jobs with GPUs of their own

 private:
  /// Of a node; `drives`: GPUs elsewhere.
  struct Amount {
    Demand own;
    std::int32_t drives = 0;
  };
  struct Holding {
    std::uint32_t node = 0;
    Amount amount;
  };
  struct Running {
    double expected_end = 0.0;
    std::vector<Holding> holdings;
  };
  using Nodes = std::vector<Amount>;

  [[nodiscard]] std::size_t group_of(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t island_of(std::uint32_t node) const;
  [[nodiscard]] std::size_t clients_of(const Demand& demand) const;
  [[nodiscard]] std::vector<Demand> client_parts(const Demand& demand) const;
  [[nodiscard]] bool fits_own(const Demand& demand, const Nodes& free) const;
  [[nodiscard]] bool fits_lent(const Demand& demand, const Nodes& free) const;
  [[nodiscard]] bool fits_clients(const Demand& demand, const Nodes& free,
                                  std::uint32_t island) const;
  [[nodiscard]] std::vector<std::int32_t> free_gpus(const Demand& demand, const Nodes& free,
                                                    const std::string& model,
                                                    std::uint32_t island) const;
  [[nodiscard]] bool fits(const Demand& demand, const Nodes& free) const {
    return fits_own(demand, free) || fits_lent(demand, free);
  }
  [[nodiscard]] double first_fit(const Demand& demand, double now) const;
  [[nodiscard]] std::vector<Holding> own_shares(const Demand& demand,
                                                std::span<const AllocationSpan> spans) const;
  [[nodiscard]] std::vector<Holding> lent_shares(const Demand& demand,
                                                 std::span<const AllocationSpan> spans) const;
  void check_lent(const Demand& demand, const std::vector<Holding>& shares) const;
  void check_choice(const Demand& demand, const std::vector<Holding>& shares) const;

  std::vector<NodeGroup> groups_;
  Lending lending_;
  std::vector<Job> jobs_;
  std::vector<std::uint32_t> first_;  // node of each group, and behind the last
  Nodes empty_;
  Nodes free_;
  std::map<std::uint32_t, Running> running_;
  std::map<std::uint32_t, double> promised_;  // the first date
  std::size_t waiting_ = 0;
};

}  // namespace gpuscape::test
