#pragma once
/// What keeps bytes from being the text of an XML file.

#include <string>
#include <string_view>

namespace gpuscape {

struct XmlFault {
  int line = 0;  ///< of its first; 0: there is none
  std::string message;
};

/// hwloc takes whatever bytes there are for names, and ends at a NUL.
[[nodiscard]] XmlFault xml_fault(std::string_view text);

}  // namespace gpuscape
