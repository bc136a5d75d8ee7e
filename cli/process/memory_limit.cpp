#include "cli/process/memory_limit.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

double page_bytes() { return static_cast<double>(sysconf(_SC_PAGESIZE)); }

/// Of memory that can be written to, what the limit counts.
double bytes_taken() {
  std::ifstream statistics("/proc/self/statm");
  double pages = 0.0;
  constexpr int kDataField = 6;
  for (int i = 0; i < kDataField; ++i) statistics >> pages;
  return statistics ? pages * page_bytes() : 0.0;
}

rlim_t soft_limit(__rlimit_resource resource) {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(resource, &limit);
  return limit.rlim_cur;
}

std::string size_text(rlim_t bytes) { return human_text(Bytes(static_cast<double>(bytes))); }

}  // namespace

void limit_memory(std::optional<Bytes> most) {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * page_bytes();
  const double bytes = most ? most->value() : 0.75 * memory;
  // More than the machine has is the shadow of a sanitizer, which a limit would count.
  if (bytes_taken() > (most ? memory : bytes / 2.0)) return;
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  constexpr double kMost = 9e18;
  limit.rlim_cur = std::min(static_cast<rlim_t>(std::clamp(bytes, 0.0, kMost)), limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

std::string out_of_memory_text() {
  const rlim_t space = soft_limit(RLIMIT_AS);
  const rlim_t data = soft_limit(RLIMIT_DATA);
  if (space < data)
    return fmt::format(
        "out of memory: this needs more than the {} of address space that it may take\n"
        "  hint: ulimit -v sets that limit\n",
        size_text(space));
  if (data == RLIM_INFINITY) return "out of memory\n";
  return fmt::format(
      "out of memory: this needs more than the {} that it may take\n"
      "  hint: --max-memory SIZE allows more\n",
      size_text(data));
}

}  // namespace gpuscape
