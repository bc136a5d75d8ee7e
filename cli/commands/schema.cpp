/// `gpuscape schema [--reference]`: what a scenario may hold.

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/model/reference/reference.hpp"
#include "sim/model/reference/schema.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

class SchemaCommand final : public Command {
 public:
  explicit SchemaCommand(CommandSyntax& syntax) {
    syntax.app().add_flag("--reference", reference_, "Print the reference page instead");
  }

  [[nodiscard]] int run(const CommandContext& context) const override {
    const Registry& registry = context.registry;
    context.out << (reference_ ? reference_markdown(registry, objective_metrics())
                               : json_schema(registry, objective_metrics()));
    return kDone;
  }

 private:
  bool reference_ = false;  ///< the page docs/reference/scenario.md instead of the JSON Schema
};

}  // namespace

void register_command_schema(CommandTable& commands) {
  commands.add<SchemaCommand>({.path = "schema",
                               .about = "Print the JSON Schema of a scenario",
                               .footer = "Example:\n  gpuscape schema > gpuscape.schema.json"});
}

}  // namespace gpuscape
