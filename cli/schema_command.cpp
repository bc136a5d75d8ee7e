#include "cli/schema_command.hpp"

#include <ostream>

#include "sim/model/reference/reference.hpp"
#include "sim/model/reference/schema.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

int schema_command(const SchemaOptions& options, const Registry& registry, std::ostream& out) {
  out << (options.reference ? reference_markdown(registry, objective_metrics())
                            : json_schema(registry, objective_metrics()));
  return 0;
}

}  // namespace gpuscape
