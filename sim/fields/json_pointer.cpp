#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

std::string child_pointer(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::vector<std::string> pointer_names(std::string_view pointer) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      names.emplace_back();
    } else if (pointer[i] == '~' && i + 1 < pointer.size() &&
               (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
      names.back() += pointer[++i] == '0' ? '~' : '/';
    } else {
      names.back() += pointer[i];
    }
  }
  return names;
}

}  // namespace gpuscape
