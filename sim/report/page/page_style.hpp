#pragma once
/// The frame of a page: what a browser needs to show it, light or dark, or to print it.

#include <string>
#include <string_view>

namespace gpuscape {

/// The one script of a page, and base64 of its SHA-256; none: the page runs nothing.
struct PageScript {
  std::string_view text = {};
  std::string_view digest = {};
};

/// A whole document. It loads nothing: its policy (Content-Security-Policy) allows the styles
/// within it, and that script, alone. The title is escaped; the body is HTML.
std::string page_document(std::string_view title, std::string_view body,
                          const PageScript& script = {});

}  // namespace gpuscape
