#pragma once
/// What the fake driver, NVML and cuBLAS share. Host memory stands for device memory, every handle
/// is checked to be alive and of the context that is current, and calls fail when they are told to.
///
/// GPUSCAPE_FAKE_CUDA, read by cuInit and nvmlInit_v2: "name=value,…" of
///   devices=2      how many there are
///   memory=64      MiB of each
///   free=64        MiB of it that are free before anything is taken
///   capability=90  compute capability times ten
///   version=13000  of the driver's interface
///   peer=1         0: no access between GPUs; 2: it is promised and then refused
///   mig=0 mode=0 processes=0   as NVML and the driver tell them
///   wrong=WHAT     results that are wrong: copy, peer, triad, fma, gemm
///   fail=CALL:CODE:N  the N-th call of that name returns the code; a code that ends a context is
///                  what every call after it returns as well

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fake {

/// Anything that must be given back: its kind and the device whose it is.
struct Held {
  std::string kind;
  int device = 0;
  std::size_t bytes = 0;
};

struct Kernel {
  std::string name;
  std::string text;  ///< of its module
};

struct State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// A device that was lost takes nothing back; its memory ends here.
  ~State() { forget(); }
  void forget();

  std::map<std::string, std::string> settings;
  std::map<std::string, int> counts;
  std::map<const void*, Held> held;
  std::map<const void*, Kernel> kernels;
  std::set<std::pair<int, int>> peers;
  std::map<int, std::size_t> used;  ///< bytes of each device
  const void* capturing = nullptr;
  int sticky = 0;    ///< the code that every call returns from now on
  int current = -1;  ///< device of the current context

  [[nodiscard]] int number(const std::string& name, int otherwise) const;
  [[nodiscard]] bool wrong(const std::string& what) const;
};

State& state();
/// Reads the settings anew and forgets everything else.
void restart();

/// To begin every call with: 0, or the code to return.
int called(const char* name);

void* take(const char* kind, int device, std::size_t bytes);
/// Whether it is alive, of that kind, and of the current device.
bool is_here(const void* handle, const char* kind);
/// 0, or CUDA_ERROR_INVALID_HANDLE.
int give_back(const void* handle, const char* kind);

/// Does what the kernel would; false where it is not one that it knows.
bool execute(const Kernel& kernel, unsigned blocks, unsigned threads, void** arguments);

constexpr int kInvalidValue = 1;
constexpr int kOutOfMemory = 2;
constexpr int kInvalidContext = 201;
constexpr int kInvalidHandle = 400;
constexpr int kNotFound = 500;

}  // namespace fake
