#include "cli/commands/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <set>
#include <utility>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/limit_options.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/report/catalog/catalog_text.hpp"

namespace gpuscape {

namespace {

/// An entry's section and id.
using Found = std::pair<std::string, std::string>;

Catalog read_catalog(const std::vector<std::string>& folders) {
  Catalog catalog = Catalog::shipped();
  ReadingContext context;
  for (const std::string& folder : folders)
    catalog.overlay(folder, {std::make_shared<const std::string>("--catalog"), 0, 0}, "", context);
  catalog.check_own(context);
  context.throw_if_issues();
  return catalog;
}

std::vector<Found> find_entries(const Catalog& catalog, const std::string& name) {
  std::vector<Found> found;
  const std::size_t slash = name.find('/');
  for (const std::string& section : catalog_sections()) {
    if (catalog.find(section, name) != nullptr) found.emplace_back(section, name);
    if (slash == std::string::npos || name.substr(0, slash) != section) continue;
    const std::string id = name.substr(slash + 1);
    if (catalog.find(section, id) != nullptr) found.emplace_back(section, id);
  }
  return found;
}

/// What a name may be: sections, then the ids of all entries, each once.
std::vector<std::string> names_of(const Catalog& catalog) {
  std::vector<std::string> names = catalog_sections();
  std::set<std::string> seen(names.begin(), names.end());
  for (const std::string& section : catalog_sections())
    for (std::string& id : catalog.ids(section))
      if (seen.insert(id).second) names.push_back(std::move(id));
  return names;
}

int refuse(const Catalog& catalog, const std::string& name, std::ostream& err) {
  const std::string near = nearest(name, names_of(catalog));
  err << fmt::format("gpuscape: error: unknown entry \"{}\" in the catalogue\n", excerpt(name));
  err << (near.empty() ? std::string("  hint: gpuscape catalog lists the entries\n")
                       : fmt::format("  hint: did you mean \"{}\"?\n", near));
  return kInputWrong;
}

class CatalogCommand final : public Command {
 public:
  explicit CatalogCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    CLI::Option* entry = app.add_option("entry", options_.name,
                                        "An entry, a section, or SECTION/ENTRY [all of them]")
                             ->type_name("ENTRY");
    syntax.complete(entry, [](auto) { return names_of(Catalog::shipped()); });
    app.add_option("--catalog", options_.folders,
                   "Folder of catalogue entries that override the shipped ones; may be repeated")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_flag("--json", options_.json, "Print only JSON on stdout");
    app.add_flag("--reference", options_.reference, "Print the reference page instead");
    add_memory_option(syntax);
  }

  [[nodiscard]] int run(const CommandContext& context) const override {
    return catalog_command(options_, context.out, context.err);
  }

 private:
  CatalogOptions options_;
};

}  // namespace

int catalog_command(const CatalogOptions& options, std::ostream& out, std::ostream& err) {
  if (options.reference) {
    out << catalog_reference();
    return kDone;
  }
  const Catalog catalog = read_catalog(options.folders);
  const auto& sections = catalog_sections();
  const bool lists =
      options.name.empty() || std::ranges::find(sections, options.name) != sections.end();
  if (lists) {
    out << (options.json ? catalog_list_json(catalog, options.name)
                         : catalog_list_text(catalog, options.name));
    return kDone;
  }
  const std::vector<Found> found = find_entries(catalog, options.name);
  if (found.empty()) return refuse(catalog, options.name, err);
  if (options.json && found.size() > 1) {
    err << fmt::format("gpuscape: error: \"{}\" is in both {} and {}\n  hint: write {}/{}\n",
                       excerpt(options.name), found[0].first, found[1].first, found[0].first,
                       excerpt(options.name));
    return kInputWrong;
  }
  for (const auto& [section, id] : found) {
    if (section != found.front().first) out << "\n";
    out << (options.json ? catalog_entry_json(catalog, section, id)
                         : catalog_entry_text(catalog, section, id));
  }
  return kDone;
}

void register_command_catalog(CommandTable& commands) {
  commands.add<CatalogCommand>({.path = "catalog",
                                .about = "List catalogue entries and the source of each value",
                                .footer = "Example:\n  gpuscape catalog dgx1-v100"});
}

}  // namespace gpuscape
