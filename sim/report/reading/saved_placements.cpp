#include "sim/report/reading/saved_placements.hpp"

#include <algorithm>
#include <cmath>

#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::uint32_t kRoom = 1U << 22U;  // of numbers for the nodes of a group
constexpr std::uint32_t kMostGroups = (1U << 10U) - 1;

/// Digits that fill the text.
std::optional<std::uint32_t> whole_number(std::string_view text) {
  constexpr std::int64_t kMost = 999'999'999;
  const std::int64_t value = digits_text(text);
  return value < 0 || value > kMost ? std::nullopt
                                    : std::optional(static_cast<std::uint32_t>(value));
}

/// What stands behind the last `mark`, if it is a number.
std::optional<std::uint32_t> number_behind(std::string_view text, char mark) {
  const std::size_t at = text.rfind(mark);
  return at == std::string_view::npos ? std::nullopt : whole_number(text.substr(at + 1));
}

/// GPUs of a span; a part of one ("gpu/3:0.25") is on one, parts of several are on as few as hold
/// them.
std::optional<std::uint32_t> gpus_behind(std::string_view span) {
  const std::size_t at = span.rfind(':');
  const std::size_t point = span.rfind('.');
  if (at == std::string_view::npos || point == std::string_view::npos || point < at)
    return number_behind(span, ':');
  const auto whole = whole_number(span.substr(at + 1, point - at - 1));
  const auto part = whole_number(span.substr(point + 1));
  return whole && part ? std::optional(*whole + (*part > 0 ? 1 : 0)) : std::nullopt;
}

}  // namespace

std::optional<std::vector<AllocationSpan>> SavedPlacements::spans(std::string_view placement) {
  std::vector<AllocationSpan> spans;
  while (!placement.empty()) {
    const auto span = take_span(placement);
    if (!span) return std::nullopt;
    spans.push_back(*span);
  }
  return spans;
}

std::int64_t SavedPlacements::part_of(std::string_view placement) {
  const double part = number_text(placement.substr(placement.rfind(':') + 1)).value_or(0.0);
  return std::llround(part * Demand::kWholeGpu);
}

/// The first one. A name may hold a `+`: only behind `:` and a number it begins the next.
std::optional<AllocationSpan> SavedPlacements::take_span(std::string_view& placement) {
  std::size_t end = placement.find('+');
  while (end != std::string_view::npos && !gpus_behind(placement.substr(0, end)))
    end = placement.find('+', end + 1);
  const std::string_view span = placement.substr(0, end);
  placement.remove_prefix(end == std::string_view::npos ? placement.size() : end + 1);
  const auto gpus = gpus_behind(span);
  if (!gpus) return std::nullopt;
  const auto node = node_of(span.substr(0, span.rfind(':')));
  if (!node) return std::nullopt;
  return AllocationSpan{*node, static_cast<std::int32_t>(*gpus)};
}

std::optional<std::uint32_t> SavedPlacements::node_of(std::string_view name) {
  const auto index = number_behind(name, '/');
  if (index && *index >= kRoom) return std::nullopt;
  const std::size_t group = group_of(index ? name.substr(0, name.rfind('/')) : name, !index);
  if (group >= kMostGroups) return std::nullopt;
  NodeLabel& label = groups_[group];
  label.count = std::max(label.count, index.value_or(0) + 1);
  return label.first_node + index.value_or(0);
}

std::size_t SavedPlacements::group_of(std::string_view name, bool is_pool) {
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  const std::size_t group = groups_.size();
  groups_.push_back({.group = std::string(name),
                     .first_node = static_cast<std::uint32_t>(group) * kRoom,
                     .count = 1,
                     .gpus = 0,
                     .pool = is_pool});
  numbers_.emplace(std::string(name), group);
  return group;
}

}  // namespace gpuscape
