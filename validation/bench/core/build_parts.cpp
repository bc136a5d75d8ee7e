#include "core/build_parts.hpp"

namespace gpuscape::bench {

const char* const kWithoutVerbs =
    "infiniband/verbs.h was missing at build time; install libibverbs-dev (rdma-core-devel) and "
    "build again";

std::vector<BuildPart> build_parts() {
#ifdef GPUSCAPE_BENCH_VERBS
  constexpr bool kVerbs = true;
#else
  constexpr bool kVerbs = false;
#endif
#ifdef GPUSCAPE_BENCH_URING
  constexpr bool kUring = true;
#else
  constexpr bool kUring = false;
#endif
  return {{"RDMA", kVerbs, kWithoutVerbs},
          {"io_uring", kUring,
           "liburing.h was missing at build time; install liburing-dev (liburing-devel) and build "
           "again"}};
}

std::string build_parts_text() {
  std::string with;
  std::string without;
  for (const BuildPart& part : build_parts()) {
    if (part.built)
      with += (with.empty() ? "" : ", ") + std::string(part.name);
    else
      without += std::string("built without ") + part.name + ": " + part.remedy + "\n";
  }
  return (with.empty() ? "" : "built with: " + with + "\n") + without;
}

}  // namespace gpuscape::bench
