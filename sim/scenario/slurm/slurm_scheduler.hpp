#pragma once
/// Part of the reader of Slurm's settings: what its configuration, partitions, QOS, associations
/// and reservations say, as the parameters of the policy "slurm-multifactor" and the backfill
/// "slurm". What Slurm knows and these do not is named in the notes.

#include "sim/scenario/slurm/slurm_nodes.hpp"

namespace gpuscape {

/// The section "scheduler".
JsonValue slurm_scheduler(const SlurmRecords& records, const SlurmNodes& nodes,
                          SlurmValues& values);

// Its parts, each added to the policy.
void add_slurm_partitions(const SlurmRecords& records, const SlurmNodes& nodes, bool limits,
                          SlurmValues& values, JsonValue& policy);
void add_slurm_qos(const SlurmRecords& records, bool limits, bool preempts, SlurmValues& values,
                   JsonValue& policy);
void add_slurm_accounts(const SlurmRecords& records, bool limits, SlurmValues& values,
                        JsonValue& policy);
void add_slurm_reservations(const SlurmRecords& records, const SlurmNodes& nodes,
                            SlurmValues& values, JsonValue& policy);
/// Those of a QOS or an account.
bool has_slurm_flag(const SlurmRecord& record, std::string_view flag);
void add_slurm_limits(const SlurmRecord& record, SlurmValues& values, JsonValue& into);

}  // namespace gpuscape
