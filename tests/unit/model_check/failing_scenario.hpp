#pragma once
/// A scenario whose nodes fail, what its failures become, and what is wrong with it.

#include <string>

#include "sim/base/error.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::test {

/// Two groups: seven nodes of 8 GPUs, and two of 4.
inline std::string failing_scenario(const std::string& failures, const std::string& stream = "") {
  return R"({"format": 1, "cluster": {"nodes": {
      "a": {"type": "custom", "count": 7, "gpus": 8}, "b": {"type": "custom", "count": 2, "gpus": 4}},
      "failures": {"f": )" +
         failures + R"(}}, "workload": {"streams": {"s": {)" + stream +
         R"("generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
         "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
}

inline FailingParts parts_of(const std::string& failures, const std::string& file = "test.json") {
  return checked(failing_scenario(failures), file).failing.at(0);
}

inline std::string fault_of(const std::string& text) {
  try {
    checked(text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

}  // namespace gpuscape::test
