#include "sim/report/topology/way_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/error.hpp"
#include "sim/report/topology/topology_text.hpp"

namespace gpuscape {

namespace {

void add_pair(WayClassSummary& summary, const PairWay& pair) {
  const bool first = summary.pairs == 0;
  ++summary.pairs;
  summary.least_latency = first ? pair.one_way : std::min(summary.least_latency, pair.one_way);
  summary.most_latency = std::max(summary.most_latency, pair.one_way);
  summary.least_rate = first ? pair.rate : std::min(summary.least_rate, pair.rate);
  summary.most_rate = std::max(summary.most_rate, pair.rate);
  summary.transports.insert(pair.transport);
}

std::string bounds_text(const std::string& least, const std::string& most) {
  return least == most ? least : fmt::format("{}–{}", least, most);
}

}  // namespace

std::string_view way_class_name(WayClass way_class) {
  switch (way_class) {
    case WayClass::local:
      return "in the node";
    case WayClass::over_pcie:
      return "over PCIe";
    case WayClass::remote:
      return "remote";
  }
  ensure(false, "every class of ways has a name");
  return {};
}

std::string_view way_class_key(WayClass way_class) {
  switch (way_class) {
    case WayClass::local:
      return "in_node";
    case WayClass::over_pcie:
      return "over_pcie";
    case WayClass::remote:
      return "remote";
  }
  ensure(false, "every class of ways has a key");
  return {};
}

std::vector<WayClassSummary> way_classes(const WayMatrix& matrix) {
  constexpr std::array kClasses{WayClass::local, WayClass::over_pcie, WayClass::remote};
  std::vector<WayClassSummary> all;
  for (const WayClass way_class : kClasses) {
    WayClassSummary summary{.way_class = way_class};
    for (std::size_t i = 0; i < matrix.names.size(); ++i)
      for (std::size_t j = 0; j < matrix.names.size(); ++j)
        if (const PairWay& pair = matrix.pairs[i][j];
            i != j && pair.fault.message.empty() && pair.way_class == way_class)
          add_pair(summary, pair);
    if (summary.pairs > 0) all.push_back(std::move(summary));
  }
  return all;
}

std::string latency_range(const WayClassSummary& summary) {
  return bounds_text(microseconds_text(summary.least_latency),
                     microseconds_text(summary.most_latency));
}

std::string rate_range(const WayClassSummary& summary) {
  return bounds_text(gigabytes_text(summary.least_rate), gigabytes_text(summary.most_rate));
}

}  // namespace gpuscape
