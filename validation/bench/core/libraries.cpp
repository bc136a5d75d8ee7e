#include "core/libraries.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>

namespace gpuscape::bench {

namespace {

std::vector<std::string>& noted() {
  static std::vector<std::string> lines;
  return lines;
}

}  // namespace

void note_library(const std::string& name, void* handle) {
  link_map* map = nullptr;
  const bool known = handle != nullptr && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0;
  if (!known || map == nullptr) return;
  const std::string line = name + " from " + map->l_name;
  if (std::find(noted().begin(), noted().end(), line) == noted().end()) noted().push_back(line);
}

std::vector<std::string> library_lines() {
  std::vector<std::string> lines = noted();
  for (const char* name :
       {"LD_LIBRARY_PATH", "LD_PRELOAD", "GPUSCAPE_CUDA_LIBRARY", "GPUSCAPE_NVML_LIBRARY",
        "GPUSCAPE_CUBLAS_LIBRARY", "GPUSCAPE_CUBLASLT_LIBRARY"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0')
      lines.push_back(std::string(name) + " is set: " + value);
  }
  return lines;
}

}  // namespace gpuscape::bench
