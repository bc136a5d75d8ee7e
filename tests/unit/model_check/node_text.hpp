#pragma once
/// Nodes of type "graph" as tests write them, and what `check` says of them.

#include <string>
#include <vector>

#include "models/builtin_models.hpp"
#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/node_graph_builder.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape::testing {

/// A node with two sockets, two GPUs and an adapter; parts can be replaced.
struct NodeText {
  std::string devices = R"("cpu0": "cpu", "cpu1": "cpu", "sw0": "pcie_switch", "gpu0": "gpu",
                           "gpu1": "gpu", "ib0": "nic")";
  std::string links = R"({"between": ["cpu0", "sw0"], "type": "pcie-gen3", "lanes": 16},
                         {"between": ["sw0", "gpu0"], "type": "pcie-gen3", "lanes": 16},
                         {"between": ["sw0", "gpu1"], "type": "pcie-gen3", "lanes": 16},
                         {"between": ["cpu1", "ib0"], "type": "pcie-gen3", "lanes": 8})";
  std::string cpu =
      R"("sockets": 2, "cores_per_socket": 10, "memory_bandwidth_per_socket": "60 GB/s",
                       "inter_socket": {"type": "qpi", "links": 2, "bandwidth_per_link": "20 GB/s raw"})";
  std::string more = R"(, "gpu_fabric": {"kind": "point_to_point", "type": "nvlink-1",
                          "links": [{"between": ["gpu0", "gpu1"], "count": 2}]})";
  std::string nics = R"("ib0": {"model": "cx4", "speed": "100 Gbit/s", "ports": 2})";

  [[nodiscard]] std::string text() const {
    return R"({"type": "graph", "count": 3, "memory": "64 GiB", "devices": {)" + devices +
           R"(}, "links": [)" + links + R"(], "cpu": {)" + cpu + R"(}, "nics": {)" + nics + "}" +
           more + R"(, "parts": {"links": {
             "pcie-gen3": {"rate_per_lane": "1 GB/s raw", "payload_share": 0.8, "latency": "100 ns"},
             "qpi": {"rate_per_lane": "10 GB/s raw", "payload_share": 0.5, "latency": "200 ns"},
             "nvlink-1": {"rate_per_lane": "20 GB/s raw", "payload_share": {"value": 0.9, "low": 0.8}},
             "nvlink-c2c": {"rate_per_lane": "100 GB/s"}},
             "nics": {"cx4": {"payload_share": 0.96, "verbs_latency": "1 us", "vendor": "V"}},
             "nvswitches": {"nvs": {"hop_latency": "100 ns"}}}})";
  }
};

inline std::string scenario(const NodeText& node) {
  return ScenarioText{.cluster = R"("cluster": {"nodes": {"n": )" + node.text() + "}}"}.text();
}

inline LoadedScenario checked(const NodeText& node) {
  Registry registry;
  register_builtin_models(registry);
  LoadedScenario loaded = test::load_text(scenario(node), "s.json");
  check(loaded, registry);
  return loaded;
}

inline std::vector<std::string> faults_of(const NodeText& node) { return faults(checked(node)); }

inline std::string hint_of(const NodeText& node) {
  const auto issues = checked(node).context.sorted_issues();
  return issues.empty() ? "no fault" : issues.front().hint;
}

}  // namespace gpuscape::testing
