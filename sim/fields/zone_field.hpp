#pragma once
/// The key `time_zone` of settings that are UTC without it.

#include <fmt/format.h>

#include <string_view>

#include "sim/base/excerpt.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

inline TimeZone read_zone(ObjectReader& reader, std::string_view doc) {
  const std::string name = reader.text("time_zone", "UTC", doc);
  if (const auto zone = TimeZone::find(name)) return *zone;
  reader.issue("time_zone", fmt::format("no time zone is called \"{}\"", excerpt(name)),
               "for example \"Europe/Paris\" or \"+02:00\"");
  return {};
}

}  // namespace gpuscape
