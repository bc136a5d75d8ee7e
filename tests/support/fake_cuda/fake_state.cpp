#include "tests/support/fake_cuda/fake_state.hpp"

#include <array>
#include <cstdlib>
#include <sstream>

namespace fake {

State& state() {
  static State state;
  return state;
}

void State::forget() {
  for (const auto& [handle, held_now] : held) std::free(const_cast<void*>(handle));
  held.clear();
  kernels.clear();
  settings.clear();
  counts.clear();
  peers.clear();
  used.clear();
  capturing = nullptr;
  sticky = 0;
  current = -1;
}

int State::number(const std::string& name, int otherwise) const {
  const auto found = settings.find(name);
  return found == settings.end() ? otherwise : std::atoi(found->second.c_str());
}

bool State::wrong(const std::string& what) const {
  const auto found = settings.find("wrong");
  return found != settings.end() && found->second == what;
}

void restart() {
  State& now = state();
  now.forget();
  const char* text = std::getenv("GPUSCAPE_FAKE_CUDA");
  std::istringstream parts(text == nullptr ? "" : text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    if (equals != std::string::npos) now.settings[part.substr(0, equals)] = part.substr(equals + 1);
  }
}

int called(const char* name) {
  State& now = state();
  if (now.sticky != 0) return now.sticky;
  const int count = ++now.counts[name];
  const auto rule = now.settings.find("fail");
  if (rule == now.settings.end()) return 0;
  std::istringstream words(rule->second);
  std::array<std::string, 3> word;
  for (std::string& part : word) std::getline(words, part, ':');
  if (word[0] != name || count != std::atoi(word[2].c_str())) return 0;
  const int code = std::atoi(word[1].c_str());
  // A memory fault, a launch failure, an ECC error: nothing works after them.
  if (code == 214 || (code >= 700 && code < 720 && code != 704)) now.sticky = code;
  return code;
}

void* take(const char* kind, int device, std::size_t bytes) {
  void* memory = std::calloc(1, bytes == 0 ? 1 : bytes);
  state().held[memory] = {kind, device, bytes};
  return memory;
}

bool is_here(const void* handle, const char* kind) {
  const auto found = state().held.find(handle);
  return found != state().held.end() && found->second.kind == kind &&
         found->second.device == state().current;
}

int give_back(const void* handle, const char* kind) {
  const auto found = state().held.find(handle);
  if (found == state().held.end() || found->second.kind != kind) return kInvalidHandle;
  state().held.erase(found);
  std::free(const_cast<void*>(handle));
  return 0;
}

}  // namespace fake

extern "C" {

/// For tests: what was taken and not given back.
int fake_cuda_held() { return static_cast<int>(fake::state().held.size()); }

/// For tests: the names of the calls since cuInit, a line each.
const char* fake_cuda_calls() {
  static std::string lines;
  lines.clear();
  for (const auto& [name, count] : fake::state().counts) lines += name + "\n";
  return lines.c_str();
}
}
