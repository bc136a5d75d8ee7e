#include <array>

#include "sim/catalog/fields/catalog_field_tables.hpp"

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

/// What jobs read has the keys and the meaning of a store's `model` or `drive` in a scenario.
constexpr auto kStorage = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"kind", Type::text, Topic::description, Use::nothing,
     "nas_all_flash, parallel_fs_disk, local_nvme, …"},
    {"unit", Type::text, Topic::description, Use::nothing, "What figures are of."},
    {"year", Type::year, Topic::description, Use::nothing, "When it came out."},
    {"controllers", Type::count, Topic::drives, Use::jobs,
     "That serve at once; without one of them the others go on."},
    {"raw_capacity", Type::bytes, Topic::drives, Use::nothing, "Of its drives."},
    {"usable_capacity", Type::bytes, Topic::drives, Use::jobs,
     "For data, with its own protection."},
    {"read_bandwidth", Type::rate, Topic::rates, Use::jobs, "Of large reads, of all controllers."},
    {"write_bandwidth", Type::rate, Topic::rates, Use::jobs, "Of large writes."},
    {"read_iops", Type::number, Topic::rates, Use::jobs, "Small reads in a second."},
    {"read_latency", Type::latency, Topic::rates, Use::jobs, "Of a small read."},
    {"added_latency", Type::latency, Topic::rates, Use::nothing,
     "Of a remote read beyond that of a drive."},
    {"protection", Type::text, Topic::description, Use::nothing, "Against the loss of drives."},
    {"ports", Type::text, Topic::ports, Use::nothing, "To the network."},
    {"power", Type::power, Topic::power, Use::cost, "In use."},
    {"rack_units", Type::count, Topic::rack, Use::cost, "Height."},
    {"price", Type::price, Topic::prices, Use::cost, "Of the unit."},
    {"price_year", Type::year, Topic::prices, Use::cost, "Year of that price."},
});

}  // namespace

std::span<const CatalogField> storage_fields() { return kStorage; }

}  // namespace gpuscape
