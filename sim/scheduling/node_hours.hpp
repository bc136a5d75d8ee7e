#pragma once
/// Nodes that are some jobs' by the clock: desktops by day and training by night.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/hours_spec.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/node_mask.hpp"
#include "sim/scheduling/suspended_jobs.hpp"

namespace gpuscape {

class NodeHours {
 public:
  /// `starts_on`: weekday (0: Monday) of a run without a date, which begins at midnight.
  NodeHours(std::vector<HoursSpec> specs, const PolicyContext& context, std::int32_t starts_on);
  NodeHours(const NodeHours&) = delete;
  NodeHours& operator=(const NodeHours&) = delete;

  /// The hours whose jobs come before those that are suspended; null: nobody is ever.
  void keep_room_for(const SuspendedJobs* suspended) { suspended_ = suspended; }
  [[nodiscard]] bool suspends() const;
  [[nodiscard]] const HoursSpec& spec(std::size_t which) const { return all_[which].spec; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const NodeMask& nodes(std::size_t which) const { return all_[which].nodes; }

  /// The date is `now` from here on. Returns those whose hours began since the date before.
  std::vector<std::size_t> advance(Seconds now);
  /// When some begin or end next; kForever: never.
  [[nodiscard]] Seconds next_change() const;
  [[nodiscard]] bool are_on(std::size_t which) const { return all_[which].now.begin <= now_; }
  /// The jobs are those of these hours.
  [[nodiscard]] bool are_of(std::size_t which, std::uint16_t stream, std::uint32_t origin) const;
  /// Of the nodes that others (null: all) leave to jobs of that kind, those that hours leave to
  /// them at the date as well; null: all. Valid as long as this is; what it holds changes with the
  /// date, and by `refresh` where that of others did.
  [[nodiscard]] const NodeMask* open_now(const NodeMask* others, std::uint16_t stream,
                                         std::uint32_t origin) const;
  void refresh() const;
  /// The nodes that hours leave open to a job that starts at `date`, which is not before the last
  /// one; null: all. Valid until the next question.
  [[nodiscard]] const NodeFilter* open_to(const WaitingJob& job, Seconds date) const;

 private:
  struct Window {
    Seconds begin{0.0};
    Seconds end{0.0};
  };
  struct Hours {
    HoursSpec spec;
    NodeMask nodes;
    std::vector<bool> of_stream;
    std::vector<bool> of_origin;
    std::int64_t day = 0;  ///< of the window
    Window now = {};       ///< the first that is not over
  };
  class Open final : public NodeFilter {
   public:
    [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                              const Demand& share) const override;
    std::vector<const NodeMask*> closed;
    std::vector<const NodeMask*> first;  ///< where it comes before those that are suspended
    const NodeFilter* room = nullptr;    ///< beside these; null: none are
  };
  [[nodiscard]] Window window(Hours& of, std::int64_t day) const;  // a zone looks dates up
  [[nodiscard]] std::int64_t next_day(const Hours& of, std::int64_t day) const;
  [[nodiscard]] bool meets(Hours& of, Seconds from, Seconds to) const;

  /// Whose jobs they are, by hours, and what others leave to them.
  using Kind = std::pair<const NodeMask*, std::vector<bool>>;
  void fill(const Kind& kind, NodeMask& open) const;

  NodeMask all_nodes_;
  mutable std::map<Kind, NodeMask> open_to_;
  std::optional<Seconds> unix_origin_;
  std::int32_t starts_on_;
  mutable std::vector<Hours> all_;
  Seconds now_{0.0};
  const SuspendedJobs* suspended_ = nullptr;
  mutable Open open_;  // of the last question
};

}  // namespace gpuscape
