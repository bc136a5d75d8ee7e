#pragma once
/// From the parsing library's complaint to a message that says what to change.

#include <optional>
#include <string>
#include <string_view>

#include "sim/base/json/json_cursor.hpp"

namespace gpuscape {

struct SyntaxFault {
  std::string message;
  std::string hint;
};

/// Explains `complaint`, the library's own text, for the token after `cursor`, and moves the cursor
/// to the place to be shown. `position` is how far the library had read; `innermost` is where the
/// innermost open object or list begins.
SyntaxFault describe_syntax_fault(JsonCursor& cursor, std::string_view complaint,
                                  std::size_t position,
                                  const std::optional<SourcePlace>& innermost);

}  // namespace gpuscape
