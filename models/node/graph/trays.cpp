#include "models/node/graph/trays.hpp"

#include <charconv>
#include <map>

namespace gpuscape::graph_node {

namespace {

constexpr std::string_view kDigits = "0123456789";

/// "gpu" of "gpu12".
std::string_view stem_of(std::string_view name) {
  const std::size_t last = name.find_last_not_of(kDigits);
  return name.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

using Numbered = std::map<std::string, std::int64_t, std::less<>>;

/// How many devices of one tray have each stem.
Numbered stems_of(const std::vector<std::pair<std::string, std::string>>& devices) {
  Numbered stems;
  for (const auto& [name, kind] : devices) ++stems[std::string(stem_of(name))];
  return stems;
}

std::string in_tray(const std::string& name, std::int64_t tray, const Numbered& stems) {
  const std::string_view stem = stem_of(name);
  const auto found = stems.find(stem);
  if (tray == 0 || found == stems.end()) return name;
  std::int64_t number = 0;
  std::from_chars(name.data() + stem.size(), name.data() + name.size(), number);
  return std::string(stem) + std::to_string(number + tray * found->second);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> in_trays(
    const std::vector<std::pair<std::string, std::string>>& devices, std::int64_t trays) {
  const Numbered stems = stems_of(devices);
  std::vector<std::pair<std::string, std::string>> result;
  for (std::int64_t tray = 0; tray < trays; ++tray)
    for (const auto& [name, kind] : devices) result.emplace_back(in_tray(name, tray, stems), kind);
  return result;
}

std::vector<LinkEntry> in_trays(const std::vector<LinkEntry>& links, const NodeEntry& entry) {
  const Numbered stems = stems_of(entry.devices);
  std::vector<LinkEntry> result;
  for (std::int64_t tray = 0; tray < entry.trays; ++tray) {
    for (const LinkEntry& link : links) {
      result.push_back(link);
      result.back().between = {in_tray(link.between.first, tray, stems),
                               in_tray(link.between.second, tray, stems)};
    }
  }
  return result;
}

bool stands_for(const std::string& entry, const std::string& device) {
  return entry == device || (device.size() > entry.size() && stem_of(device) == entry);
}

}  // namespace gpuscape::graph_node
