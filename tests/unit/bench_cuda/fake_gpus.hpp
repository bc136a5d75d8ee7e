#pragma once
/// The CUDA family on the fake driver, in this process.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "core/families.hpp"

namespace gpuscape::bench {

/// The environment that makes the family load the fakes, for as long as it lives.
class FakeGpus {
 public:
  /// "devices=1,fail=cuMemAlloc_v2:2:1": fake_state.hpp says what there is.
  explicit FakeGpus(const std::string& settings, const std::string& driver = FAKE_CUDA) {
    set("GPUSCAPE_FAKE_CUDA", settings);
    set("GPUSCAPE_CUDA_LIBRARY", driver);
    for (const char* name :
         {"GPUSCAPE_NVML_LIBRARY", "GPUSCAPE_CUBLAS_LIBRARY", "GPUSCAPE_CUBLASLT_LIBRARY"})
      set(name, FAKE_CUDA);
  }
  FakeGpus(const FakeGpus&) = delete;
  FakeGpus& operator=(const FakeGpus&) = delete;
  ~FakeGpus() {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }
  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }

 private:
  std::vector<std::string> names_;
};

inline Options quick() {
  Options options;
  options.quick = true;
  return options;
}

/// The first measure whose name holds the text.
inline const Measure& measure_named(const Offer& offer, const std::string& text) {
  for (const Measure& measure : offer.measures)
    if (measure.facts.name().find(text) != std::string::npos) return measure;
  throw std::runtime_error("no measure is named like " + text);
}

/// Does every measure once; what went wrong, a line each, until the device is lost or there are
/// enough of them.
inline std::vector<std::string> misses_of(const Offer& offer, const std::string& only = "",
                                          std::size_t enough = 1000) {
  std::vector<std::string> misses;
  for (const Measure& measure : offer.measures) {
    if (misses.size() >= enough) break;
    const std::string name = measure.facts.name();
    if (name.find(only) == std::string::npos) continue;
    try {
      const auto probe = measure.prepare();
      probe->run(1);
      probe->run(measure.batch);
      (void)probe->counters();
    } catch (const Lost& fault) {
      misses.push_back("lost: " + name + ": " + fault.what());
      break;
    } catch (const Failure& fault) {
      misses.push_back(name + ": " + fault.what());
    }
  }
  return misses;
}

template <class Result>
Result ask_the_fake(const char* function) {
  void* library = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Result (*)()>(dlsym(library, function))();
}

/// What was taken from the fake driver and not given back.
inline int held() { return ask_the_fake<int>("fake_cuda_held"); }

/// The names of the calls that were made, a line each.
inline std::string calls() { return ask_the_fake<const char*>("fake_cuda_calls"); }

}  // namespace gpuscape::bench
