#pragma once
/// Nodes of the catalogue for tests.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/builtin_models.hpp"
#include "sim/model/check/catalog_node.hpp"
#include "sim/topology/node_topology.hpp"
#include "tests/support/node_graph_builder.hpp"

namespace gpuscape::testing {

inline const Catalog& shipped_catalog() {
  static const Catalog catalog = Catalog::shipped();
  return catalog;
}

/// The names of all nodes of the shipped catalogue; the calling test fails where there are far
/// fewer than today's 46.
inline std::vector<std::string> node_ids() {
  const std::vector<std::string> ids = shipped_catalog().ids("nodes");
  EXPECT_GE(ids.size(), 42U);
  return ids;
}

inline NodeGroup node(const std::string& id, const Catalog& catalog = shipped_catalog()) {
  Registry registry;
  register_builtin_models(registry);
  return catalog_node(id, catalog, registry);
}

inline NodeMap map_of(const std::string& id) { return map_node(node(id).graph); }

/// From the row to the column of those names.
inline const PairFacts& pair(const NodeMap& map, const std::string& from, const std::string& to) {
  std::size_t row = 0;
  std::size_t column = 0;
  while (map.name(map.rows.at(row)) != from) ++row;
  while (map.name(map.columns.at(column)) != to) ++column;
  return map.pairs[row][column];
}

inline double gbps(BytesPerSecond rate) { return rate.value() / 1e9; }

}  // namespace gpuscape::testing
