#pragma once
/// Part of reading a workload: selectors, and what is said of the jobs that they select.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/job_collective.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What is known of a job where a selector stands.
enum class SelectorScope : unsigned char {
  row,   ///< of a log's row, before rules have looked at it
  log,   ///< and after
  jobs,  ///< of jobs in a run: neither name nor logged state
};

/// The selector at `key`; none where it is missing.
std::optional<SelectorSpec> read_where(ObjectReader& reader, std::string_view doc,
                                       SelectorScope scope);

/// Applications by the user's names, as `workload/applications` gives them.
using NamedApplications = std::vector<std::pair<std::string, ApplicationSpec>>;
[[nodiscard]] std::vector<std::string> names_of(const NamedApplications& named);
/// What models read of them goes to `models`, in the same order.
NamedApplications read_named_applications(ObjectReader& reader,
                                          std::vector<NamedApplicationSpec>& models);

/// The application at `key`: one of `named` by its name, or one that stands there. False where it
/// is missing.
bool read_application(ObjectReader& reader, std::string_view doc, const NamedApplications& named,
                      std::pair<std::string, ApplicationSpec>& application);

/// `applications`, into rules and classes.
void read_rules(ObjectReader& reader, const NamedApplications& named, StreamSpec& stream);
/// `scale`.
void read_scale(ObjectReader& reader, StreamSpec& stream);
/// The sizes at `bytes`, which must be there.
std::vector<Bytes> read_sizes(ObjectReader& reader, std::string_view doc);
/// Which GPUs, at `key`, which must be there.
std::vector<std::string> read_gpus(ObjectReader& reader, std::string_view key);
/// `steps`.
void read_steps_of(ObjectReader& reader, const NamedApplications& named, StreamSpec& stream);
/// `collectives`.
void read_collectives(ObjectReader& reader, StreamSpec& stream);
/// `transfers`.
void read_transfers(ObjectReader& reader, StreamSpec& stream);
/// The object at `closed`.
ClosedSpec read_closed_spec(ObjectReader& reader);

}  // namespace gpuscape
