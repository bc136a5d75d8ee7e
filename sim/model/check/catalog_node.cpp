#include "sim/model/check/catalog_node.hpp"

#include "sim/catalog/resolve_catalog.hpp"

namespace gpuscape {

NodeGroup catalog_node(const std::string& id, const Catalog& catalog, const Registry& registry) {
  ReadingContext context;
  JsonValue nodes = JsonValue::make_object();
  nodes.set(id, JsonValue::make_text(id));
  JsonValue cluster = JsonValue::make_object();
  cluster.set("nodes", std::move(nodes));
  JsonValue scenario = JsonValue::make_object();
  scenario.set("cluster", std::move(cluster));
  PlainEntries entries;
  resolve_catalog(scenario, catalog, registry.names(), entries, context);
  const JsonValue& node = *scenario.find("cluster")->find("nodes")->find(id);
  NodeGroup group;
  {
    ObjectReader reader(node, "/nodes/" + id, context);
    reader.keep("type");
    group = registry.nodes.find(node.find("type")->text())->read(reader)->group();
  }
  context.throw_if_issues();
  group.name = id;
  return group;
}

}  // namespace gpuscape
