#include "tests/fuzz/fuzz_trace.hpp"

/// The header is given, so that inputs reach the rows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuscape::TraceSpec spec;
  spec.format = "philly-csv";
  gpuscape::read_fuzzed_trace(spec, data, size);
  std::string text = "job_id,timestamp,duration,num_gpus,gpu_time,cluster\n";
  text.append(reinterpret_cast<const char*>(data), size);
  gpuscape::read_fuzzed_trace(spec, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size());
  return 0;
}
