#pragma once

#include <string_view>

namespace gpuscape {

/// Whether XML 1.0 lets a UTF-8 character stand in a document: no C0 control but tab, line feed and
/// carriage return, and neither U+FFFE nor U+FFFF. False for none.
inline bool is_xml_character(std::string_view character) {
  if (character.empty()) return false;
  const auto first = static_cast<unsigned char>(character.front());
  if (first < 0x20) return first == '\t' || first == '\n' || first == '\r';
  return character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";
}

}  // namespace gpuscape
