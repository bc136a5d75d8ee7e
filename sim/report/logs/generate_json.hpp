#pragma once

#include "sim/base/json/json.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// A generator as a scenario writes it under "generate"; it reads back as an equal spec.
JsonValue generate_json(const GenerateSpec& spec);

/// A scenario that holds nothing but that stream, for others to extend.
JsonValue generate_fragment(const GenerateSpec& spec, const std::string& stream);

}  // namespace gpuscape
