#include "sim/live/free_memory.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "sim/base/input_file.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostText = 1U << 20U;

std::string text_of(const std::string& file) {
  std::string fault;
  return read_input(file, kMostText, fault).value_or("");
}

/// The number at the beginning; none where there is none, as in "max".
std::optional<double> number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  return static_cast<double>(value);
}

/// What follows `key` at the beginning of a line.
std::string_view after(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.starts_with(key)) return line.substr(key.size());
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return {};
}

/// Of a control group's limit; pages of files that nobody uses are given back when asked for.
std::optional<double> left_of(const std::string& group) {
  const auto most = number(text_of(group + "/memory.max"));
  const auto used = number(text_of(group + "/memory.current"));
  if (!most || !used) return std::nullopt;
  const std::string stat = text_of(group + "/memory.stat");
  const double idle = number(after(stat, "inactive_file")).value_or(0.0);
  return std::max(0.0, *most - std::max(0.0, *used - idle));
}

}  // namespace

std::optional<Bytes> free_memory_in(const std::string& proc, const std::string& groups) {
  const std::string meminfo = text_of(proc + "/meminfo");
  std::optional<double> least = number(after(meminfo, "MemAvailable:"));
  if (least) *least *= 1024.0;
  const std::string membership = text_of(proc + "/self/cgroup");
  std::string group(after(membership, "0::"));
  // A limit of any group above counts as well.
  while (true) {
    if (const auto left = left_of(groups + group)) least = std::min(least.value_or(*left), *left);
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) break;
    group.resize(slash);
  }
  if (!least) return std::nullopt;
  return Bytes(*least);
}

std::optional<Bytes> free_memory() { return free_memory_in("/proc", "/sys/fs/cgroup"); }

}  // namespace gpuscape
