#pragma once
/// Which adapters belong together.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/options.hpp"

namespace gpuscape::bench {

/// By --ib-device, a list of NAME or NAME:PORT; all are where it is not given.
bool is_asked_for(const Options& options, const std::string& name, int port);

/// Two ends that talk to each other: indices into each list. The same name where the peer has it,
/// else the same place in the list.
std::vector<std::pair<std::size_t, std::size_t>> rail_pairs(const std::vector<std::string>& own,
                                                            const std::vector<std::string>& peer);

/// How many folders of /sys two PCI devices have in common: the more, the nearer.
std::size_t common_depth(const std::string& a, const std::string& b);

}  // namespace gpuscape::bench
