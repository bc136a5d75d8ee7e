#pragma once
/// A column of values whose copies share their memory until one of them is written to.

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/large_pages.hpp"

namespace gpuscape {

/// Copies may be read on several threads at once. What is written to must not be copied meanwhile.
template <class Value>
class SharedColumn {
 public:
  SharedColumn() = default;
  SharedColumn(const SharedColumn&) = default;
  SharedColumn& operator=(const SharedColumn&) = default;
  SharedColumn(SharedColumn&& other) noexcept
      : own_(std::move(other.own_)), values_(std::exchange(other.values_, {})) {}
  SharedColumn& operator=(SharedColumn&& other) noexcept {
    own_ = std::move(other.own_);
    values_ = std::exchange(other.values_, {});
    return *this;
  }
  ~SharedColumn() = default;

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  const Value& operator[](std::size_t index) const { return values_[index]; }
  [[nodiscard]] std::span<const Value> values() const { return values_; }

  void reserve(std::size_t size) {
    std::vector<Value>& own = unshared();
    own.reserve(size);
    prefer_large_pages(own.data(), own.capacity() * sizeof(Value));
    values_ = own;
  }
  void push_back(const Value& value) {
    std::vector<Value>& own = unshared();
    own.push_back(value);
    values_ = own;
  }
  void append(std::span<const Value> values) {
    std::vector<Value>& own = unshared();
    own.insert(own.end(), values.begin(), values.end());
    values_ = own;
  }
  /// To be written to.
  Value& writable(std::size_t index) { return unshared()[index]; }

 private:
  std::vector<Value>& unshared() {
    if (own_.use_count() != 1) {
      own_ = own_ == nullptr ? std::make_shared<std::vector<Value>>()
                             : std::make_shared<std::vector<Value>>(*own_);
      values_ = *own_;
    }
    return *own_;
  }

  std::shared_ptr<std::vector<Value>> own_;
  std::span<const Value> values_;
};

}  // namespace gpuscape
