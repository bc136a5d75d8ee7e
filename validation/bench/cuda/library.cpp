#include "cuda/library.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "core/libraries.hpp"

namespace gpuscape::bench::cuda {

Library::Library(const std::vector<std::string>& names, Refusal refusal)
    : refusal_(std::move(refusal)) {
  for (const std::string& name : names) {
    handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) note_library(name.substr(name.rfind('/') + 1), handle_);
    if (handle_ != nullptr) return;
    const char* said = dlerror();
    if (why_.empty() && said != nullptr) why_ = said;
  }
}

void* Library::symbol(const char* name, Need need) {
  void* found = handle_ == nullptr ? nullptr : dlsym(handle_, name);
  if (found == nullptr && need == Need::kAlways) missing_.emplace_back(name);
  return found;
}

std::vector<std::string> names_or(const char* variable, std::vector<std::string> names) {
  const char* named = std::getenv(variable);
  if (named != nullptr && *named != '\0') return {named};
  return names;
}

}  // namespace gpuscape::bench::cuda
