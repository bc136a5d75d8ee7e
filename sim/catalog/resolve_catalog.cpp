#include "sim/catalog/resolve_catalog.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/limits.hpp"
#include "sim/catalog/catalog_rows.hpp"
#include "sim/catalog/model_parts.hpp"
#include "sim/catalog/resolve_applications.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

JsonValue text_at(std::string text, const SourcePlace& place) {
  JsonValue value = JsonValue::make_text(std::move(text));
  value.set_place(place);
  return value;
}

JsonValue* members_at(JsonValue& scenario, std::string_view key) {
  JsonValue* cluster = scenario.find("cluster");
  JsonValue* found = cluster == nullptr ? nullptr : cluster->find(key);
  return found != nullptr && found->is_object() ? found : nullptr;
}

bool names_entry(const JsonValue& node, const ModelNames& models) {
  const JsonValue* type = type_of(node);
  if (type == nullptr) return false;
  const ModelNames::Type* own = find_type(models.nodes, type->text());
  if (own == nullptr) return true;
  return !own->parts.empty() && node.is_object() && node.find("parts") == nullptr;
}

/// What a path begins with: "links[]" of "links[].type", and the rest of it.
struct PathStep {
  explicit PathStep(std::string_view path)
      : key(path.substr(0, path.find('.'))),
        rest(path.substr(std::min(path.size(), key.size() + 1))),
        of_list(key.ends_with("[]")) {
    if (of_list) key.remove_suffix(2);
  }
  std::string_view key;
  std::string_view rest;
  bool of_list;
};

class Resolver {
 public:
  Resolver(const Catalog& catalog, const ModelNames& models, PlainEntries& entries,
           ReadingContext& context)
      : catalog_(catalog), models_(models), entries_(entries), context_(context) {}

  void node(JsonValue& node, const std::string& pointer) {
    if (!names_entry(node, models_)) return;
    const JsonValue type = *type_of(node);
    const ModelNames::Type* own = find_type(models_.nodes, type.text());
    if (own == nullptr) {
      const JsonValue* instance = catalog_.find("cloud", type.text());
      const JsonValue* entry = catalog_.find("nodes", type.text());
      if (entry == nullptr && instance != nullptr) entry = host_of(*instance);
      if (entry == nullptr && instance == nullptr) return refuse_node(type, pointer);
      if (entry == nullptr) return rent(node, *instance, type);
      become(node,
             instance == nullptr ? entries_.of(entry) : plain_entry(as_rented(*entry, *instance)),
             type);
      own = find_type(models_.nodes, kTypeOfEntry);
    }
    if (own != nullptr) take_parts(node, own->parts, pointer);
  }

  /// Entries take the place of their names.
  void named_parts(JsonValue& model, const std::vector<ModelNames::Type>& types,
                   const std::string& pointer) {
    if (!model.is_object()) return;
    for (const CatalogPart& part : parts_of(model, types)) {
      JsonValue* value = model.find(part.path);
      if (value != nullptr) named_part(*value, part, child_pointer(pointer, part.path));
    }
  }

 private:
  /// The same words that `check` has for a type which no model has, so that it is said once.
  void refuse_node(const JsonValue& type, const std::string& pointer) {
    if (models_.nodes.empty()) return;  // it may be a model's
    std::vector<std::string> own;
    own.reserve(models_.nodes.size());
    for (const ModelNames::Type& model : models_.nodes) own.push_back(model.name);
    std::string near;
    if (context_.issue_count() < kMostHinted) {
      std::vector<std::string> names = catalog_.ids("nodes");
      for (std::string& id : catalog_.ids("cloud")) names.push_back(std::move(id));
      names.insert(names.end(), own.begin(), own.end());
      near = node_hint(type.text(), names, catalog_);
    }
    context_.add(type.place(), pointer, fmt::format("unknown type \"{}\"", excerpt(type.text())),
                 near.empty() ? fmt::format("{}, or a node that `gpuscape catalog` lists",
                                            fmt::join(own, ", "))
                              : near);
  }

  /// The machine that an instance says it is; null where it says none.
  const JsonValue* host_of(const JsonValue& instance) const {
    const JsonValue* host = instance.find("node");
    return host == nullptr ? nullptr : catalog_.find("nodes", host->text());
  }

