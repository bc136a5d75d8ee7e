#include "sim/scenario/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;

constexpr auto kCloud = std::to_array<CatalogField>({
    {"about", Type::text, "One line about it."},
    {"provider", Type::text, "Whose cloud."},
    {"instance_type", Type::text, "As the provider calls it."},
    {"gpu_model", Type::name, "Its GPUs.", "gpus"},
    {"gpu_count", Type::count, "How many."},
    {"vcpu", Type::count, "Hyper-threads."},
    {"memory", Type::bytes, "Host memory."},
    {"network", Type::line_rate, "Of the instance."},
    {"network_kind", Type::text, "tcp, efa, infiniband, …"},
    {"local_storage", Type::bytes, "Drives of the instance."},
    {"on_demand", Type::hourly_price, "Of the instance."},
    {"reserved_1y", Type::hourly_price, "Committed for one year."},
    {"reserved_3y", Type::hourly_price, "Committed for three years."},
    {"spot", Type::hourly_price, "Interruptible."},
    {"region", Type::text, "Of the prices."},
    {"price_date", Type::text, "Of the prices."},
    {"on_demand_per_gpu", Type::hourly_price, "The price divided by its GPUs."},
    {"capacity_block", Type::hourly_price, "Reserved for some days."},
    {"capacity_block_date", Type::text, "Of that price."},
    {"node", Type::name, "The machine that it is.", "nodes"},
    {"on_demand_after_2025_06", Type::hourly_price, "After the cut of that month."},
    {"reserved_3y_2023", Type::hourly_price, "As it was in 2023."},
    {"host_part", Type::hourly_price, "Of the instance without its GPUs."},
    {"host_part_spot", Type::hourly_price, "The same, interruptible."},
});

constexpr auto kSources = std::to_array<CatalogField>({
    {"text", Type::text, "What it is, so that one can find it."},
    {"kind", Type::choice, "What sort of source it is.",
     "datasheet measurement publication deck recall estimate derived"},
});

}  // namespace

std::span<const CatalogField> cloud_fields() { return kCloud; }
std::span<const CatalogField> sources_fields() { return kSources; }

}  // namespace gpuscape
