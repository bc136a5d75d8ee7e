#include "cli/commands/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/nearest.hpp"
#include "sim/report/measured/validate_text.hpp"
#include "sim/validation/trust.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(std::string_view what, const std::string& name,
                         const std::vector<std::string>& known) {
  throw ScenarioError({Issue{.file = "",
                             .pointer = "",
                             .message = fmt::format("unknown {} \"{}\"", what, excerpt(name)),
                             .hint = nearest_hint(name, known)}});
}

std::vector<std::string> chosen_areas(const std::string& wanted) {
  const std::vector<std::string> all = published_areas();
  if (wanted.empty()) return all;
  std::vector<std::string> chosen;
  for (const std::string& name : all)
    if (name == wanted || name.starts_with(wanted + "-")) chosen.push_back(name);
  if (!chosen.empty()) return chosen;
  refuse("area", wanted, all);
}

void check_figure(const ValidateOptions& options, const std::vector<PublishedArea>& areas) {
  if (options.figure.empty()) return;
  std::vector<std::string> ids;
  for (const PublishedArea& area : areas)
    for (const PublishedFigure& figure : area.figures) ids.push_back(figure.id);
  if (std::ranges::find(ids, options.figure) == ids.end()) refuse("figure", options.figure, ids);
}

class ValidateCommand final : public Command {
 public:
  explicit ValidateCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    app.add_option("file", options_.file,
                   "Figures of your own, in the format of validation/published [those that ship]")
        ->type_name("FILE");
    app.add_option("--area", options_.area, "Only this area, by name or number [every one]")
        ->type_name("AREA");
    app.add_option("--figure", options_.figure, "Only this figure [every one]")->type_name("ID");
    app.add_flag("--json", options_.json, "Print JSON instead of text");
    app.add_flag("--summary", options_.summary,
                 "Print what results say of each area: its errors, and what its figures cover");
  }

  [[nodiscard]] int run(const CommandContext& context) const override {
    return validate_command(options_, context.registry, context.out);
  }

 private:
  ValidateOptions options_;
};

}  // namespace

namespace {

/// Those that ship, or the file's own. A file is one area; `--area` does not choose within it.
std::vector<PublishedArea> read_areas(const ValidateOptions& options) {
  std::vector<PublishedArea> areas;
  if (options.file.empty()) {
    for (const std::string& name : chosen_areas(options.area))
      areas.push_back(published_area(name));
    return areas;
  }
  if (!options.area.empty())
    throw ScenarioError(
        {Issue{.file = options.file,
               .pointer = "",
               .message = "a file of figures is one area: --area says nothing of it",
               .hint = "--figure chooses one of its figures"}});
  constexpr std::size_t kMost = std::size_t{64} << 20U;
  std::string fault;
  const std::optional<std::string> text = read_input(options.file, kMost, fault);
  if (!text)
    throw ScenarioError({Issue{.file = options.file, .pointer = "", .message = fault, .hint = ""}});
  areas.push_back(read_published_area(*text, options.file));
  return areas;
}

}  // namespace

int validate_command(const ValidateOptions& options, const Registry& registry, std::ostream& out) {
  std::vector<PublishedArea> areas = read_areas(options);
  check_figure(options, areas);
  bool reached = true;
  std::vector<AreaTrust> summary;
  for (const PublishedArea& area : areas) {
    const ValidationResult result = validate(area, registry, options.figure);
    if (result.figures.empty()) continue;  // the one in question is another area's
    if (options.summary)
      summary.push_back(area_trust(area, result, registry));
    else
      out << (options.json ? validate_json(result) : validate_text(result));
    reached = reached && result.reached();
  }
  if (options.summary) out << trust_text(summary);
  return reached ? kDone : kCheckFailed;
}

void register_command_validate(CommandTable& commands) {
  commands.add<ValidateCommand>(
      {.path = "validate",
       .about =
           "Compare predictions with published measurements; exits 1 if an error target is missed",
       .footer = "Example:\n  gpuscape validate --area 2"});
}

}  // namespace gpuscape
