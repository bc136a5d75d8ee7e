#pragma once
/// The frame of a page: what a browser needs to show it, light or dark, or to print it.

#include <string>
#include <string_view>

namespace gpuscape {

/// A whole document. It loads nothing and runs nothing: its policy (Content-Security-Policy) allows
/// the styles within it alone. The title is escaped; the body is HTML.
std::string page_document(std::string_view title, std::string_view body);

}  // namespace gpuscape
