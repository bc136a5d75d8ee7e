/// Any bytes as what `lstopo --of xml` wrote: a machine, or refused. hwloc reads files alone: the
/// bytes go through one in memory.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "sim/base/error.hpp"
#include "sim/topology/import/hwloc_node.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gpuscape;
  static const int file = memfd_create("machine.xml", MFD_CLOEXEC);
  static const std::string name = "/proc/self/fd/" + std::to_string(file);
  ensure(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size),
         "the file in memory takes the bytes");
  try {
    imported_catalog(node_from_hwloc(name), "fuzz", "machine.xml");
  } catch (const ScenarioError&) {
  } catch (const RunError&) {
  }
  return 0;
}
