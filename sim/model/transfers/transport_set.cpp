#include "sim/model/transfers/transport_set.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

TransportSet::TransportSet(const JsonValue& entries, const Registry& registry,
                           ReadingContext& context)
    : registry_(&registry) {
  if (!entries.is_object()) return;
  for (const JsonMember& member : entries.members()) {
    if (member.value.is_object() && member.value.find("kind") != nullptr)
      add(member.value, member.key, child_pointer("/transports", member.key), context);
  }
}

const NamedTransport* TransportSet::add(const JsonValue& entry, std::string id,
                                        const std::string& pointer, ReadingContext& context) {
  const JsonValue plain = plain_entry(entry);
  const JsonValue* kind = plain.find("kind");
  if (kind == nullptr) {
    context.add(entry.place(), pointer,
                fmt::format("\"{}\" does not say what kind of transport it is", excerpt(id)),
                "its \"kind\" is missing: it cannot carry transfers");
    return nullptr;
  }
  const auto* shelf = registry_->transports.find(kind->text());
  if (shelf == nullptr) {
    context.add(kind->place(), child_pointer(pointer, "kind"),
                fmt::format("unknown kind of transport \"{}\"", excerpt(kind->text())),
                nearest_hint(kind->text(), registry_->transports.names()));
    return nullptr;
  }
  ObjectReader reader(plain, pointer, context);
  auto named = std::make_unique<NamedTransport>();
  named->id = std::move(id);
  named->transport = shelf->read(reader);
  reader.finish();
  context.take_defaulted();
  transports_.push_back(std::move(named));
  return transports_.back().get();
}

const NamedTransport* TransportSet::find(std::string_view id) const {
  const auto found = std::ranges::find_if(transports_, [&](const auto& t) { return t->id == id; });
  return found == transports_.end() ? nullptr : found->get();
}

std::vector<std::string> TransportSet::ids() const {
  std::vector<std::string> ids;
  ids.reserve(transports_.size());
  for (const auto& transport : transports_) ids.push_back(transport->id);
  return ids;
}

}  // namespace gpuscape
