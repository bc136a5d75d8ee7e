#include "sim/catalog/named_part.hpp"

#include "sim/catalog/catalog.hpp"
#include "sim/catalog/unread_fields.hpp"

namespace gpuscape {

bool is_unknown_name(const JsonValue& part) {
  return part.is_text() ||
         (part.is_object() && part.members().size() == 1 && part.find("entry") != nullptr);
}

bool read_named_part(ObjectReader& reader, const CatalogPart& part, std::string_view doc,
                     const ObjectReader::Read& read) {
  if (reader.describing()) {
    reader.ignored(part.path, FieldType::any, doc);
    return false;
  }
  return reader.optional_short_object(part.path, "entry", doc, [&](ObjectReader& outer) {
    if (is_unknown_name(outer.value())) return outer.keep("entry");
    for (const JsonMember& member : outer.value().members()) outer.keep(member.key);
    const JsonValue plain = plain_entry(outer.value());
    ObjectReader inner(plain, outer.pointer(), outer.context());
    read(inner);
    keep_unread(inner, part.section);
  });
}

}  // namespace gpuscape
