#pragma once
/// JSON that says itself whether it is as it was written.

#include <string>
#include <string_view>

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// The object as JSON, and as its last member `sha256`, that of what stands before it.
[[nodiscard]] std::string sealed_text(const JsonValue& object);

/// What is wrong with such a text; empty where every byte is as it was written.
[[nodiscard]] std::string seal_fault(std::string_view text);

}  // namespace gpuscape
