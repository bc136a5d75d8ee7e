#include "sim/report/catalog/node_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/report/format/svg_panel.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/topology/topology_svg.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

std::string each_and_all(const RateSummary& rates) {
  if (rates.flows == 0) return "–";
  return fmt::format("{} · {}", gigabytes_text(rates.least), gigabytes_text(rates.total));
}

}  // namespace

std::string node_map_svg(const NodeMap& map, std::string_view title) {
  const NodePicture picture = node_picture(map, title, 0.0);
  return svg_begin(picture.height) + picture.body + "</svg>\n";
}

MapsPicture node_maps_picture(const std::vector<TitledMap>& maps) {
  if (maps.empty()) return {.width = kPictureWidth};
  if (maps.size() == 1) {
    NodePicture picture = node_picture(maps[0].map, maps[0].title, 0.0);
    return {.body = std::move(picture.body), .width = kPictureWidth, .height = picture.height};
  }
  constexpr std::size_t kBeside = 3;
  double most = 0.0;
  for (const TitledMap& titled : maps) most = std::max(most, most_alone(titled.map));
  MapsPicture all;
  double top = 0.0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (i % kBeside == 0) top = all.height;
    const NodePicture picture = node_picture(maps[i].map, maps[i].title, most);
    all.body += fmt::format("<g transform=\"translate({} {:.1f})\">\n{}</g>\n",
                            kPictureWidth * static_cast<double>(i % kBeside), top, picture.body);
    all.height = std::max(all.height, top + picture.height);
  }
  all.width = kPictureWidth * static_cast<double>(std::min(maps.size(), kBeside));
  return all;
}

std::string node_maps_svg(const std::vector<TitledMap>& maps) {
  const MapsPicture all = node_maps_picture(maps);
  return svg_begin(all.height, all.width) + all.body + "</svg>\n";
}

std::string node_comparison_text(const std::vector<TitledMap>& maps) {
  std::vector<std::vector<std::string>> rows{{"GB/s, each at least · in all", "GPUs",
                                              "GPUs to host", "worst shift", "every pair",
                                              "bisection"}};
  for (const TitledMap& titled : maps) {
    const NodeMap& map = titled.map;
    rows.push_back({titled.title, fmt::format("{}", map.graph->of_kind(DeviceKind::gpu).size()),
                    each_and_all(map.to_host), each_and_all(map.worst_shift),
                    each_and_all(map.all_pairs),
                    map.bisection.splits == 0 ? "–" : gigabytes_text(map.bisection.bandwidth)});
  }
  return text_table(rows);
}

}  // namespace gpuscape
