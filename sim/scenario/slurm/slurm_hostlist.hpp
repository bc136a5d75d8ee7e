#pragma once
/// Node names as Slurm abbreviates them: "n[1-4,7],gpu-[01-10]".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// The names in the order written, "01" with its zero; none where the text is no such list or names
/// more than a million nodes.
std::optional<std::vector<std::string>> expand_hostlist(std::string_view list);

}  // namespace gpuscape
