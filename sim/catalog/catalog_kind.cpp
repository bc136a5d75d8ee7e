#include "sim/catalog/catalog_kind.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace gpuscape {

namespace {

bool is_true(const JsonValue* value) { return value != nullptr && value->boolean(); }

const JsonValue* step(const JsonValue& value, const std::string& key) {
  if (!value.is_array()) return value.find(key);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  const bool whole = error == std::errc() && end == key.data() + key.size();
  return whole && index < value.items().size() ? &value.items()[index] : nullptr;
}

/// Whether "links.*.lanes" names the path or an object around it.
bool covers(std::string_view named, std::span<const std::string> path) {
  for (const std::string& key : path) {
    if (named.empty()) return true;
    const std::size_t end = std::min(named.find('.'), named.size());
    if (named.substr(0, end) != "*" && named.substr(0, end) != key) return false;
    named.remove_prefix(std::min(end + 1, named.size()));
  }
  return named.empty();
}

bool any_covers(const JsonValue& names, std::span<const std::string> path) {
  return std::ranges::any_of(names.items(),
                             [&](const JsonValue& name) { return covers(name.text(), path); });
}

/// What an entry as written says about the path, if it has it.
struct Claim {
  std::vector<std::string> sources = {};
  bool verified = false;
};

std::vector<std::string> texts_of(const JsonValue& list) {
  std::vector<std::string> texts;
  for (const JsonValue& item : list.items()) texts.push_back(item.text());
  return texts;
}

/// `"source": {"price-list": ["price"], "recall": []}`: by field.
Claim claim_by_field(const JsonValue& sources, bool verified, std::span<const std::string> path) {
  Claim named{.verified = verified};
  Claim rest;
  for (const JsonMember& source : sources.members()) {
    if (any_covers(source.value, path)) named.sources.push_back(source.key);
    if (source.value.items().empty()) rest.sources.push_back(source.key);
  }
  return named.sources.empty() ? rest : named;
}

/// `"source": ["price-list"]`: one source of all that is verified. Of several that tell something
/// nobody knows which holds the field.
Claim claim_of_entry(const Catalog& catalog, const JsonValue& entry,
                     std::span<const std::string> path) {
  const JsonValue* sources = entry.find("source");
  const JsonValue* verified = entry.find("verified");
  if (sources == nullptr) return {};
  if (sources->is_object())
    return claim_by_field(*sources, verified == nullptr || verified->boolean(), path);
  const JsonValue* fields = entry.find("verified_fields");
  Claim claim{.sources = texts_of(*sources)};
  const auto telling = std::ranges::count_if(
      claim.sources, [&](const std::string& source) { return tells(catalog, source); });
  claim.verified =
      telling == 1 && (fields == nullptr ? is_true(verified) : any_covers(*fields, path));
  return claim;
}

std::optional<Claim> claim_of(const Catalog& catalog, const JsonValue& entry,
                              std::span<const std::string> path) {
  Claim claim = claim_of_entry(catalog, entry, path);
  const JsonValue* value = &entry;
  for (const std::string& key : path) {
    value = step(*value, key);
    if (value == nullptr) return std::nullopt;
    const JsonValue* own = value->find("source");
    if (own == nullptr) continue;
    const JsonValue* verified = value->find("verified");
    claim = {.sources = texts_of(*own), .verified = verified == nullptr || verified->boolean()};
  }
  return claim;
}

std::string kind_of(const Catalog& catalog, std::string_view source) {
  const JsonValue* entry = catalog.find("sources", source);
  const JsonValue* kind = entry == nullptr ? nullptr : entry->find("kind");
  return kind == nullptr ? "" : kind->text();
}

FieldOrigin origin_of(const Catalog& catalog, Claim claim, CatalogTopic topic) {
  FieldOrigin origin{.sources = std::move(claim.sources)};
  if (!claim.verified) return origin;
  for (const std::string& source : origin.sources) {
    if (!holds_topic(catalog, source, topic)) continue;
    const FieldKind kind = field_kind(kind_of(catalog, source), topic);
    if (kind == FieldKind::guess) continue;
    origin.kind = kind;
    origin.decided_by = source;
    break;
  }
  return origin;
}

bool can_be_measured(CatalogTopic topic) {
  return topic == CatalogTopic::rates || topic == CatalogTopic::draw ||
         topic == CatalogTopic::layout || topic == CatalogTopic::lanes ||
         topic == CatalogTopic::nvlink || topic == CatalogTopic::reliability;
}

}  // namespace

FieldKind field_kind(std::string_view source_kind, CatalogTopic topic) {
  const bool price = topic == CatalogTopic::prices;
  if (source_kind == "measurement") {
    if (price) return FieldKind::guess;
    return can_be_measured(topic) ? FieldKind::measured : FieldKind::published;
  }
  if (source_kind == "datasheet") return price ? FieldKind::list_price : FieldKind::vendor;
  if (source_kind == "quote") return price ? FieldKind::quote : FieldKind::vendor;
  if (source_kind == "publication") return FieldKind::published;
  if (source_kind == "deck") return FieldKind::deck;
  return FieldKind::guess;
}

bool tells(const Catalog& catalog, std::string_view source) {
  return field_kind(kind_of(catalog, source), CatalogTopic::description) != FieldKind::guess;
}

bool holds_topic(const Catalog& catalog, std::string_view source, CatalogTopic topic) {
  const JsonValue* entry = catalog.find("sources", source);
  const JsonValue* holds = entry == nullptr ? nullptr : entry->find("holds");
  return holds == nullptr || std::ranges::any_of(holds->items(), [&](const JsonValue& word) {
           return word.text() == topic_name(topic);
         });
}

std::string_view field_kind_name(FieldKind kind) {
  constexpr std::string_view kNames[] = {"measured",  "vendor", "list price", "quote",
                                         "published", "deck",   "guess"};
  return kNames[static_cast<std::size_t>(kind)];
}

FieldOrigin field_origin(const Catalog& catalog, std::string_view section, std::string_view id,
                         std::span<const std::string> path) {
  constexpr int kMostBases = 32;
  const CatalogField* field = field_along(section, path);
  if (field == nullptr) return {};
  const JsonValue* entry = catalog.written(section, id);
  for (int depth = 0; entry != nullptr && depth < kMostBases; ++depth) {
    if (auto claim = claim_of(catalog, *entry, path))
      return origin_of(catalog, std::move(*claim), field->topic);
    const JsonValue* base = entry->find("inherits");
    entry = base == nullptr ? nullptr : catalog.written(section, base->text());
  }
  return {};
}

}  // namespace gpuscape
