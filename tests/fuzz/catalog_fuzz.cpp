/// Any bytes as a file of the user's own parts: reading, checking, showing and naming them in a
/// scenario report, and end.

#include <cstdint>
#include <string>

#include "models/builtin_models.hpp"
#include "sim/catalog/resolve_catalog.hpp"
#include "sim/model/check/check.hpp"
#include "sim/report/catalog/catalog_text.hpp"
#include "sim/scenario/load/loader.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace {

/// A node of that type in a scenario is read and checked, or refused.
void use(const gpuscape::Catalog& catalog, const std::string& node) {
  gpuscape::JsonValue scenario = gpuscape::parse_json(
      R"({"format": 1, "cluster": {"nodes": {"n": )" + gpuscape::json_quoted(node) +
          R"(}}, "workload": {"streams": {"j": {"trace": {"format": "swf", "file": "f"}}}}})",
      "fuzz.json");
  gpuscape::LoadedScenario loaded;
  gpuscape::PlainEntries entries;
  gpuscape::Registry registry;
  gpuscape::register_builtin_models(registry);
  gpuscape::resolve_catalog(scenario, catalog, registry.names(), entries, loaded.context);
  gpuscape::ObjectReader reader(scenario, "", loaded.context);
  loaded.spec = gpuscape::read_scenario(reader, "fuzz.json");
  reader.finish();
  gpuscape::check(loaded, registry);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gpuscape::Catalog shipped = gpuscape::Catalog::shipped();
  const std::size_t known = shipped.ids("nodes").size();
  gpuscape::Catalog catalog = shipped;
  gpuscape::ReadingContext context;
  catalog.overlay_text({reinterpret_cast<const char*>(data), size}, "ours.json", context);
  catalog.check_own(context);
  gpuscape::catalog_list_text(catalog);
  for (const std::string& section : gpuscape::catalog_sections())
    for (const std::string& id : catalog.ids(section))
      if (shipped.find(section, id) == nullptr || id == "dgx1-v100")
        gpuscape::catalog_entry_text(catalog, section, id);
  const std::vector<std::string> nodes = catalog.ids("nodes");
  for (std::size_t i = known; i < nodes.size(); ++i) use(catalog, nodes[i]);
  return 0;
}
