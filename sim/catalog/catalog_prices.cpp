#include "sim/catalog/catalog_prices.hpp"

#include <algorithm>
#include <array>

namespace gpuscape {

namespace {

/// What the cost of a design asks entries for, and what tells which entry is meant.
bool is_of_money(const CatalogRow& row) {
  constexpr std::array<std::string_view, 7> kFurther{"rack_units", "gpu.model",  "gpu.count", "tdp",
                                                     "speed",      "max_length", "kind"};
  return row.used_by == CatalogUse::cost ||
         std::ranges::find(kFurther, row.field) != kFurther.end();
}

std::string text_at(const JsonValue& value, std::string_view key) {
  const JsonValue* found = value.find(key);
  return found != nullptr && found->is_text() ? found->text() : "";
}

class Collector {
 public:
  Collector(const Catalog& catalog, CatalogPrices& prices) : catalog_(catalog), prices_(prices) {}

  void node(const JsonMember& group) {
    if (!group.value.is_object()) return;
    boards(group);
    std::string id = text_at(group.value, "entry");
    if (id.empty()) id = text_at(group.value, "x-entry");
    if (id.empty()) return;
    const bool rented = catalog_.find("cloud", id) != nullptr;
    const std::string section = rented ? "cloud" : "nodes";
    prices_.nodes[group.key] = {section, id};
    take(section, id);
    if (const CatalogRow* gpu = prices_.find(section, id, "gpu.model")) take("gpus", gpu->value);
  }

  /// "gpu": {"model", "count"} of a node, "gpu" and "gpus" of a box.
  void boards(const JsonMember& group) {
    const JsonValue* gpu = group.value.find("gpu");
    if (gpu == nullptr) return;
    const JsonValue* count = gpu->is_text() ? group.value.find("gpus") : gpu->find("count");
    const bool counted = count != nullptr && count->kind() == JsonValue::Kind::integer;
    Boards of{gpu->is_text() ? gpu->text() : text_at(*gpu, "model"),
              counted ? count->integer() : 0};
    take("gpus", of.model);
    prices_.boards[group.key] = std::move(of);
  }

  /// Any may be what joins the parts of a network.
  void cables() {
    for (const std::string& id : catalog_.ids("cables")) take("cables", id);
  }

  void store(const JsonValue& store) {
    const JsonValue* model = store.find("model");
    if (model != nullptr && model->is_object()) take("storage", text_at(*model, "entry"));
  }

  void network(const JsonValue& network, const ModelNames& models) {
    const ModelNames::Type* type = find_type(models.networks, text_at(network, "type"));
    if (type == nullptr) return;
    for (const CatalogPart& part : type->parts) {
      const JsonValue* value = network.find(part.path);
      if (value != nullptr && value->is_object())
        take(std::string(part.section), text_at(*value, "entry"));
    }
  }

 private:
  void take(const std::string& section, const std::string& id) {
    if (id.empty() || prices_.rows.contains({section, id})) return;
    std::vector<CatalogRow> rows = catalog_rows(catalog_, section, id);
    std::erase_if(rows, [](const CatalogRow& row) { return !is_of_money(row); });
    prices_.rows[{section, id}] = std::move(rows);
  }

  const Catalog& catalog_;
  CatalogPrices& prices_;
};

const JsonValue& members_at(const JsonValue& scenario, std::string_view key) {
  static const JsonValue nothing;
  const JsonValue* cluster = scenario.find("cluster");
  const JsonValue* found = cluster == nullptr ? nullptr : cluster->find(key);
  return found == nullptr || !found->is_object() ? nothing : *found;
}

}  // namespace

const CatalogRow* CatalogPrices::find(const std::string& section, const std::string& id,
                                      std::string_view field) const {
  const auto entry = rows.find({section, id});
  if (entry == rows.end()) return nullptr;
  const auto row = std::ranges::find(entry->second, field, &CatalogRow::field);
  return row == entry->second.end() ? nullptr : &*row;
}

CatalogPrices prices_of(const Catalog& catalog, const JsonValue& scenario,
                        const ModelNames& models) {
  CatalogPrices prices;
  Collector collector(catalog, prices);
  for (const JsonMember& group : members_at(scenario, "nodes").members()) collector.node(group);
  const JsonValue& networks = members_at(scenario, "networks");
  for (const JsonMember& network : networks.members()) collector.network(network.value, models);
  for (const JsonMember& store : members_at(scenario, "storage").members())
    if (store.value.is_object()) collector.store(store.value);
  if (networks.is_object() && !networks.members().empty()) collector.cables();
  return prices;
}

}  // namespace gpuscape
