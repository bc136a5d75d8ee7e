#include "tests/fuzz/fuzz_trace.hpp"

namespace {

constexpr const char* kHeader =
    "JobIDRaw|JobID|JobName|User|Account|Partition|QOS|State|Submit|Eligible|Start|End|ElapsedRaw|"
    "Elapsed|TimelimitRaw|Timelimit|AllocTRES|ReqTRES|NCPUS|ReqMem|NNodes|SubmitLine\n";

}  // namespace

/// Once as a whole file, once as the rows under a header that holds every column.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuscape::TraceSpec spec;
  spec.format = "sacct";
  spec.time_zone = "Europe/Paris";
  gpuscape::read_fuzzed_trace(spec, data, size);
  std::string text = kHeader;
  text.append(reinterpret_cast<const char*>(data), size);
  gpuscape::read_fuzzed_trace(spec, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size());
  return 0;
}
