#include "cli/schema_command.hpp"

#include <ostream>

#include "sim/model/reference/reference.hpp"
#include "sim/model/reference/schema.hpp"

namespace gpuscape {

int schema_command(const SchemaOptions& options, const Registry& registry, std::ostream& out) {
  out << (options.reference ? reference_markdown(registry) : json_schema(registry));
  return 0;
}

}  // namespace gpuscape
