#include "tests/fuzz/fuzz_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuscape::TraceSpec spec;
  spec.format = "swf";
  gpuscape::read_fuzzed_trace(spec, data, size);
  return 0;
}
