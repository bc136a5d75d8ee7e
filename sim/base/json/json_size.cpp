#include "sim/base/json/json_size.hpp"

namespace gpuscape {

std::size_t values_in(const JsonValue& value) {
  std::size_t count = 1;
  for (const JsonValue& item : value.items()) count += values_in(item);
  for (const JsonMember& member : value.members()) count += values_in(member.value);
  return count;
}

}  // namespace gpuscape
