#include "sim/base/units/gpu_instance.hpp"

#include <algorithm>
#include <charconv>

namespace gpuscape {

namespace {

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The number that ends before `end`; none where none does.
std::optional<std::int64_t> number_before(std::string_view text, std::size_t end) {
  std::size_t first = end;
  while (first > 0 && text[first - 1] >= '0' && text[first - 1] <= '9') --first;
  return whole(text.substr(first, end - first));
}

std::optional<std::int64_t> number_from(std::string_view text, std::size_t first) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789", first), text.size());
  if (!text.substr(end).starts_with("gb")) return std::nullopt;
  return whole(text.substr(first, end - first));
}

}  // namespace

std::optional<std::int64_t> gpu_instance_thousandths(std::string_view type) {
  constexpr std::int64_t kMostSlices = 7;
  for (std::size_t at = type.find("g."); at != std::string_view::npos;
       at = type.find("g.", at + 1)) {
    const auto slices = number_before(type, at);
    const auto gigabytes = number_from(type, at + 2);
    if (!slices || !gigabytes || *slices < 1 || *slices > kMostSlices) continue;
    const bool a30 = *gigabytes == 6 * *slices;
    const std::int64_t of = a30 ? 4 : kMostSlices;
    return std::min<std::int64_t>(1000, (1000 * *slices + of - 1) / of);
  }
  return std::nullopt;
}

}  // namespace gpuscape
