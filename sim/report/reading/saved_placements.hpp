#pragma once
/// The placements of jobs.csv, read back.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Groups of nodes as placements name them. How many nodes a group has is not said there: as many
/// as were used.
class SavedPlacements {
 public:
  /// What it finds is added to `groups`, which must outlive it.
  explicit SavedPlacements(std::vector<NodeLabel>& groups) : groups_(groups) {}

  /// The spans of `gpu/3:8+gpu/4:8`; none where it is no placement.
  std::optional<std::vector<AllocationSpan>> spans(std::string_view placement);
  /// Whether it says parts of GPUs.
  [[nodiscard]] static bool has_part(std::string_view placement) {
    const std::size_t at = placement.rfind(':');
    return at != std::string_view::npos && placement.find('.', at) != std::string_view::npos;
  }
  /// Thousandths of a GPU of `gpu/3:0.25`, of a job that asks for a part of one.
  [[nodiscard]] static std::int64_t part_of(std::string_view placement);

 private:
  std::optional<AllocationSpan> take_span(std::string_view& placement);
  std::optional<std::uint32_t> node_of(std::string_view name);
  std::size_t group_of(std::string_view name, bool is_pool);

  std::vector<NodeLabel>& groups_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
};

}  // namespace gpuscape
