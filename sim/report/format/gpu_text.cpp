#include "sim/report/format/gpu_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace gpuscape {

namespace {

/// "gpu12" as "gpu" and 12.
struct NumberedName {
  std::string_view stem;
  std::int64_t number = 0;
};

std::optional<NumberedName> numbered(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
  NumberedName result{name.substr(0, begin), 0};
  const auto [end, fault] =
      std::from_chars(name.data() + begin, name.data() + name.size(), result.number);
  if (fault != std::errc() || end != name.data() + name.size()) return std::nullopt;
  if (name[begin] == '0' && begin + 1 < name.size()) return std::nullopt;
  return result;
}

bool follows(std::string_view name, std::string_view before) {
  const auto a = numbered(before);
  const auto b = numbered(name);
  return a && b && a->stem == b->stem && b->number == a->number + 1;
}

}  // namespace

std::vector<std::string> gpu_ranges(std::span<const std::string> names, const GpuSet& set) {
  std::vector<std::string_view> held;
  set.for_each([&](std::uint32_t gpu) { held.push_back(names[gpu]); });
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < held.size();) {
    std::size_t last = i;
    while (last + 1 < held.size() && follows(held[last + 1], held[last])) ++last;
    ranges.emplace_back(held[i]);
    const auto end = numbered(held[last]);
    if (last > i && end) ranges.back() += fmt::format("-{}", end->number);
    i = last + 1;
  }
  return ranges;
}

std::string gpu_names(std::span<const std::string> names, const GpuSet& set,
                      std::string_view before, std::string_view between) {
  std::string text;
  for (const std::string& range : gpu_ranges(names, set)) {
    if (!text.empty()) text += between;
    text.append(before).append(range);
  }
  return text;
}

std::string gpus_text(const RunResult& run, const AllocationSpan& span) {
  const NodeLabel& label = run.nodes[run.group_of(span.node)];
  if (label.gpu_names.empty()) return {};
  return gpu_names(label.gpu_names, label.gpu_sets[span.which],
                   fmt::format("{}/", run.node_name(span.node)), "+");
}

std::string gpus_text(const RunResult& run, std::span<const AllocationSpan> spans) {
  std::string text;
  for (const AllocationSpan& span : spans) {
    const std::string of_node = gpus_text(run, span);
    if (!text.empty() && !of_node.empty()) text += '+';
    text += of_node;
  }
  return text;
}

}  // namespace gpuscape
