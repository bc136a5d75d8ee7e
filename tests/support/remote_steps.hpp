#pragma once
/// Steps of a client on GPUs of another node, in a line or two.

#include <fmt/format.h>

#include <string>

#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::test {

/// Two C4130 with four GPUs each and a client without any. A step computes for 100 ms.
struct Remote {
  std::string software = R"({"per_call_overhead": "2 us", "dispatch": "2 us",
                             "bytes_per_call": "0 B"})";
  std::string access = R"("round_trip": "50 us")";
  std::string application = R"("calls_per_step": 1000, "synchronous_calls_per_step": 10)";
  std::string steps = R"("on": ["gpu/0/gpu0"], "client": "client/0")";
};

inline std::string text_of(const Remote& of) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{
        "nodes": {{"client": {{"type": "dell-r730", "count": 2}},
                   "gpu": {{"type": "dell-c4130-seed-rack", "count": 2}}}},
        "networks": {{"compute": {{"type": "single-switch", "switch": "mellanox-sx6036"}}}},
        "gpu_access": {{"type": "api-remoting", "over": "compute", "clients": ["client"],
                        "servers": ["gpu"], "software": {}, {}}}}},
      "workload": {{"applications": {{"a": {{"type": "data-parallel", "samples_per_second": 100,
          "batch_per_gpu": 10, "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0,
          {}}}}},
        "streams": {{"s": {{"steps": [{{"application": "a", {}}}]}}}}}},
      "run": {{"detail": "step"}}}})",
      of.software, of.access, of.application, of.steps);
}

inline StepRow row_of(const Remote& of) { return run_transfers(checked(text_of(of))).steps.at(0); }

}  // namespace gpuscape::test
