#include "sim/workload/origin_table.hpp"

#include <algorithm>
#include <initializer_list>

#include "sim/base/seeded_hash.hpp"

namespace gpuscape {

namespace {

std::size_t hash_of(std::string_view user, std::string_view account, std::string_view partition,
                    std::string_view qos) {
  const std::uint64_t seed = hash_seed();
  std::uint64_t hash = ~seed;
  for (const std::string_view text : {user, account, partition, qos})
    hash = hash_on(hash, seed, text);
  return static_cast<std::size_t>(hash);
}

}  // namespace

OriginTable::OriginTable() { intern("", "", "", ""); }

void OriginTable::grow() {
  constexpr std::size_t kLeast = 64;
  slots_.assign(std::max(kLeast, 2 * slots_.size()), Slot::none());
  for (std::uint32_t number = 0; number < origins_.size(); ++number) {
    const JobOrigin& known = origins_[number];
    std::size_t slot = hash_of(known.user, known.account, known.partition, known.qos);
    while (!slots_[slot % slots_.size()].is_none()) ++slot;
    slots_[slot % slots_.size()] = Slot(number);
  }
}

std::uint32_t OriginTable::intern(std::string_view user, std::string_view account,
                                  std::string_view partition, std::string_view qos) {
  if (2 * origins_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;  // a power of two
  std::size_t slot = hash_of(user, account, partition, qos) & mask;
  for (; !slots_[slot].is_none(); slot = (slot + 1) & mask) {
    const JobOrigin& known = origins_[slots_[slot].index()];
    if (known.user == user && known.account == account && known.partition == partition &&
        known.qos == qos)
      return slots_[slot].index();
  }
  slots_[slot] = Slot(static_cast<std::uint32_t>(origins_.size()));
  origins_.push_back(
      {std::string(user), std::string(account), std::string(partition), std::string(qos)});
  return slots_[slot].index();
}

}  // namespace gpuscape
