#include "cli/process/provenance.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <array>

#include "cli/process/version.hpp"
#include "cli/simgrid/simgrid_process.hpp"

namespace gpuscape {

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace

Provenance provenance_here(const TypedCommand& command,
                           std::chrono::steady_clock::time_point begin) {
  Provenance provenance;
  provenance.command = command.anonymous ? "gpuscape" : command.words;
  provenance.version = program_version();
  provenance.simgrid_version = built_with_simgrid();
  if (!command.anonymous) provenance.host = host_name();
  provenance.wall_time_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  provenance.peak_memory_bytes = peak_memory_bytes();
  return provenance;
}

}  // namespace gpuscape
