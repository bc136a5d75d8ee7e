#include "sim/workload/origin_table.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>

namespace gpuscape {

namespace {

template <class Word>
std::uint64_t word_at(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// All of a text's bytes, eight at a time: names are short, and most rows ask for one that is
/// known.
std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;  // 2^64 over the golden ratio
  const auto mix = [&hash](std::uint64_t word) { hash = ((hash ^ word) * kOdd) ^ (hash >> 29U); };
  const std::size_t size = text.size();
  const char* const begin = text.data();
  const char* const end = begin + size;
  hash += size;
  for (const char* bytes = begin; end - bytes > 8; bytes += 8) mix(word_at<std::uint64_t>(bytes));
  if (size >= 8) {
    mix(word_at<std::uint64_t>(end - 8));
  } else if (size >= 4) {
    mix(word_at<std::uint32_t>(begin) + (word_at<std::uint32_t>(end - 4) << 32U));
  } else {
    for (const char c : text) mix(static_cast<unsigned char>(c));
  }
  return hash;
}

std::size_t hash_of(std::string_view user, std::string_view account, std::string_view partition,
                    std::string_view qos) {
  std::uint64_t hash = 0;
  for (const std::string_view text : {user, account, partition, qos}) hash = mixed(hash, text);
  return static_cast<std::size_t>(hash ^ (hash >> 32U));
}

}  // namespace

OriginTable::OriginTable() { intern("", "", "", ""); }

void OriginTable::grow() {
  constexpr std::size_t kLeast = 64;
  slots_.assign(std::max(kLeast, 2 * slots_.size()), kFree);
  for (std::uint32_t number = 0; number < origins_.size(); ++number) {
    const JobOrigin& known = origins_[number];
    std::size_t slot = hash_of(known.user, known.account, known.partition, known.qos);
    while (slots_[slot % slots_.size()] != kFree) ++slot;
    slots_[slot % slots_.size()] = number;
  }
}

std::uint32_t OriginTable::intern(std::string_view user, std::string_view account,
                                  std::string_view partition, std::string_view qos) {
  if (2 * origins_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;  // a power of two
  std::size_t slot = hash_of(user, account, partition, qos) & mask;
  for (; slots_[slot] != kFree; slot = (slot + 1) & mask) {
    const JobOrigin& known = origins_[slots_[slot]];
    if (known.user == user && known.account == account && known.partition == partition &&
        known.qos == qos)
      return slots_[slot];
  }
  slots_[slot] = static_cast<std::uint32_t>(origins_.size());
  origins_.push_back(
      {std::string(user), std::string(account), std::string(partition), std::string(qos)});
  return slots_[slot];
}

}  // namespace gpuscape
