#pragma once
/// The peer's facts, as it sent them.

#include <string>

#include "text/json.hpp"

namespace gpuscape::bench {

/// An object whose values are texts, numbers and truths; what another machine says is not taken
/// over unread. Throws Lost for anything else.
Json flat_object(const std::string& text);

}  // namespace gpuscape::bench
