#include "cuda/driver.hpp"

#include <algorithm>
#include <array>

#include "core/measure.hpp"

namespace gpuscape::bench::cuda {

bool is_lost(int code) {
  // Those that cuda.h says leave the context, the process or the device unusable: uninitialised,
  // unavailable, ECC, NVLink, contained, the faults of kernels, MPS's end, unknown.
  static constexpr std::array<int, 22> kLost = {4,   46,  101, 214, 220, 226, 700, 702,
                                                709, 710, 714, 715, 716, 717, 718, 719,
                                                721, 806, 807, 810, 911, 999};
  return std::find(kLost.begin(), kLost.end(), code) != kLost.end();
}

Driver::Driver()
    : library(names_or("GPUSCAPE_CUDA_LIBRARY", {"libcuda.so.1"}),
              [this](const std::string& function, int code) { refuse(function, code); }) {}

std::string Driver::text_of(int code) const {
  if (code == Library::kMissing) return "this driver lacks it";
  const char* name = nullptr;
  const char* text = nullptr;
  const bool named = error_name.code(code, &name) == 0 && name != nullptr;
  const bool told = error_string.code(code, &text) == 0 && text != nullptr;
  std::string all = named ? name : "CUDA error " + std::to_string(code);
  if (told) all += std::string(" (") + text + ")";
  return all;
}

void Driver::refuse(const std::string& function, int code) const {
  const std::string what = function + ": " + text_of(code);
  if (is_lost(code))
    throw Lost(what + "; the device is lost to this process: see the kernel's log for \"NVRM\"");
  if (code == kOutOfMemory) throw Failure(what + "; other processes may hold the memory");
  throw Failure(what);
}

bool Driver::has_graphs() const {
  return capture_begin && capture_end && graph_instantiate && graph_launch && graph_exec_destroy &&
         graph_destroy;
}

}  // namespace gpuscape::bench::cuda
