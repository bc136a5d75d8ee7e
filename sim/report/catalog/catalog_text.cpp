#include "sim/report/catalog/catalog_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "sim/base/excerpt.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kWidestValue = 48;

std::string text_of(const JsonValue& entry, std::string_view key) {
  const JsonValue* value = entry.find(key);
  return value != nullptr && value->is_text() ? value->text() : "";
}

/// One line that says what an entry is.
std::string about(std::string_view section, const JsonValue& entry) {
  if (section == "sources") return entry.is_text() ? entry.text() : text_of(entry, "text");
  if (section == "nic_names") return text_of(entry, "model");
  if (section != "cloud") return text_of(entry, "about");
  const JsonValue* gpus = entry.find("gpu_count");
  return fmt::format("{} {}: {} x {}", text_of(entry, "provider"), text_of(entry, "instance_type"),
                     gpus == nullptr ? "?" : write_json(*gpus, -1), text_of(entry, "gpu_model"));
}

/// Rows that differ in the name of the part alone.
struct Alike {
  CatalogRow row;
  std::size_t times = 1;
};

bool are_alike(const CatalogRow& a, const CatalogRow& b) {
  return a.pattern == b.pattern && a.value == b.value && a.unit == b.unit &&
         a.origin.kind == b.origin.kind && a.origin.decided_by == b.origin.decided_by &&
         a.low == b.low && a.high == b.high;
}

std::vector<Alike> gathered(std::vector<CatalogRow> rows) {
  std::vector<Alike> result;
  for (CatalogRow& row : rows) {
    if (row.pattern.ends_with("[].between")) continue;  // which parts a graph joins: not a table
    const auto found =
        std::ranges::find_if(result, [&](const Alike& other) { return are_alike(other.row, row); });
    if (found == result.end()) {
      result.push_back({std::move(row)});
    } else {
      ++found->times;
    }
  }
  // Fields that are gathered stand together, where the first of them stood.
  std::vector<std::string> order;
  for (const Alike& alike : result)
    if (std::ranges::find(order, alike.row.pattern) == order.end())
      order.push_back(alike.row.pattern);
  std::ranges::stable_sort(result, {}, [&](const Alike& alike) {
    return std::ranges::find(order, alike.row.pattern) - order.begin();
  });
  return result;
}

std::string range_text(const CatalogRow& row) {
  if (row.low.empty() && row.high.empty()) return "";
  return fmt::format("{} to {}", row.low.empty() ? "?" : row.low,
                     row.high.empty() ? "?" : row.high);
}

std::string field_table(const std::vector<Alike>& all) {
  Rows rows = {{"field", "value", "unit", "kind", "source", "range", "read by"}};
  for (const Alike& alike : all) {
    const CatalogRow& row = alike.row;
    const std::string value = excerpt(row.value, kWidestValue);
    rows.push_back({alike.times == 1 ? row.field : row.pattern,
                    alike.times == 1 ? value : fmt::format("{} ({} times)", value, alike.times),
                    row.unit, std::string(field_kind_name(row.origin.kind)), row.origin.decided_by,
                    range_text(row), std::string(use_name(row.used_by))});
  }
  return text_table(rows);
}

std::string source_lines(const Catalog& catalog, const std::vector<Alike>& all) {
  std::vector<std::string> keys;
  for (const Alike& alike : all)
    for (const std::string& source : alike.row.origin.sources)
      if (std::ranges::find(keys, source) == keys.end()) keys.push_back(source);
  if (keys.empty()) return "";
  Rows rows;
  for (const std::string& key : keys) {
    const JsonValue* source = catalog.find("sources", key);
    rows.push_back({"  " + key, source == nullptr ? "" : about("sources", *source)});
  }
  return "\nsources\n" + text_table(rows);
}

std::string graph_line(std::string_view section, const JsonValue& entry) {
  if (section != "cloud") return "";
  const std::string node = text_of(entry, "node");
  return node.empty() ? "priced by GPU, no graph\n"
                      : fmt::format("its graph is that of {}\n", node);
}

}  // namespace

std::string catalog_list_text(const Catalog& catalog, std::string_view section) {
  std::string text;
  for (const CatalogSectionFields& known : catalog_fields()) {
    if (!section.empty() && known.section != section) continue;
    Rows rows;
    for (const std::string& id : catalog.ids(known.section))
      rows.push_back({"  " + id, about(known.section, *catalog.find(known.section, id))});
    if (rows.empty()) continue;
    text += text.empty() ? "" : "\n";
    text += plain_line(fmt::format("{} ({}): {}", known.section, rows.size(), known.about));
    text += text_table(rows);
  }
  return text;
}

std::string catalog_entry_text(const Catalog& catalog, std::string_view section,
                               std::string_view id) {
  const JsonValue& entry = *catalog.find(section, id);
  const std::vector<Alike> all = gathered(catalog_rows(catalog, section, id));
  std::string text = plain_line(fmt::format("{} in {}: {}", id, section, about(section, entry)));
  text += graph_line(section, entry);
  text += "\n" + field_table(all);
  const std::string notes = text_of(entry, "notes");
  if (!notes.empty()) text += "\nnotes\n" + plain_line("  " + notes);
  return text + source_lines(catalog, all);
}

std::string catalog_list_json(const Catalog& catalog, std::string_view section) {
  JsonValue result = JsonValue::make_object();
  for (const CatalogSectionFields& known : catalog_fields()) {
    if (!section.empty() && known.section != section) continue;
    JsonValue entries = JsonValue::make_object();
    for (const std::string& id : catalog.ids(known.section))
      entries.members().push_back(
          {id, JsonValue::make_text(about(known.section, *catalog.find(known.section, id))), {}});
    result.set(std::string(known.section), std::move(entries));
  }
  return write_json(result) + "\n";
}

std::string catalog_entry_json(const Catalog& catalog, std::string_view section,
                               std::string_view id) {
  const auto text = [](std::string_view value) { return JsonValue::make_text(std::string(value)); };
  JsonValue fields = JsonValue::make_array();
  for (const CatalogRow& row : catalog_rows(catalog, section, id)) {
    JsonValue field = JsonValue::make_object();
    field.set("field", text(row.field));
    field.set("value", text(row.value));
    if (!row.unit.empty()) field.set("unit", text(row.unit));
    field.set("kind", text(field_kind_name(row.origin.kind)));
    if (!row.origin.decided_by.empty()) field.set("decided_by", text(row.origin.decided_by));
    JsonValue sources = JsonValue::make_array();
    for (const std::string& source : row.origin.sources) sources.items().push_back(text(source));
    field.set("sources", std::move(sources));
    if (!row.low.empty()) field.set("low", text(row.low));
    if (!row.high.empty()) field.set("high", text(row.high));
    field.set("read_by", text(use_name(row.used_by)));
    fields.items().push_back(std::move(field));
  }
  JsonValue result = JsonValue::make_object();
  result.set("section", text(section));
  result.set("id", text(id));
  result.set("about", text(about(section, *catalog.find(section, id))));
  result.set("fields", std::move(fields));
  return write_json(result) + "\n";
}

}  // namespace gpuscape
