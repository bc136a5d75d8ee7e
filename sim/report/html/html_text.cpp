#include "sim/report/html/html_text.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/base/xml_character.hpp"

namespace gpuscape {

namespace {

/// What stands for a character that HTML gives a meaning; null for any other.
const char* entity_of(std::string_view character) {
  if (character == "&") return "&amp;";
  if (character == "<") return "&lt;";
  if (character == ">") return "&gt;";
  if (character == "\"") return "&quot;";
  if (character == "'") return "&#39;";
  return nullptr;
}

std::string cells_of(const std::vector<std::string>& cells, bool is_head) {
  std::string html;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (is_head)
      html += html_element("th", "scope=\"col\"", cells[i]);
    else if (i == 0)
      html += html_element("th", "scope=\"row\"", cells[i]);
    else
      html += html_element("td", cells[i]);
  }
  return html_element("tr", html) + "\n";
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(at));
    const std::string_view character = text.substr(at, size == 0 ? 1 : size);
    at += character.size();
    if (size == 0)
      html += kReplacement;
    else if (const char* const entity = entity_of(character))
      html += entity;
    else if (character == "\n" || character == "\t" || character == "\r")
      html += ' ';
    else if (!steers_terminal(character) && is_xml_character(character))
      html += character;
  }
  return html;
}

std::string html_name(std::string_view name) { return html_element("bdi", html_text(name)); }

std::string html_element(std::string_view tag, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>", tag, content);
}

std::string html_element(std::string_view tag, std::string_view attributes,
                         std::string_view content) {
  return fmt::format("<{0} {1}>{2}</{0}>", tag, attributes, content);
}

std::string html_heading(int level, std::string_view text, std::string_view id) {
  const std::string tag = fmt::format("h{}", level);
  return (id.empty() ? html_element(tag, text)
                     : html_element(tag, fmt::format("id=\"{}\"", id), text)) +
         "\n";
}

std::string html_list(const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string html = "<ul>\n";
  for (const std::string& item : items) html += html_element("li", item) + "\n";
  return html + "</ul>\n";
}

std::string html_table(const HtmlTable& table) {
  if (table.rows.empty()) return "";
  std::string html = table.kind.empty()
                         ? "<div class=\"wide\"><table>\n"
                         : fmt::format("<div class=\"wide\"><table class=\"{}\">\n", table.kind);
  html += html_element("caption", table.caption) + "\n";
  html += "<thead>" + cells_of(table.head, true) + "</thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : table.rows) html += cells_of(row, false);
  return html + "</tbody></table></div>\n";
}

}  // namespace gpuscape
