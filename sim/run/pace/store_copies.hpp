#pragma once
/// What is copied from store to store beside jobs. A copy is an activity of bytes: it takes its
/// part of what all share who read its source, and of what all share who write to its target (and
/// what writing takes of the target's reads). Nothing else bounds it but the tool that copies,
/// which has machines and links of its own.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/model/copy_plan.hpp"
#include "sim/run/pace/store_limits.hpp"
#include "sim/run/record/copy_result.hpp"

namespace gpuscape {

class JobInput;

class StoreCopies {
 public:
  struct Parts {
    std::shared_ptr<const CopyPlan> plan;
    const StoreLimits* limits = nullptr;  ///< must outlive it; not null
    std::vector<ResourceId> written;      ///< by store: what all share who write there
    JobInput* readers = nullptr;          ///< null: no job reads; must outlive it
  };
  /// Those begin at once that are due.
  StoreCopies(Parts parts, Simulation& simulation);

  /// Whether that completion is of a copy.
  [[nodiscard]] static bool is_own(std::uint32_t token) { return token >= kFirstToken; }
  void handle_completion(std::uint32_t token);
  /// After starts and ends at this instant.
  void settle();
  /// Some are under way, or due later.
  [[nodiscard]] bool any_ahead() const { return ahead_; }
  /// Nothing is copied any more.
  void stop();

  /// In the plan's order; to be asked when it has stopped.
  [[nodiscard]] std::vector<CopyResult> results() const;

 private:
  static constexpr std::uint32_t kFirstToken = std::uint32_t{3} << 30U;  // two of each copy

  struct Copy {
    std::vector<Use> uses;
    std::vector<std::string> causes;  // by use; then the tool
    BytesPerSecond bound{0.0};        // of the tool; infinite: none
    std::optional<ActivityId> activity = {};
    std::optional<ActivityId> timer = {};  // an activity at rate 1 that ends when it is due
    std::int64_t repeats = 0;              // times that it has begun
    Seconds began{0.0};
    Seconds since{0.0};  // what follows holds from here on
    BytesPerSecond rate{0.0};
    std::size_t by = 0;              // into `causes`
    std::vector<Seconds> bound_for;  // by cause
    CopyResult result;
  };
  void add(const CopyPlan::Copy& of);
  void add_use(Copy& copy, const Use& use, std::string cause) const;
  [[nodiscard]] Seconds due(std::size_t index) const;
  void wait(std::size_t index);
  void begin(std::size_t index);
  void end(std::size_t index);
  void tell_jobs(const CopyPlan::Copy& of);
  void account(Copy& copy) const;
  void find_cause(Copy& copy) const;

  Parts parts_;
  Simulation& simulation_;
  std::vector<Copy> copies_;  // by CopyPlan::copies
  bool ahead_ = true;
};

}  // namespace gpuscape
