/// Any bytes as the columns of a log: the scenario's reader reports, and what it accepts a reader
/// of tables takes, or refuses by an error.

#include <string>

#include "sim/scenario/load/loader.hpp"
#include "tests/fuzz/fuzz_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string columns(reinterpret_cast<const char*>(data), size);
  if (columns.find(".json") != std::string::npos) return 0;  // a file of this machine
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "pool", "count": 1}}},
          "workload": {"streams": {"j": {"trace": {"format": "csv", "file": "f", "columns": )" +
      columns + "}}}}}";
  const gpuscape::LoadedScenario loaded = gpuscape::load_scenario_text(text, "fuzz.json");
  if (loaded.context.has_issues() || loaded.spec.streams.size() != 1 ||
      !loaded.spec.streams[0].trace)
    return 0;
  constexpr std::string_view kLog = "a,b,c\n1,2,3\n4,x,6\n";
  gpuscape::read_fuzzed_trace(*loaded.spec.streams[0].trace,
                              reinterpret_cast<const std::uint8_t*>(kLog.data()), kLog.size());
  return 0;
}
