#include "sim/catalog/unread_fields.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "sim/catalog/fields/catalog_fields.hpp"

namespace gpuscape {

namespace {

struct UnreadKey {
  std::string_view key;
  FieldType type;
  std::string_view doc;
};

FieldType type_of(CatalogType type) {
  switch (type) {
    case CatalogType::text:
    case CatalogType::choice:
    case CatalogType::name:
      return FieldType::text;
    case CatalogType::texts:
    case CatalogType::choices:
    case CatalogType::names:
      return FieldType::texts;
    case CatalogType::boolean:
      return FieldType::boolean;
    default:
      return FieldType::any;
  }
}

/// Every key below the path once, in the order of the table; those that something reads are left
/// out.
std::vector<UnreadKey> unread_keys(std::string_view section, std::string_view path) {
  std::vector<UnreadKey> keys;
  std::vector<std::string_view> read;
  for (const CatalogField& field : fields_of(section)) {
    std::string_view rest = field.path;
    if (!path.empty()) {
      if (!rest.starts_with(path) || !rest.substr(path.size()).starts_with('.')) continue;
      rest.remove_prefix(path.size() + 1);
    }
    const std::string_view key = rest.substr(0, rest.find_first_of(".["));
    if (is_read_by_models(field.used_by)) read.push_back(key);
    if (std::ranges::find(keys, key, &UnreadKey::key) == keys.end())
      keys.push_back({key, key == rest ? type_of(field.type) : FieldType::any,
                      key == rest ? field.doc : "Not read by any model."});
  }
  std::erase_if(keys, [&](const UnreadKey& unread) {
    return std::ranges::find(read, unread.key) != read.end();
  });
  return keys;
}

constexpr UnreadKey kOrigin[] = {
    {"source", FieldType::any, "Where values are from."},
    {"verified", FieldType::boolean, "Whether they were read there."},
    {"verified_fields", FieldType::texts, "Which of them were."},
    {"notes", FieldType::text, "Free-text notes."},
};

}  // namespace

void pass_over_unread(ObjectReader& reader, std::string_view section, std::string_view path) {
  for (const UnreadKey& unread : unread_keys(section, path))
    reader.ignored(unread.key, unread.type, unread.doc);
  for (const UnreadKey& origin : kOrigin) reader.ignored(origin.key, origin.type, origin.doc);
}

void keep_unread(ObjectReader& reader, std::string_view section) {
  for (const UnreadKey& unread : unread_keys(section, "")) reader.keep(unread.key);
  for (const UnreadKey& origin : kOrigin) reader.keep(origin.key);
}

}  // namespace gpuscape
