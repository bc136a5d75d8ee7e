#include "sim/topology/import/xml_fault.hpp"

#include "sim/base/excerpt.hpp"
#include "sim/base/xml_character.hpp"

namespace gpuscape {

XmlFault xml_fault(std::string_view text) {
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(at));
    const std::string_view character = text.substr(at, size);
    if (size == 0) return {line, "this line is not UTF-8 text, so the file is not XML"};
    if (!is_xml_character(character))
      return {line, "this line holds a character that XML does not allow"};
    if (character == "\n") ++line;
    at += size;
  }
  return {};
}

}  // namespace gpuscape
