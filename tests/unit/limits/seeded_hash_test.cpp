/// Tables of names and numbers from files: nobody can aim at a slot, and no result shows the seed.

#include "sim/base/seeded_hash.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "sim/workload/origin_table.hpp"
#include "sim/workload/rows/seen_ids.hpp"

namespace gpuscape {
namespace {

/// Hashes by that seed while it lives.
class WithSeed {
 public:
  explicit WithSeed(std::uint64_t seed) : before_(hash_seed()) { set_hash_seed(seed); }
  WithSeed(const WithSeed&) = delete;
  WithSeed& operator=(const WithSeed&) = delete;
  ~WithSeed() { set_hash_seed(before_); }

 private:
  std::uint64_t before_;
};

constexpr std::uint64_t kSeeds[] = {0xd1342543de82ef95U, 0x9e3779b97f4a7c15U, 0xfedcba9876543211U};

/// The fullest of as many slots as there are keys.
template <class Keys>
std::size_t fullest_slot(const Keys& keys) {
  std::vector<std::size_t> slots(keys.size());
  for (const auto& key : keys) ++slots[SeededHash()(key) % slots.size()];
  return *std::max_element(slots.begin(), slots.end());
}

TEST(SeededHash, SpreadsKeysThatFellIntoOneSlot) {
  std::vector<std::int64_t> numbers;
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < 4096; ++i) {
    numbers.push_back(i * 172'933 * 85'229);
    names.push_back(fmt::format("user{:012}", i << 12U));
  }
  for (const std::uint64_t seed : kSeeds) {
    const WithSeed set(seed);
    EXPECT_LT(fullest_slot(numbers), 16U);
    EXPECT_LT(fullest_slot(names), 16U);
  }
}

TEST(SeededHash, OtherSeedsPutKeysElsewhere) {
  std::set<std::size_t> hashes;
  for (const std::uint64_t seed : kSeeds) {
    const WithSeed set(seed);
    hashes.insert(SeededHash()(std::string_view("fay")));
    hashes.insert(SeededHash()(std::int64_t{4101}));
  }
  EXPECT_EQ(hashes.size(), 2 * std::size(kSeeds));
  EXPECT_NE(hash_seed(), 0U);
}

TEST(SeededHash, EndsOfTextsCount) {
  EXPECT_NE(SeededHash()(std::string_view("")), SeededHash()(std::string_view("\0", 1)));
  EXPECT_NE(SeededHash()(std::string_view("12345678")),
            SeededHash()(std::string_view("123456789")));
}

TEST(SeededHash, NumbersOfOriginsAreThoseOfTheirFirstRows) {
  std::vector<std::vector<std::uint32_t>> numbers;
  for (const std::uint64_t seed : kSeeds) {
    const WithSeed set(seed);
    OriginTable table;
    std::vector<std::uint32_t>& of_seed = numbers.emplace_back();
    for (int i = 0; i < 3000; ++i)
      of_seed.push_back(
          table.intern(fmt::format("u{}", i * 7 % 1000), "a", fmt::format("p{}", i % 3), ""));
  }
  EXPECT_EQ(numbers[0], numbers[1]);
  EXPECT_EQ(numbers[0], numbers[2]);
}

TEST(SeededHash, IdsAreKnownAgainByAnySeed) {
  for (const std::uint64_t seed : kSeeds) {
    const WithSeed set(seed);
    SeenIds ids;
    EXPECT_TRUE(ids.add(1'000'000));
    for (std::int64_t id = 0; id < 1000; ++id) EXPECT_TRUE(ids.add(id * 97));
    for (std::int64_t id = 0; id < 1000; ++id) EXPECT_FALSE(ids.add(id * 97));
  }
}

}  // namespace
}  // namespace gpuscape
