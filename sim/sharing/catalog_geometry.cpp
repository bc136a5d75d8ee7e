#include "sim/sharing/catalog_geometry.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// 0 where there is no such number.
std::uint32_t count_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  const bool is_count = value != nullptr && value->kind() == JsonValue::Kind::integer;
  return is_count && value->integer() > 0 ? static_cast<std::uint32_t>(value->integer()) : 0;
}

double number_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value != nullptr && value->is_number() ? value->number() : 0.0;
}

Bytes bytes_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  if (value == nullptr || !value->is_text()) return Bytes(0.0);
  return parse<Bytes>(value->text()).value.value_or(Bytes(0.0));
}

}  // namespace

std::optional<MigGeometry> mig_geometry_of(const JsonValue& gpu) {
  const JsonValue* mig = gpu.find("mig");
  const JsonValue* profiles = mig == nullptr ? nullptr : mig->find("profiles");
  if (profiles == nullptr || !profiles->is_object()) return std::nullopt;
  const std::uint32_t compute = count_at(*mig, "compute_slices");
  const std::uint32_t memory = count_at(*mig, "memory_slices");
  std::vector<MigProfile> all;
  for (const JsonMember& profile : profiles->members()) {
    const double slices = number_at(profile.value, "memory_share") * memory;
    all.push_back({.name = profile.key,
                   .compute_slices = count_at(profile.value, "compute_slices"),
                   .memory_slices = static_cast<std::uint32_t>(std::lround(slices)),
                   .memory = bytes_at(profile.value, "memory"),
                   .has_media = profile.key.ends_with("+me")});
    if (all.back().compute_slices == 0 || all.back().memory_slices == 0 ||
        !(all.back().memory > Bytes(0.0)))
      return std::nullopt;
  }
  if (compute == 0 || memory == 0 || all.empty()) return std::nullopt;
  return MigGeometry(compute, memory, std::move(all));
}

}  // namespace gpuscape
