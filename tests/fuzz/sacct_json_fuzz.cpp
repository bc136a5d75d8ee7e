#include "tests/fuzz/fuzz_trace.hpp"

/// Once as a whole file, once as what stands in the list of jobs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuscape::TraceSpec spec;
  spec.format = "sacct-json";
  gpuscape::read_fuzzed_trace(spec, data, size);
  std::string text = "{\"jobs\": [";
  text.append(reinterpret_cast<const char*>(data), size);
  gpuscape::read_fuzzed_trace(spec, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size());
  return 0;
}