  /// The host with the GPUs and the memory that the instance has of it.
  static JsonValue as_rented(JsonValue host, const JsonValue& instance) {
    JsonValue over = JsonValue::make_object();
    if (const JsonValue* model = instance.find("gpu_model")) {
      JsonValue gpu = JsonValue::make_object();
      gpu.set("model", *model);
      over.set("gpu", std::move(gpu));
    }
    if (const JsonValue* memory = instance.find("memory")) over.set("memory", *memory);
    lay_over(host, over);
    return host;
  }

  /// An instance of which no graph is known: GPUs and their model, cores and memory.
  static void rent(JsonValue& node, const JsonValue& instance, const JsonValue& type) {
    const JsonValue plain = plain_entry(instance);
    JsonValue result = JsonValue::make_object();
    result.set_place(node.place());
    result.set("type", text_at(std::string(kTypeOfInstance), type.place()));
    result.set("x-entry", type);
    if (const JsonValue* gpus = plain.find("gpu_count")) result.set("gpus", *gpus);
    if (const JsonValue* model = plain.find("gpu_model")) result.set("gpu_model", *model);
    if (const JsonValue* threads = plain.find("vcpu")) {
      JsonValue cores = JsonValue::make_integer((threads->integer() + 1) / 2);
      cores.set_place(threads->place());
      result.set("cores", std::move(cores));
    }
    if (const JsonValue* memory = plain.find("memory")) result.set("memory", *memory);
    put_under(node, std::move(result));
  }

  static void become(JsonValue& node, const JsonValue& plain, const JsonValue& type) {
    JsonValue result = JsonValue::make_object();
    result.set_place(node.place());
    result.members().reserve(plain.members().size() + 3);  // `type`, `entry` and `parts`
    result.set("type", text_at(std::string(kTypeOfEntry), type.place()));
    result.set("entry", type);
    for (const JsonMember& member : plain.members()) result.members().push_back(member);
    put_under(node, std::move(result));
  }

  /// The user's keys lie over what the catalogue says.
  static void put_under(JsonValue& node, JsonValue entry) {
    if (node.is_object()) {
      node.erase("type");
      lay_over(entry, node);
    }
    node = std::move(entry);
  }

  void take_parts(JsonValue& node, std::span<const CatalogPart> parts, const std::string& pointer) {
    parts_ = JsonValue::make_object();
    parts_.set_place(node.place());
    for (const char* section : {"gpus", "nics", "nvswitches", "links"})
      parts_.set(section, JsonValue::make_object());
    name_nics(node);
    for (const CatalogPart& part : parts) take_along(part, node, part.path, pointer);
    node.set("parts", std::move(parts_));
  }

  void name_nics(JsonValue& node) const {
    JsonValue* nics = node.find("nics");
    if (nics == nullptr || !nics->is_object()) return;
    for (JsonMember& nic : nics->members())
      if (nic.value.is_object() && nic.value.find("model") == nullptr) name_nic(node, nic.value);
  }

  /// Adapters go by many names: the table says which entry is meant.
  void name_nic(const JsonValue& node, JsonValue& nic) const {
    const JsonValue* written = nic.find("as_written");
    if (written == nullptr || !written->is_text()) return;
    const JsonValue* name = catalog_.find("nic_names", written->text());
    if (name == nullptr) return;
    const JsonValue* model = name->find("model");
    const JsonValue* nodes = name->find("nodes");
    const JsonValue* entry = node.find("entry");
    if (nodes != nullptr && entry != nullptr && nodes->find(entry->text()) != nullptr)
      model = nodes->find(entry->text());
    if (model != nullptr && model->is_text()) nic.set("model", text_at(model->text(), nic.place()));
  }

  /// Takes every entry that is named along `path`, a rest of the part's.
  void take_along(const CatalogPart& part, const JsonValue& value, std::string_view path,
                  const std::string& pointer) {
    if (path.empty()) return take(part.section, value, pointer);
    const PathStep step(path);
    if (step.key == "*") {
      if (!value.is_object()) return;
      for (const JsonMember& member : value.members())
        take_along(part, member.value, step.rest, child_pointer(pointer, member.key));
      return;
    }
    const JsonValue* found = value.find(step.key);
    if (found == nullptr || (step.of_list && !found->is_array())) return;
    const std::string at = child_pointer(pointer, step.key);
    if (!step.of_list) return take_along(part, *found, step.rest, at);
    for (std::size_t i = 0; i < found->items().size(); ++i)
      take_along(part, found->items()[i], step.rest, fmt::format("{}/{}", at, i));
  }

