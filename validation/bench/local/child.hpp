#pragma once
/// A second process of this program that ends with it.

#include <sys/types.h>

#include <functional>

namespace gpuscape::bench {

/// Runs `work` in a forked process, which ends when `work` returns or throws, and with its parent.
class Child {
 public:
  explicit Child(const std::function<void()>& work);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child(Child&&) = delete;
  Child& operator=(Child&&) = delete;
  /// Ends it if it still runs, and waits for it.
  ~Child();
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  pid_t id_;
};

}  // namespace gpuscape::bench
