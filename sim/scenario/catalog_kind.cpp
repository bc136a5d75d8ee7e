#include "sim/scenario/catalog_kind.hpp"

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

bool covers(const std::string& verified, const std::string& path) {
  return path == verified || path.starts_with(verified + ".");
}

bool verified_by_entry(const JsonValue& entry, std::span<const std::string> path) {
  const JsonValue* fields = entry.find("verified_fields");
  if (fields == nullptr) return is_true(entry.find("verified"));
  std::string dotted;
  for (const std::string& key : path) dotted += (dotted.empty() ? "" : ".") + key;
  return std::ranges::any_of(fields->items(),
                             [&](const JsonValue& field) { return covers(field.text(), dotted); });
}

/// What an entry as written says about the path, if it has it.
struct Claim {
  const JsonValue* sources = nullptr;
  bool verified = false;
};

std::optional<Claim> claim_of(const JsonValue& entry, std::span<const std::string> path) {
  Claim claim{.sources = entry.find("source"), .verified = verified_by_entry(entry, path)};
  const JsonValue* value = &entry;
  for (const std::string& key : path) {
    value = step(*value, key);
    if (value == nullptr) return std::nullopt;
    const JsonValue* own = value->find("source");
    if (own == nullptr) continue;
    const JsonValue* verified = value->find("verified");
    claim = {.sources = own, .verified = verified == nullptr || verified->boolean()};
  }
  return claim;
}

/// The kind that a source gives; nothing for one that tells no more than its writer knows.
std::optional<FieldKind> kind_of(const Catalog& catalog, const std::string& source) {
  const JsonValue* entry = catalog.find("sources", source);
  const JsonValue* kind = entry == nullptr ? nullptr : entry->find("kind");
  const std::string name = kind == nullptr ? "" : kind->text();
  if (name == "measurement") return FieldKind::measured;
  if (name == "datasheet") return FieldKind::vendor;
  if (name == "publication") return FieldKind::published;
  if (name == "deck") return FieldKind::deck;
  return std::nullopt;
}

FieldOrigin origin_of(const Catalog& catalog, const Claim& claim) {
  FieldOrigin origin;
  if (claim.sources == nullptr) return origin;
  for (const JsonValue& source : claim.sources->items()) {
    origin.sources.push_back(source.text());
    if (!claim.verified || !origin.decided_by.empty()) continue;
    if (const auto kind = kind_of(catalog, source.text())) {
      origin.kind = *kind;
      origin.decided_by = source.text();
    }
  }
  return origin;
}

}  // namespace

std::string_view field_kind_name(FieldKind kind) {
  constexpr std::string_view kNames[] = {"measured", "vendor", "published", "deck", "guess"};
  return kNames[static_cast<std::size_t>(kind)];
}

FieldOrigin field_origin(const Catalog& catalog, std::string_view section, std::string_view id,
                         std::span<const std::string> path) {
  constexpr int kMostInherited = 32;
  const JsonValue* entry = catalog.written(section, id);
  for (int depth = 0; entry != nullptr && depth < kMostInherited; ++depth) {
    if (const auto claim = claim_of(*entry, path)) return origin_of(catalog, *claim);
    const JsonValue* base = entry->find("inherits");
    entry = base == nullptr ? nullptr : catalog.written(section, base->text());
  }
  return {};
}

}  // namespace gpuscape
