#include "sim/catalog/fields/catalog_field_tables.hpp"

#include <array>

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

constexpr auto kCloud = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"provider", Type::text, Topic::description, Use::nothing, "Whose cloud."},
    {"instance_type", Type::text, Topic::description, Use::nothing, "As the provider calls it."},
    {"gpu_model", Type::name, Topic::gpus, Use::jobs, "GPU model of the instance.", "gpus"},
    {"gpu_count", Type::count, Topic::gpus, Use::jobs, "How many."},
    {"vcpu", Type::count, Topic::processors, Use::jobs, "Hyper-threads."},
    {"memory", Type::bytes, Topic::memory, Use::jobs, "Host memory."},
    {"network", Type::line_rate, Topic::ports, Use::nothing, "Of the instance."},
    {"network_kind", Type::text, Topic::description, Use::nothing, "tcp, efa, infiniband, …"},
    {"local_storage", Type::bytes, Topic::drives, Use::nothing, "Drives of the instance."},
    {"on_demand", Type::hourly_price, Topic::prices, Use::cost, "Of the instance."},
    {"reserved_1y", Type::hourly_price, Topic::prices, Use::cost, "Committed for one year."},
    {"reserved_3y", Type::hourly_price, Topic::prices, Use::cost, "Committed for three years."},
    {"spot", Type::hourly_price, Topic::prices, Use::cost, "Interruptible."},
    {"region", Type::text, Topic::description, Use::cost, "Of the prices."},
    {"price_date", Type::text, Topic::prices, Use::cost, "Of the prices."},
    {"on_demand_per_gpu", Type::hourly_price, Topic::prices, Use::nothing,
     "The price divided by its GPUs."},
    {"capacity_block", Type::hourly_price, Topic::prices, Use::nothing, "Reserved for some days."},
    {"capacity_block_date", Type::text, Topic::prices, Use::nothing, "Date of that price."},
    {"node", Type::name, Topic::gpus, Use::jobs, "The machine that it is.", "nodes"},
    {"prices[].date", Type::text, Topic::prices, Use::cost,
     "Of prices that were right at another date than price_date: a year or a month."},
    {"prices[].on_demand", Type::hourly_price, Topic::prices, Use::cost, "At that date."},
    {"prices[].reserved_1y", Type::hourly_price, Topic::prices, Use::cost, "At that date."},
    {"prices[].reserved_3y", Type::hourly_price, Topic::prices, Use::cost, "At that date."},
    {"prices[].spot", Type::hourly_price, Topic::prices, Use::cost, "At that date."},
    {"host_part", Type::hourly_price, Topic::prices, Use::nothing,
     "Of the instance without its GPUs."},
    {"host_part_spot", Type::hourly_price, Topic::prices, Use::nothing, "The same, interruptible."},
});

constexpr auto kSources = std::to_array<CatalogField>({
    {"text", Type::text, Topic::description, Use::nothing, "What it is, so that one can find it."},
    {"kind", Type::choice, Topic::description, Use::nothing, "What sort of source it is.",
     "datasheet measurement publication deck quote recall estimate derived"},
    {"holds", Type::choices, Topic::description, Use::nothing,
     "What it can be read for; without it, anything.", kTopicNames},
});

}  // namespace

std::span<const CatalogField> cloud_fields() { return kCloud; }
std::span<const CatalogField> sources_fields() { return kSources; }

}  // namespace gpuscape
