#include "tests/fuzz/fuzz_trace.hpp"

namespace {

gpuscape::TraceSpec every_field() {
  gpuscape::TraceSpec spec;
  spec.format = "csv";
  spec.columns = {{"submit", "t", "ms"},    {"start", "s", "datetime"},
                  {"end", "e", "datetime"}, {"run_time", "d", "min"},
                  {"gpus", "g", ""},        {"cores", "c", "cores"},
                  {"memory", "m", "GiB"},   {"id", "i", ""},
                  {"time_limit", "l", "h"}, {"user", "u", ""},
                  {"state", "x", ""},       {"after", "a", ""}};
  spec.time_zone = "Europe/Paris";
  return spec;
}

}  // namespace

/// Once as a whole file, once as the rows under a header that holds every field.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gpuscape::TraceSpec spec = every_field();
  gpuscape::read_fuzzed_trace(spec, data, size);
  std::string text = "t,s,e,d,g,c,m,i,l,u,x,a\n";
  text.append(reinterpret_cast<const char*>(data), size);
  gpuscape::read_fuzzed_trace(spec, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size());
  return 0;
}
