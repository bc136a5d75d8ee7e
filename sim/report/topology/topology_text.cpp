#include "sim/report/topology/topology_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kWidest = 100;
constexpr std::size_t kMostMapRows = 12;
constexpr std::size_t kMostShared = 8;
constexpr std::size_t kMostPorts = 10;
constexpr std::size_t kMostSplitNames = 8;

using Cell = std::function<std::string(std::size_t row, std::size_t column)>;
using ColumnRange = std::pair<std::size_t, std::size_t>;

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, display_width(text)), ' ') + text;
}

class NodeText {
 public:
  explicit NodeText(const NodeMap& map) : map_(map) {}

  std::string matrices() const {
    if (map_.rows.size() > kMostMapRows) return classes();
    std::string text =
        matrix("path", [&](std::size_t i, std::size_t j) { return path_text(map_.pairs[i][j]); });
    text += matrix("latency of the links, us", [&](std::size_t i, std::size_t j) {
      return map_.rows[i] == map_.columns[j] ? "–" : microseconds_text(map_.pairs[i][j].latency);
    });
    text += matrix("bandwidth alone, GB/s", [&](std::size_t i, std::size_t j) {
      return map_.rows[i] == map_.columns[j] ? "–" : gigabytes_text(map_.pairs[i][j].alone);
    });
    return text + block("bandwidth when every pair talks at once, GB/s", {0, map_.rows.size()},
                        [&](std::size_t i, std::size_t j) {
                          return i == j ? "–" : gigabytes_text(map_.pairs[i][j].when_all_talk);
                        });
  }

  std::string shared() const {
    std::vector<std::vector<std::string>> rows{{"links that most pairs share", "pairs", "GB/s"}};
    for (const SharedLink& shared : map_.shared) {
      if (rows.size() > kMostShared) break;
      rows.push_back({"  " + map_.graph->link_name(shared.link), fmt::format("{}", shared.pairs),
                      gigabytes_text(map_.graph->links()[shared.link].capacity)});
    }
    return text_table(rows) + "\n";
  }

  std::string root_ports() const {
    if (map_.root_ports.empty()) return "";
    std::vector<std::vector<std::string>> rows{
        {"ways from GPUs to their socket", "GB/s", "each, when all copy"}};
    for (const RootPort& port : map_.root_ports) {
      const NodeLink& uplink = map_.graph->links()[port.uplink];
      if (rows.size() > kMostPorts) break;
      rows.push_back({"  " + map_.graph->link_name(port.uplink), gigabytes_text(uplink.capacity),
                      fmt::format("{} GB/s, {} on it", gigabytes_text(port.each),
                                  counted(port.gpus.size(), "GPU"))});
    }
    std::string more;
    if (map_.root_ports.size() > kMostPorts)
      more = fmt::format("  … and {} more\n", map_.root_ports.size() - kMostPorts);
    return text_table(rows) + more + "\n";
  }

