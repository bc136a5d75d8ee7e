#include "tests/fuzz/fuzz_trace.hpp"

/// The header is given, so that inputs reach the rows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuscape::TraceSpec spec;
  spec.format = "openb";
  gpuscape::read_fuzzed_trace(spec, data, size);
  std::string text =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
      "deletion_time,scheduled_time\n";
  text.append(reinterpret_cast<const char*>(data), size);
  gpuscape::read_fuzzed_trace(spec, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size());
  return 0;
}
