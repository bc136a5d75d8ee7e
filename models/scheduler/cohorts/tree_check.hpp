#pragma once
/// What is wrong with a tree of cohorts that was read, and its nodes in the order that policies
/// want.

#include <string>
#include <vector>

#include "models/scheduler/cohorts/settings.hpp"

namespace gpuscape::quota::cohorts {

/// As written: a node and the name of the cohort that it is in, empty where it is in none.
struct WrittenNode {
  NodeSettings node;
  std::string parent = {};
};

/// Says what is wrong at `reader`; returns the nodes, each cohort before what is in it.
std::vector<NodeSettings> ordered(ObjectReader& reader, std::vector<WrittenNode> written);

}  // namespace gpuscape::quota::cohorts