  std::string figures() const {
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const std::string& what, const RateSummary& rates) {
      if (rates.flows == 0) return;
      rows.push_back({what, fmt::format("{} GB/s each at least, {} GB/s in all",
                                        gigabytes_text(rates.least), gigabytes_text(rates.total))});
    };
    add("GPUs to host, all at once", map_.to_host);
    add("host to GPUs, all at once", map_.from_host);
    add(fmt::format("each to one other, worst shift ({})", map_.worst_step), map_.worst_shift);
    add("every pair at once", map_.all_pairs);
    if (map_.bisection.splits > 0) rows.push_back({"bisection of the GPUs", bisection_text()});
    return text_table(rows);
  }

 private:
  static std::string counted(std::size_t count, std::string_view noun) {
    return quantity(static_cast<std::int64_t>(count), noun);
  }

  std::string bisection_text() const {
    const NodeBisection& worst = map_.bisection;
    std::vector<std::string> names;
    names.reserve(worst.half.size());
    for (const DeviceIndex device : worst.half) names.push_back(map_.name(device));
    const bool run = worst.half.back() - worst.half.front() + 1 == worst.half.size() ||
                     names.size() > kMostSplitNames;
    return fmt::format("{} GB/s each way: {} | the rest{}", gigabytes_text(worst.bandwidth),
                       run && names.size() > 2 ? names.front() + " to " + names.back()
                                               : fmt::format("{}", fmt::join(names, " ")),
                       worst.splits > 1 ? fmt::format(", worst of {} splits", worst.splits) : "");
  }

  /// In one block where the columns fit, else rows by rows and the rest apart, or by class.
  std::string matrix(const std::string& title, const Cell& cell) const {
    const std::size_t rows = map_.rows.size();
    const std::size_t all = map_.columns.size();
    if (width({0, all}, cell) <= kWidest) return block(title, {0, all}, cell);
    std::string text = block(title, {0, rows}, cell);
    if (rows == all) return text;
    if (width({rows, all}, cell) > kWidest) return text;
    text.pop_back();
    return text + block("", {rows, all}, cell);
  }

  std::size_t column_width(std::size_t column, const Cell& cell) const {
    std::size_t widest = display_width(map_.name(map_.columns[column]));
    for (std::size_t i = 0; i < map_.rows.size(); ++i)
      widest = std::max(widest, display_width(cell(i, column)));
    return widest + 2;
  }
  std::size_t name_width() const {
    std::size_t widest = 0;
    for (const DeviceIndex row : map_.rows) widest = std::max(widest, map_.name(row).size());
    return widest + 2;
  }
  std::size_t width(const ColumnRange& columns, const Cell& cell) const {
    std::size_t sum = name_width();
    for (std::size_t j = columns.first; j < columns.second; ++j) sum += column_width(j, cell);
    return sum;
  }

  std::string block(const std::string& title, const ColumnRange& columns, const Cell& cell) const {
    std::vector<std::size_t> widths;
    std::string header(name_width(), ' ');
    for (std::size_t j = columns.first; j < columns.second; ++j) {
      widths.push_back(column_width(j, cell));
      header += padded(map_.name(map_.columns[j]), widths.back());
    }
    std::string text = title.empty() ? "" : title + "\n";
    text += header + "\n";
    for (std::size_t i = 0; i < map_.rows.size(); ++i) {
      text += fmt::format("  {:<{}}", map_.name(map_.rows[i]), name_width() - 2);
      for (std::size_t j = columns.first; j < columns.second; ++j)
        text += padded(cell(i, j), widths[j - columns.first]);
      text += "\n";
    }
    return text + "\n";
  }

  /// Equal pairs in one line each.
  std::string classes() const {
    std::map<std::array<std::string, 5>, std::size_t> pairs;
    for (std::size_t i = 0; i < map_.rows.size(); ++i)
      for (std::size_t j = 0; j < map_.columns.size(); ++j)
        if (map_.rows[i] != map_.columns[j]) ++pairs[class_of(i, j)];
    std::vector<std::vector<std::string>> rows{
        {"way", "path", "us", "alone, GB/s", "every pair at once, GB/s", "pairs"}};
    for (const auto& [key, count] : pairs)
      rows.push_back({key[0], key[1], key[2], key[3], key[4], fmt::format("{}", count)});
    return text_table(rows) + "\n";
  }

  std::array<std::string, 5> class_of(std::size_t row, std::size_t column) const {
    const PairFacts& pair = map_.pairs[row][column];
    const auto kind = [&](DeviceIndex device) {
      return std::string(device_kind_name(map_.graph->devices()[device].kind));
    };
    return {fmt::format("{} to {}", kind(map_.rows[row]), kind(map_.columns[column])),
            path_text(pair), microseconds_text(pair.latency), gigabytes_text(pair.alone),
            column < map_.rows.size() ? gigabytes_text(pair.when_all_talk) : "–"};
  }

  const NodeMap& map_;
};

}  // namespace

std::string path_text(const PairFacts& pair) {
  if (pair.path == PathClass::nvlink) return fmt::format("NV{}", pair.nvlinks);
  return std::string(path_class_name(pair.path));
}

std::string gigabytes_text(BytesPerSecond rate) {
  const double value = rate.value() / 1e9;
  if (!(value < 1e5)) return "–";
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string microseconds_text(Seconds time) {
  const double value = time.value() * 1e6;
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string inventory_text(const NodeGraph& graph) {
  struct Noun {
    DeviceKind kind;
    const char* one;
    const char* many;
  };
  static constexpr std::array<Noun, 8> kNouns{{
      {DeviceKind::cpu, "socket", "sockets"},
      {DeviceKind::host_bridge, "host bridge", "host bridges"},
      {DeviceKind::pcie_switch, "PCIe switch", "PCIe switches"},
      {DeviceKind::gpu, "GPU", "GPUs"},
      {DeviceKind::nvswitch, "NVSwitch domain", "NVSwitch domains"},
      {DeviceKind::nic, "adapter", "adapters"},
      {DeviceKind::nvme, "drive", "drives"},
      {DeviceKind::storage_controller, "storage controller", "storage controllers"},
  }};
  std::vector<std::string> parts;
  for (const Noun& noun : kNouns)
    if (const std::size_t count = graph.of_kind(noun.kind).size(); count > 0)
      parts.push_back(fmt::format("{} {}", count, count == 1 ? noun.one : noun.many));
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string node_map_text(const NodeMap& map) {
  const NodeText text(map);
  return text.matrices() + text.shared() + text.root_ports() + text.figures();
}

}  // namespace gpuscape
