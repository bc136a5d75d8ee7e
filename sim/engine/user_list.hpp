#pragma once
/// The users of one resource. A lone one, which is what most links of a large system have, lies in
/// the list itself: no second place in memory is touched for it.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace gpuscape::fluid {

/// One user of a resource: `use` is the index of that resource among the activity's uses.
struct ResourceUser {
  std::uint32_t activity = 0;
  std::uint32_t use = 0;
  double amount = 1.0;
};

class UserList {
 public:
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] ResourceUser* begin() { return many_ ? many_.get() : &lone_; }
  [[nodiscard]] ResourceUser* end() { return begin() + size_; }
  [[nodiscard]] const ResourceUser* begin() const { return many_ ? many_.get() : &lone_; }
  [[nodiscard]] const ResourceUser* end() const { return begin() + size_; }
  [[nodiscard]] ResourceUser& operator[](std::uint32_t i) { return begin()[i]; }
  [[nodiscard]] const ResourceUser& back() const { return begin()[size_ - 1]; }

  void push_back(const ResourceUser& user) {
    if (size_ == room_) grow();
    begin()[size_++] = user;
  }
  void pop_back() { --size_; }

 private:
  void grow() {
    const std::uint32_t room = std::max(4U, 2 * room_);
    auto larger = std::make_unique<ResourceUser[]>(room);
    std::copy(begin(), end(), larger.get());
    many_ = std::move(larger);
    room_ = room;
  }

  std::unique_ptr<ResourceUser[]> many_;
  ResourceUser lone_;
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 1;
};

}  // namespace gpuscape::fluid
