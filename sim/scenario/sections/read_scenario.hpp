#pragma once
/// From a merged JSON document to a ScenarioSpec: which keys there are, of what type, with what
/// default.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/fields/model_names.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Reads the whole scenario, variants aside. `file` is the scenario's path: what else is named in
/// it lies beside the file in which the name stands. `further` are places of kinds of models that
/// the program adds: at the top, in the cluster, the scheduler or the run. In a describing context
/// the spec means nothing.
ScenarioSpec read_scenario(ObjectReader& reader, const std::string& file,
                           std::span<const ModelPlace> further = {});

// The sections.
ClusterSpec read_cluster(ObjectReader& reader, const std::string& file);
FailureSpec read_failure(const std::string& name, ObjectReader& reader, const std::string& file);
void read_saves(ObjectReader& reader, SavesSpec& saves);
/// After `read_saves`.
void read_requeue(ObjectReader& reader, SavesSpec& saves);
NegligibleSpec read_negligible(ObjectReader& reader);
SparesSpec read_spares(ObjectReader& reader);
DatasetSpec read_dataset(const std::string& name, ObjectReader& reader);
CopySpec read_copy(const std::string& name, ObjectReader& reader);
MaintenanceSpec read_maintenance(const std::string& name, ObjectReader& reader);
/// What stands at `key`, to be understood on the clock of a log; none where nothing does.
std::optional<DateSpec> read_date(ObjectReader& reader, std::string_view key, std::string_view doc);
/// `workload`, into applications and streams.
void read_workload(ObjectReader& reader, const std::string& file, ScenarioSpec& spec);
TraceSpec read_trace_spec(ObjectReader& reader, const std::string& file);
/// A `csv` log's columns and delimiter.
void read_columns(ObjectReader& reader, const std::string& scenario, TraceSpec& spec);
/// Before the items of the cost, which are models.
std::shared_ptr<const CostSpec> read_cost(ObjectReader& reader, const std::string& file);
GenerateSpec read_generate_spec(ObjectReader& reader);

/// Weights by numbers of GPUs, at `gpus`.
std::vector<GpuShareSpec> read_gpu_shares(ObjectReader& reader, std::string_view doc,
                                          bool required);
/// The file that `key` names: beside the file in which the name stands; beside the scenario for a
/// name from the command line. Empty where there is none.
std::string file_named_in(const ObjectReader& reader, std::string_view key,
                          const std::string& scenario);

/// The distribution of a time, or of a plain number that is not negative.
enum class DistributionOf : unsigned char { time, number };
DistributionSpec read_distribution(ObjectReader& reader, DistributionOf what);

}  // namespace gpuscape
