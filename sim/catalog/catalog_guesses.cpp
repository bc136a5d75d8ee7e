#include "sim/catalog/catalog_guesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "sim/catalog/catalog_rows.hpp"
#include "sim/catalog/model_parts.hpp"

namespace gpuscape {

namespace {

/// `Value` is a JsonValue, const or not; null where there is none.
template <typename Value>
Value* value_along(Value& entry, std::span<const std::string> path) {
  Value* value = &entry;
  for (const std::string& key : path) {
    if (value->is_array()) {
      std::size_t index = 0;
      std::from_chars(key.data(), key.data() + key.size(), index);
      value = index < value->items().size() ? &value->items()[index] : nullptr;
    } else {
      value = value->find(key);
    }
    if (value == nullptr) return nullptr;
  }
  return value;
}

std::string with_unit(const std::string& value, const std::string& unit) {
  if (value.empty() || unit.empty()) return value;
  return fmt::format("{} {}", value, unit);
}

std::optional<double> number_of(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A number where the whole text is one, else the text.
JsonValue value_of(const std::string& text) {
  const std::optional<double> number = number_of(text);
  if (!number) return JsonValue::make_text(text);
  if (text.find_first_not_of("-0123456789") == std::string::npos)
    return JsonValue::make_integer(static_cast<std::int64_t>(*number));
  return JsonValue::make_number(*number);
}

double spread_of(const CatalogRow& row) {
  const auto low = number_of(row.low);
  const auto high = number_of(row.high);
  return low && high && *low > 0.0 ? *high / *low : 1.0;
}

CatalogGuess guess_of(std::string_view section, const std::string& id, const CatalogRow& row) {
  return {.section = std::string(section),
          .entry = id,
          .field = row.pattern,
          .value = with_unit(row.value, row.unit),
          .low = with_unit(row.low, row.unit),
          .high = with_unit(row.high, row.unit),
          .spread = spread_of(row),
          .used_by = row.used_by,
          .role = LinkRole::inside,
          .path = row.path};
}

bool is_number(CatalogType type) { return type >= CatalogType::count && type != CatalogType::year; }

/// Numbers by value: 1.0 is the catalogue's 1.
bool is_equal(const JsonValue& a, const JsonValue& b) {
  return a.is_number() && b.is_number() ? a.number() == b.number() : same_content(a, b);
}

bool is_alike(const CatalogGuess& a, const CatalogGuess& b) {
  return a.section == b.section && a.entry == b.entry && a.field == b.field && a.value == b.value;
}

constexpr std::string_view kTransportSection = "transports";

bool is_type_at(const JsonValue& node, const std::vector<std::string>& path,
                const std::string& type) {
  const JsonValue* value = value_along(node, path);
  return value != nullptr && value->is_text() && value->text() == type;
}

LinkRole role_of(const JsonValue& node, const std::string& type) {
  if (is_type_at(node, {"cpu", "inter_socket", "type"}, type)) return LinkRole::sockets;
  if (is_type_at(node, {"gpu_fabric", "type"}, type)) return LinkRole::fabric;
  return LinkRole::inside;
}

std::string text_at(const JsonValue& value, std::string_view key, const std::string& otherwise) {
  const JsonValue* found = value.find(key);
  return found != nullptr && found->is_text() ? found->text() : otherwise;
}

/// The roles of the scenario's networks: `role`, or the name where that is one, else "compute".
std::set<std::string> roles_of(const JsonValue& networks) {
  std::set<std::string> roles;
  for (const JsonMember& network : networks.members()) {
    const bool named = network.key == "storage" || network.key == "management";
    roles.insert(text_at(network.value, "role", named ? network.key : "compute"));
  }
  return roles;
}

/// Whether a network meets an adapter of that model.
bool is_on_network(const JsonValue& node, const std::string& model,
                   const std::set<std::string>& roles) {
  const JsonValue* nics = node.find("nics");
  return nics != nullptr && std::ranges::any_of(nics->members(), [&](const JsonMember& nic) {
           const std::string role = text_at(nic.value, "role", "compute");
           return text_at(nic.value, "model", "") == model &&
                  (role == "all" || roles.contains(role));
         });
}

class GuessCollector {
 public:
  GuessCollector(const Catalog& catalog, CatalogGuesses& guesses, std::set<std::string> roles)
      : catalog_(catalog), guesses_(guesses), roles_(std::move(roles)) {}

  void node(const JsonValue& node) {
    const JsonValue* entry = node.find("entry");
    if (entry == nullptr || !entry->is_text()) return;
    const JsonValue* instance = catalog_.find("cloud", entry->text());
    const JsonValue* host = instance == nullptr ? nullptr : instance->find("node");
    add("nodes", host == nullptr ? entry->text() : host->text(), node);
    const JsonValue* parts = node.find("parts");
    if (parts == nullptr) return;
    for (const JsonMember& section : parts->members())
      for (const JsonMember& part : section.value.members())
        if (section.key != "nics" || is_on_network(node, part.key, roles_))
          add(section.key, part.key, part.value, role_of(node, part.key));
  }

  /// Of a network, or of a further kind's. A network's transport is among the transports.
  void named_parts(const JsonValue& model, const std::vector<ModelNames::Type>& types) {
    for (const CatalogPart& part : parts_of(model, types)) {
      if (part.section == kTransportSection) continue;
      const JsonValue* value = model.find(part.path);
      const JsonValue* entry = value == nullptr ? nullptr : value->find("entry");
      if (entry != nullptr && entry->is_text()) add(part.section, entry->text(), *value);
    }
  }

  void application(const JsonValue& application) {
    const JsonValue* entry = application.find("entry");
    if (entry == nullptr || !entry->is_text()) return;
    add("applications", entry->text(), application);
    const JsonValue* parts = application.find("parts");
    if (parts == nullptr || !parts->is_object()) return;
    for (const JsonMember& section : parts->members())
      for (const JsonMember& part : section.value.members()) add(section.key, part.key, part.value);
  }

  void add(std::string_view section, const std::string& id, const JsonValue& in_use,
           LinkRole role = LinkRole::inside) {
    for (const CatalogGuess* guess : guesses_.of_entry(section, id, in_use)) {
      if (std::ranges::any_of(all_, [&](const auto& known) { return is_alike(known, *guess); }))
        continue;
      all_.push_back(*guess);
      all_.back().role = role;
    }
  }

  std::vector<CatalogGuess> take() { return std::move(all_); }

 private:
  const Catalog& catalog_;
  CatalogGuesses& guesses_;
  std::set<std::string> roles_;
  std::vector<CatalogGuess> all_;
};

const JsonValue& entries_at(const JsonValue& scenario, std::string_view key,
                            std::string_view section = "cluster") {
  static const JsonValue nothing;
  const JsonValue* cluster = scenario.find(section);
  const JsonValue* found = cluster == nullptr ? nullptr : cluster->find(key);
  return found == nullptr ? nothing : *found;
}

}  // namespace

const std::vector<CatalogGuesses::Candidate>& CatalogGuesses::candidates(std::string_view section,
                                                                         const std::string& id) {
  const auto [place, is_new] = known_.try_emplace({std::string(section), id});
  std::vector<Candidate>& all = place->second;
  const JsonValue* entry = catalog_.find(section, id);
  if (!is_new || entry == nullptr) return all;
  const JsonValue plain = plain_entry(*entry);
  for (const CatalogRow& row : catalog_rows(catalog_, section, id)) {
    if (!is_read_by_models(row.used_by) || row.origin.kind != FieldKind::guess) continue;
    // Of a node's GPUs neither graph nor transfers read them.
    if (row.used_by == CatalogUse::steps && section == "gpus") continue;
    if (!is_number(row.type)) continue;
    if (const JsonValue* value = value_along(plain, row.path))
      all.push_back({guess_of(section, id, row), row.path, *value});
  }
  return all;
}

std::vector<const CatalogGuess*> CatalogGuesses::of_entry(std::string_view section,
                                                          const std::string& id,
                                                          const JsonValue& in_use) {
  std::vector<const CatalogGuess*> guesses;
  for (const Candidate& candidate : candidates(section, id)) {
    const JsonValue* value = value_along(in_use, candidate.path);
    if (value != nullptr && is_equal(*value, candidate.value)) guesses.push_back(&candidate.guess);
  }
  return guesses;
}

std::vector<CatalogGuess> CatalogGuesses::of(const JsonValue& scenario, const JsonValue& transports,
                                             const ModelNames& models) {
  GuessCollector collector(catalog_, *this, roles_of(entries_at(scenario, "networks")));
  for (const JsonMember& member : entries_at(scenario, "nodes").members())
    collector.node(member.value);
  for (const JsonMember& member : entries_at(scenario, "networks").members())
    collector.named_parts(member.value, models.networks);
  for (const ModelNames::Placed& placed : models.further)
    for_each_model_at(scenario, placed.place, [&](const JsonValue& model, const std::string&) {
      collector.named_parts(model, placed.types);
    });
  for (const JsonMember& member : entries_at(scenario, "applications", "workload").members())
    collector.application(member.value);
  for (const JsonMember& member : transports.members())
    collector.add(kTransportSection, member.key, member.value);
  return collector.take();
}

std::vector<CatalogGuess> guesses_of_jobs(const std::vector<CatalogGuess>& all, bool traffic) {
  std::vector<CatalogGuess> used;
  for (const CatalogGuess& guess : all) {
    const bool by_traffic =
        guess.used_by == CatalogUse::network || (guess.section == "nics" && guess.field == "speed");
    if (guess.used_by == CatalogUse::jobs || guess.used_by == CatalogUse::steps ||
        (traffic && by_traffic))
      used.push_back(guess);
  }
  sort_by_spread(used);
  return used;
}

void sort_by_spread(std::vector<CatalogGuess>& guesses) {
  std::ranges::stable_sort(guesses, std::greater<>(), &CatalogGuess::spread);
}

bool Catalog::change(const CatalogChange& change) {
  const JsonValue* found = find(change.section, change.entry);
  if (found == nullptr) return false;
  JsonValue entry = *found;  // with what it inherits, which therefore is looked up no more
  entry.erase("inherits");
  JsonValue* at = value_along(entry, std::span<const std::string>(change.path));
  if (at == nullptr) return false;
  if (JsonValue* value = at->is_object() ? at->find("value") : nullptr) at = value;
  const SourcePlace place = at->place();
  *at = value_of(change.value);
  at->set_place(place);
  written_.at(change.section).set({change.entry, std::move(entry), {}});
  settled_.clear();
  return true;
}

}  // namespace gpuscape
