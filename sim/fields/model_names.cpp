#include "sim/fields/model_names.hpp"

#include <algorithm>

namespace gpuscape {

const ModelNames::Type* find_type(const std::vector<ModelNames::Type>& types,
                                  std::string_view name) {
  const auto found = std::ranges::find(types, name, &ModelNames::Type::name);
  return found == types.end() ? nullptr : &*found;
}

}  // namespace gpuscape
