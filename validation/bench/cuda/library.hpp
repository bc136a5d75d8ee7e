#pragma once
/// A shared library found at run time, and functions of it whose return codes are looked at.

#include <functional>
#include <string>
#include <vector>

namespace gpuscape::bench::cuda {

enum class Need { kAlways, kOptional };

class Library {
 public:
  /// Told the function and its code, or kMissing; throws.
  using Refusal = std::function<void(const std::string& function, int code)>;
  static constexpr int kMissing = -1;

  /// The first that loads. It stays loaded: drivers keep threads that outlive their users.
  Library(const std::vector<std::string>& names, Refusal refusal);

  [[nodiscard]] bool loaded() const { return handle_ != nullptr; }
  /// What the loader said where none did.
  [[nodiscard]] const std::string& why() const { return why_; }
  /// Functions that are always needed and not there.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
  void* symbol(const char* name, Need need);
  void refuse(const std::string& function, int code) const { refusal_(function, code); }

 private:
  Refusal refusal_;
  void* handle_ = nullptr;
  std::string why_;
  std::vector<std::string> missing_;
};

/// The file that an environment variable names, alone, or else these.
std::vector<std::string> names_or(const char* variable, std::vector<std::string> names);

template <class... Args>
class Function {
 public:
  Function(Library& library, const char* name, Need need = Need::kAlways)
      : library_(library),
        name_(name),
        pointer_(reinterpret_cast<int (*)(Args...)>(library.symbol(name, need))) {}

  explicit operator bool() const { return pointer_ != nullptr; }
  /// For where a refusal is an answer.
  [[nodiscard]] int code(Args... args) const {
    return pointer_ == nullptr ? Library::kMissing : pointer_(args...);
  }
  /// For destructors, which could tell nobody.
  void quietly(Args... args) const { static_cast<void>(code(args...)); }
  void operator()(Args... args) const {
    const int result = code(args...);
    if (result != 0) library_.refuse(name_, result);
  }

 private:
  Library& library_;
  const char* name_;
  int (*pointer_)(Args...);
};

}  // namespace gpuscape::bench::cuda
