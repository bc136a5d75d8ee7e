#include "sim/fields/reserved.hpp"

#include <algorithm>
#include <array>

namespace gpuscape {

namespace {

using Word = std::string_view;

constexpr auto kKeys = std::to_array<Word>({
    // sections
    "axes",
    "cost",
    "datasets",
    "failures",
    "find",
    "sites",
    // cluster
    "acquire",
    "attach",
    "clients",
    "controllers_up",
    "gpu_access",
    "idle_release",
    "max_gpus_per_job",
    "network",
    "nics",
    "node_cache",
    "over",
    "price",
    "protocol",
    "read_bandwidth",
    "region",
    "round_trip",
    "servers",
    "site",
    "software",
    "storage",
    "transport",
    // workload
    "batch_per_gpu",
    "checkpoint",
    "collective",
    "copies",
    "dataset",
    "epochs",
    "hours",
    "may",
    "measured_on",
    "on",
    "partitions",
    "per_node",
    "requests",
    "shares",
    // scheduler
    "burst",
    "guaranteed_gpus",
    "over_quota",
    "quotas",
    "stage_in",
    "when",
    // cost and studies
    "cheapest",
    "currency",
    "discount_rate",
    "electricity",
    "for_each",
    "horizon",
    "largest",
    "prices_as_of",
    "pue",
    "rack_power_limit",
    "set",
    "smallest",
    "values",
});

constexpr auto kChoices = std::to_array<Word>({
    "api-remoting",
    "capex",
    "input_stall_share",
    "tco",
});

}  // namespace

bool is_reserved_key(std::string_view key) { return std::ranges::find(kKeys, key) != kKeys.end(); }

bool is_reserved_choice(std::string_view name) {
  return std::ranges::find(kChoices, name) != kChoices.end();
}

}  // namespace gpuscape
