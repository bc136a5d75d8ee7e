#pragma once
/// What reports say of routing: how paths are chosen, on whose word, and what other draws of hashed
/// ones give.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// "hash, by default: its switches are Ethernet".
std::string routing_text(const RoutingFacts& routing);
/// Of the network on which jobs exchange data: the same, how they lay their rings, and which draw
/// of the paths the result is of.
std::string traffic_routing_text(const StudyResult& result);
/// "this is one draw; over 10 of them …"; empty but for a replay over hashed paths.
std::string path_spread_text(const StudyResult& result);
/// The line that says so, and for a replay over hashed paths what other draws give.
std::string routing_lines(const StudyResult& result);

JsonValue routing_json(const RoutingFacts& routing);
/// Of a result in which jobs exchange data.
JsonValue traffic_routing_json(const StudyResult& result);

}  // namespace gpuscape