  /// Adds the entry that `name` names to the parts. Models report a name that is no text.
  void take(std::string_view section, const JsonValue& name, const std::string& pointer) {
    if (!name.is_text()) return;
    JsonValue* taken = parts_.find(section);
    ensure(taken != nullptr, "a node's parts are of a section that nodes have parts of");
    if (taken->find(name.text()) != nullptr) return;
    if (const JsonValue* entry = find(section, name, pointer))
      taken->set(name.text(), entries_.of(entry));
  }

  const JsonValue* find(std::string_view section, const JsonValue& name,
                        const std::string& pointer) {
    const JsonValue* entry = catalog_.find(section, name.text());
    if (entry == nullptr)
      context_.add(
          name.place(), pointer,
          fmt::format("unknown entry \"{}\" in the catalogue's {}", excerpt(name.text()), section),
          context_.issue_count() < kMostHinted ? name_hint(name.text(), catalog_.ids(section))
                                               : "");
    return entry;
  }

  void named_part(JsonValue& value, const CatalogPart& part, const std::string& pointer) {
    const JsonValue* named = value.is_object() ? value.find("entry") : &value;
    if (named == nullptr || !named->is_text()) return;
    const JsonValue name = *named;
    const JsonValue* entry = find(part.section, name, pointer);
    if (entry == nullptr) return;
    JsonValue result = JsonValue::make_object();
    result.set_place(value.place());
    result.set("entry", name);
    for (const auto& member : entries_.of(entry).members()) result.members().push_back(member);
    if (value.is_object()) lay_over(result, value);
    value = std::move(result);
  }

  const Catalog& catalog_;
  const ModelNames& models_;
  PlainEntries& entries_;
  ReadingContext& context_;
  JsonValue parts_;
};

}  // namespace

bool names_entries(JsonValue& scenario, const ModelNames& models) {
  const auto names_part = [](const JsonValue& network, const ModelNames& names) {
    return names_part_of(network, names.networks);
  };
  const auto any = [&](std::string_view key, const auto& needs) {
    const JsonValue* map = members_at(scenario, key);
    return map != nullptr && std::ranges::any_of(map->members(), [&](const JsonMember& member) {
             return needs(member.value, models);
           });
  };
  const auto of_further = [&](const ModelNames::Placed& placed) {
    return names_part_at(scenario, placed);
  };
  return names_measured_on(scenario) || datasets_of(scenario) != nullptr ||
         any("nodes", names_entry) || any("networks", names_part) ||
         std::ranges::any_of(models.further, of_further) || names_applications(scenario, models);
}

void resolve_catalog(JsonValue& scenario, const Catalog& catalog, const ModelNames& models,
                     PlainEntries& entries, ReadingContext& context) {
  Resolver resolver(catalog, models, entries, context);
  if (JsonValue* nodes = members_at(scenario, "nodes"))
    for (JsonMember& member : nodes->members())
      resolver.node(member.value, child_pointer("/cluster/nodes", member.key));
  if (JsonValue* networks = members_at(scenario, "networks"))
    for (JsonMember& member : networks->members())
      resolver.named_parts(member.value, models.networks,
                           child_pointer("/cluster/networks", member.key));
  for (const ModelNames::Placed& placed : models.further)
    for_each_model_at(scenario, placed.place, [&](JsonValue& model, const std::string& pointer) {
      resolver.named_parts(model, placed.types, pointer);
    });
  for_each_measured_on(scenario, [&](JsonValue& on, const std::string& pointer) {
    if (JsonValue* node = on.find("node")) resolver.node(*node, pointer + "/node");
    if (JsonValue* network = on.find("network"))
      resolver.named_parts(*network, models.networks, pointer + "/network");
  });
  resolve_datasets(scenario, catalog);
  resolve_applications(scenario, catalog, models, context);
}

}  // namespace gpuscape
