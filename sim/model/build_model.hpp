#pragma once
/// From a model as a checked scenario names it to the model itself.

#include <memory>

#include "sim/model/registry.hpp"

namespace gpuscape {

/// The model that `spec` names. The scenario must have passed `check`: faults are ours here.
template <class Interface>
std::unique_ptr<Interface> build_model(const ModelShelf<Interface>& shelf, const ModelSpec& spec) {
  const auto* entry = shelf.find(spec.type);
  if (entry == nullptr)
    throw InternalError("a checked scenario names models that exist: " + spec.type);
  ReadingContext context;
  std::unique_ptr<Interface> model;
  {
    ObjectReader reader(spec.parameters, spec.pointer, context);
    reader.keep("type");
    model = entry->read(reader);
  }
  context.throw_if_issues();
  return model;
}

}  // namespace gpuscape
