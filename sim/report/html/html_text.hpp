#pragma once
/// Text and elements of an HTML page.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// Text for between two tags or in a quoted attribute: & < > " ' escaped. Line breaks and tabs
/// become spaces; other control characters, marks that turn the direction of what follows, and
/// characters that XML does not allow are dropped; broken UTF-8 becomes U+FFFD.
std::string html_text(std::string_view text);

/// A name that somebody chose, in an element that keeps its direction to itself.
std::string html_name(std::string_view name);

/// `<tag>content</tag>`; the content is HTML.
std::string html_element(std::string_view tag, std::string_view content);
/// The same with attributes: `scope="row"`.
std::string html_element(std::string_view tag, std::string_view attributes,
                         std::string_view content);

/// A heading of level 2 or more, with an anchor where `id` is not empty.
std::string html_heading(int level, std::string_view text, std::string_view id = "");

/// `<ul>` of items that are HTML; empty where there are none.
std::string html_list(const std::vector<std::string>& items);

/// A table with a caption; every text in it is HTML. The first cell of a row is its header.
struct HtmlTable {
  std::string caption = {};
  std::vector<std::string> head = {};
  std::vector<std::vector<std::string>> rows = {};
  std::string kind = {};  ///< class of the table; may be empty
};
/// Empty where there are no rows.
std::string html_table(const HtmlTable& table);

}  // namespace gpuscape
