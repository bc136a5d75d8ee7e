#include <array>

#include "sim/catalog/fields/catalog_field_tables.hpp"

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

/// What jobs read has the keys and the meaning of /cluster/failures in a scenario.
constexpr auto kFailures = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"failures", Type::count, Topic::reliability, Use::nothing, "How many were counted."},
    {"node_days", Type::number, Topic::reliability, Use::nothing,
     "Over how much time of all nodes, or of all GPUs."},
    {"per_1000_node_days", Type::number, Topic::reliability, Use::nothing,
     "Failures, as operators count them."},
    {"of", Type::choice, Topic::reliability, Use::jobs, "What fails.", "nodes gpus"},
    {"mean_time", Type::delay, Topic::reliability, Use::jobs,
     "Mean time between failures of one of them that is not bad; its range is the 95 % interval of "
     "the count."},
    {"shape", Type::number, Topic::reliability, Use::jobs,
     "Of Weibull's distribution of that time; 1 without it."},
    {"bad_share", Type::share, Topic::reliability, Use::jobs,
     "Of them, those that fail more often."},
    {"bad_factor", Type::number, Topic::reliability, Use::jobs, "How many times as often."},
    {"repair.time", Type::delay, Topic::reliability, Use::jobs, "Mean time until they are back."},
    {"repair.distribution", Type::choice, Topic::reliability, Use::jobs, "Of that time.",
     "fixed exponential lognormal"},
    {"repair.sigma", Type::number, Topic::reliability, Use::jobs,
     "Standard deviation of the logarithm of lognormal times."},
});

}  // namespace

std::span<const CatalogField> failures_fields() { return kFailures; }

}  // namespace gpuscape
