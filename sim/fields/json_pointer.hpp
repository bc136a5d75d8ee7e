#pragma once
/// JSON pointers (RFC 6901): "/cluster/nodes/gpu"; "~1" stands for "/" and "~0" for "~" in a name.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// The pointer of a member or item of what `pointer` points to.
std::string child_pointer(std::string_view pointer, std::string_view key);

/// The names in a pointer, unescaped; "" has none. The text must be empty or begin with "/".
std::vector<std::string> pointer_names(std::string_view pointer);

}  // namespace gpuscape
