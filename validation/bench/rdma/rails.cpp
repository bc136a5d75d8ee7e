#include "rdma/rails.hpp"

#include <algorithm>
#include <sstream>

namespace gpuscape::bench {

bool is_asked_for(const Options& options, const std::string& name, int port) {
  if (options.ib_device.empty()) return true;
  std::istringstream words(options.ib_device);
  for (std::string word; std::getline(words, word, ',');)
    if (word == name || word == name + ":" + std::to_string(port)) return true;
  return false;
}

std::size_t common_depth(const std::string& a, const std::string& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t depth = 0;
  std::size_t i = 0;
  for (; i < shorter && a[i] == b[i]; ++i)
    if (a[i] == '/') ++depth;
  const bool ends = (i == a.size() || a[i] == '/') && (i == b.size() || b[i] == '/');
  return ends ? depth + 1 : depth;
}

std::vector<std::pair<std::size_t, std::size_t>> rail_pairs(const std::vector<std::string>& own,
                                                            const std::vector<std::string>& peer) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto same = std::find(peer.begin(), peer.end(), own[i]);
    if (same != peer.end())
      pairs.emplace_back(i, static_cast<std::size_t>(same - peer.begin()));
    else if (i < peer.size())
      pairs.emplace_back(i, i);
  }
  return pairs;
}

}  // namespace gpuscape::bench
