#pragma once
/// The users of one resource. The first, which on most links of a large system is the only one,
/// lies in the list itself: no second place in memory is touched for it. The others lie in a block
/// of a pool that all resources share.

#include <algorithm>
#include <cstdint>

#include "sim/base/error.hpp"
#include "sim/engine/block_pool.hpp"

namespace gpuscape::fluid {

/// One user of a resource: `use` is the index of that resource among the activity's uses.
struct ResourceUser {
  std::uint32_t activity = 0;
  std::uint32_t use = 0;
  double amount = 1.0;
};

using UserPool = BlockPool<ResourceUser>;

class UserList {
 public:
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  void push_back(UserPool& pool, const ResourceUser& user) {
    if (size_ == 0) {
      first_ = user;
    } else {
      if (size() - 1 == room()) grow(pool);
      pool.at(others_)[size_ - 1] = user;
    }
    ++size_;
  }
  /// Takes out the user at `position` and puts the last one there, which is returned.
  ResourceUser remove(UserPool& pool, std::uint32_t position) {
    const ResourceUser last = size_ == 1 ? first_ : pool.at(others_)[size_ - 2];
    --size_;
    if (position == 0) {
      first_ = last;
    } else {
      pool.at(others_)[position - 1] = last;
    }
    if (size_ <= 1) give_back(pool);
    return last;
  }

  /// The users in order; valid until the pool changes.
  class Range {
   public:
    class Iterator {
     public:
      Iterator(const Range& range, std::uint32_t i) : range_(range), i_(i) {}
      const ResourceUser& operator*() const {
        return i_ == 0 ? *range_.first_ : range_.others_[i_ - 1];
      }
      Iterator& operator++() {
        ++i_;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return i_ != other.i_; }

     private:
      const Range& range_;
      std::uint32_t i_;
    };
    Range(const ResourceUser* first, const ResourceUser* others, std::uint32_t size)
        : first_(first), others_(others), size_(size) {}
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size_}; }

   private:
    const ResourceUser* first_;
    const ResourceUser* others_;
    std::uint32_t size_;
  };
  [[nodiscard]] Range in(const UserPool& pool) const { return {&first_, pool.at(others_), size_}; }

 private:
  static constexpr std::uint32_t kMost = 1U << 26U;  ///< and the first

  [[nodiscard]] std::uint32_t room() const { return room_class_ == 0 ? 0U : 1U << room_class_; }
  void grow(UserPool& pool) {
    ensure(size_ <= kMost, "some 2^26 users share a resource at most");
    const std::uint32_t larger = pool.allocate(size_);
    if (room() > 0) {
      std::copy_n(pool.at(others_), size() - 1, pool.at(larger));
      pool.release(others_, room());
    }
    others_ = larger;
    room_class_ = UserPool::size_class(size_) & 31U;
  }
  void give_back(UserPool& pool) {
    if (room() > 0) pool.release(others_, room());
    others_ = room_class_ = 0;
  }

  ResourceUser first_;
  std::uint32_t others_ = 0;           ///< their block
  std::uint32_t size_ : 27 = 0;        ///< at most kMost + 1
  std::uint32_t room_class_ : 5 = 0U;  ///< logarithm of the block's size; 0: no block
};
static_assert(sizeof(UserList) == 24);

}  // namespace gpuscape::fluid
