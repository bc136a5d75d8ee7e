#include "sim/workload/origin_table.hpp"

namespace gpuscape {

OriginTable::OriginTable() { intern("", "", "", ""); }

std::uint32_t OriginTable::intern(std::string_view user, std::string_view account,
                                  std::string_view partition, std::string_view qos) {
  key_.clear();
  for (const std::string_view text : {user, account, partition, qos}) {
    key_ += text;
    key_ += '\0';  // in no line that a reader keeps
  }
  const auto [at, added] = numbers_.try_emplace(key_, static_cast<std::uint32_t>(origins_.size()));
  if (added) {
    origins_.push_back(
        {std::string(user), std::string(account), std::string(partition), std::string(qos)});
  }
  return at->second;
}

}  // namespace gpuscape
