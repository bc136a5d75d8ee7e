#pragma once
/// Words of the scenario language that belong to its design but not to this version. They are
/// refused as such, not as typing mistakes.

#include <string_view>

namespace gpuscape {

bool is_reserved_key(std::string_view key);
/// Names of types, formats, metrics and modes.
bool is_reserved_choice(std::string_view name);

}  // namespace gpuscape
