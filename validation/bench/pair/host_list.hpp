#pragma once
/// Slurm's way to write many host names in one text.

#include <string>
#include <vector>

namespace gpuscape::bench {

/// "n[01-03,7],login" as n01, n02, n03, n7, login. Several brackets in one name multiply.
/// Throws UsageFault with the place for what is no such list, gives more than 65536 names or has
/// more than eight brackets in one.
std::vector<std::string> expanded_hosts(const std::string& list);

}  // namespace gpuscape::bench
